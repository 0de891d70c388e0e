import { history, historyField, isolateHistory, undo } from '@codemirror/commands'
import { Compartment, EditorState, Facet, StateField, Transaction, type Extension } from '@codemirror/state'
import { takenAddresses } from './left-addresses'
import { UNDO_STEPS_MIN, stepTimes } from './step-times'

/** Where a text has several editors, one of them has its undo history; in all others this says so. */
export const isHistoryElsewhere = Facet.define<true, boolean>({ combine: (values) => values.length > 0 })

const slot = new Compartment()

/** The undo history that an editor begins with. */
export const ownHistory = (begun: Extension): Extension => slot.of(begun)

/** Brings an editor to the history of another one with the same text. Steps that were made here meanwhile lie above. */
export const takesHistory = (other: EditorState, here: EditorState) =>
  slot.reconfigure(historyOf(withStepsOf(other, here)))

/** Leaves the history to another editor. */
export const leavesHistory = () =>
  slot.reconfigure([historyOf(EditorState.create({ extensions: FIELDS })), isHistoryElsewhere.of(true)])

const FIELDS: Extension = [
  stepTimes,
  takenAddresses,
  history({ minDepth: UNDO_STEPS_MIN }),
  EditorState.allowMultipleSelections.of(true),
]

const historyOf = (state: EditorState): Extension => [
  asIn(state, historyField),
  asIn(state, stepTimes),
  asIn(state, takenAddresses),
]

const asIn = <T>(state: EditorState, field: StateField<T>): Extension => {
  const value = state.field(field, false)
  return value === undefined ? [] : field.init(() => value)
}

/** The text and its history, and nothing that would be parsed or drawn. */
export const historyAlone = (state: EditorState): EditorState =>
  EditorState.create({ doc: state.doc, extensions: [historyOf(state), FIELDS] })

/**
 * Takes all steps of `above` back and makes them again on top of `below`: the steps of `below` belong to the text as it
 * was before these.
 */
function withStepsOf(below: EditorState, above: EditorState): EditorState {
  const times = above.field(stepTimes, false)?.done ?? []
  const undone = undoneSteps(historyAlone(above))
  if (undone.length === 0) return below
  let state = historyAlone(below)
  for (const { changes, newSelection: selection } of undone) {
    const annotations = Transaction.addToHistory.of(false)
    state = state.update({ changes, selection, annotations }).state
  }
  for (const [index, { changes, startState }] of [...undone.entries()].toReversed()) {
    const time = Transaction.time.of(times.at(-1 - index) ?? 0)
    state = state.update({
      changes: changes.invert(startState.doc),
      selection: startState.selection,
      annotations: [isolateHistory.of('full'), time],
    }).state
  }
  return state
}

function undoneSteps(from: EditorState): readonly Transaction[] {
  const taken: Transaction[] = []
  let state = from
  while (undo({ state, dispatch: (transaction) => void taken.push(transaction) }))
    state = taken.at(-1)?.state ?? state
  return taken
}
