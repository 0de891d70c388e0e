import { history, historyField, isolateHistory, undo } from '@codemirror/commands'
import { Compartment, EditorState, Facet, StateField, Transaction, type Extension } from '@codemirror/state'
import { takenAddresses } from './left-addresses'
import { UNDO_STEPS_MIN, stepTimes } from './step-times'

/** True in every editor of a text except the one that has the undo history. */
export const isHistoryElsewhere = Facet.define<true, boolean>({ combine: (values) => values.length > 0 })

const slot = new Compartment()

/** The initial undo history of an editor. */
export const ownHistory = (begun: Extension): Extension => slot.of(begun)

/** Gives an editor the undo history of another one with the same text. Steps made here meanwhile are on top. */
export const takesHistory = (other: EditorState, here: EditorState) =>
  slot.reconfigure(initialHistory(withStepsOf(other, here)))

/** Gives up the history, because another editor takes it. */
export const leavesHistory = () =>
  slot.reconfigure([initialHistory(EditorState.create({ extensions: FIELDS })), isHistoryElsewhere.of(true)])

const FIELDS: Extension = [
  stepTimes,
  takenAddresses,
  history({ minDepth: UNDO_STEPS_MIN }),
  EditorState.allowMultipleSelections.of(true),
]

/** The undo history of a state, as the initial one of another state with the same text. */
export const initialHistory = (state: EditorState): Extension => [
  asIn(state, historyField),
  asIn(state, stepTimes),
  asIn(state, takenAddresses),
]

const asIn = <T>(state: EditorState, field: StateField<T>): Extension => {
  const value = state.field(field, false)
  return value === undefined ? [] : field.init(() => value)
}

/** The text and its history alone, so that nothing is parsed or rendered. */
export const historyAlone = (state: EditorState): EditorState =>
  EditorState.create({ doc: state.doc, extensions: [initialHistory(state), FIELDS] })

/** Reverts all steps of `above` and makes them again on top of `below`, whose steps belong to the text before them. */
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
