import { redo } from '@codemirror/commands'
import type { EditorState, Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { historyAlone } from './shared-history'
import { stepTimes } from './step-times'
import { stepWords, type StepChange } from './step-words'
import { undo } from './undo'

/** A step of the undo history. */
export interface UndoStep {
  /** Its effect in plain words. */
  readonly words: string
  /** Its time in ms; `undefined` if unknown. */
  readonly atMs: number | undefined
}

/** The steps that can be undone and those that can be redone, each in the order in which their key takes them. */
export interface UndoSteps {
  readonly done: readonly UndoStep[]
  readonly undone: readonly UndoStep[]
}

const LISTED_MAX = 20
/** The maximum number of places read of one change. */
const PLACES_MAX = 201
/** The maximum length of text examined for a description, in UTF-16 units. */
const READ_MAX = 20_000

/** The last steps of the history. */
export function readSteps(state: EditorState): UndoSteps {
  const times = state.field(stepTimes, false)
  return {
    done: stepsOf(state, undo, times?.done ?? []),
    undone: stepsOf(state, redo, times?.undone ?? []),
  }
}

/** Undoes the steps on a state with only the text and its history, so that nothing is parsed or rendered. */
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

/** The effect of a step, derived from the transaction that reverts it. */
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

/**
 * Undoes `count` steps, or redoes them if it is negative, in one update of the screen. Returns the number of steps
 * taken.
 */
export function goBack(view: EditorView, count: number): number {
  const step = count > 0 ? undo : redo
  const taken: Transaction[] = []
  let steps = 0
  const dispatch = (transaction: Transaction) => void taken.push(transaction)
  while (steps < Math.abs(count) && step({ state: taken.at(-1)?.state ?? view.state, dispatch })) steps++
  if (taken.length > 0) view.dispatch(taken)
  return steps
}
