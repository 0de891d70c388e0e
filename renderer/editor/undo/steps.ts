import { redo, undo } from '@codemirror/commands'
import type { EditorState, Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { historyAlone } from './shared-history'
import { stepTimes } from './step-times'
import { stepWords, type StepChange } from './step-words'

/** A step of the undo history. */
export interface UndoStep {
  /** What it did, in plain words. */
  readonly words: string
  /** When, in ms; `undefined`: nobody knows any more. */
  readonly atMs: number | undefined
}

/** The steps that can be undone and those that can be redone, in the order in which their key would. */
export interface UndoSteps {
  readonly done: readonly UndoStep[]
  readonly undone: readonly UndoStep[]
}

const LISTED_MAX = 20
/** A change of more places is not read to its end. */
const PLACES_MAX = 201
/** So much of a text is looked at for its words, in UTF-16 units. */
const READ_MAX = 20_000

/** The last steps. */
export function readSteps(state: EditorState): UndoSteps {
  const times = state.field(stepTimes, false)
  return {
    done: stepsOf(state, undo, times?.done ?? []),
    undone: stepsOf(state, redo, times?.undone ?? []),
  }
}

/** Takes the steps back on a state that has nothing but the text and its history: nothing is parsed or drawn for it. */
function stepsOf(from: EditorState, step: typeof undo, times: readonly number[]): readonly UndoStep[] {
  let state = historyAlone(from)
  const steps: UndoStep[] = []
  while (steps.length < LISTED_MAX) {
    let taken: Transaction | undefined
    step({ state, dispatch: (transaction) => void (taken = transaction) })
    if (taken === undefined) break
    const words = stepWords(changesOf(taken, step === undo))
    const time = times.at(-1 - steps.length)
    steps.push({ words, atMs: time === undefined || time === 0 ? undefined : time })
    state = taken.state
  }
  return steps
}

/** What a step did, as what undoes it takes back. */
function changesOf({ changes, startState, newDoc }: Transaction, isUndo: boolean): readonly StepChange[] {
  const found: StepChange[] = []
  changes.iterChanges((fromA, toA, fromB, toB) => {
    if (found.length >= PLACES_MAX) return
    const now = startState.doc.sliceString(fromA, Math.min(toA, fromA + READ_MAX))
    const then = newDoc.sliceString(fromB, Math.min(toB, fromB + READ_MAX))
    found.push(isUndo ? { removed: then, added: now } : { removed: now, added: then })
  })
  return found
}

/** Undoes so many steps, or redoes them where fewer than none: one change of the screen. Answers how many there were. */
export function goBack(view: EditorView, count: number): number {
  const step = count > 0 ? undo : redo
  const taken: Transaction[] = []
  let { state } = view
  while (taken.length < Math.abs(count)) {
    let next: Transaction | undefined
    step({ state, dispatch: (transaction) => void (next = transaction) })
    if (next === undefined) break
    taken.push(next)
    state = next.state
  }
  if (taken.length > 0) view.dispatch(taken)
  return taken.length
}
