import { redoDepth, undoDepth } from '@codemirror/commands'
import { StateField, Transaction } from '@codemirror/state'

/**
 * The times of the undo steps, in ms; the last of each list belongs to the next step to undo or redo. The times of the
 * oldest steps are unknown.
 */
export interface StepTimes {
  readonly done: readonly number[]
  readonly undone: readonly number[]
}

const KEPT_MAX = 100

/**
 * The minimum number of undo steps kept: more than anybody makes in a session. Without a limit each key would cost more
 * than the previous one, because CodeMirror copies the list of steps at every change.
 */
export const UNDO_STEPS_MIN = 10_000

export const stepTimes = StateField.define<StepTimes>({
  create: () => ({ done: [], undone: [] }),
  update(times, transaction) {
    if (!transaction.docChanged) return times
    const { startState, state } = transaction
    const more = undoDepth(state) - undoDepth(startState)
    const { done, undone } = times
    if (transaction.isUserEvent('undo'))
      return { done: done.slice(0, -1), undone: with1(undone, done.at(-1)) }
    if (transaction.isUserEvent('redo'))
      return { done: with1(done, undone.at(-1)), undone: undone.slice(0, -1) }
    if (transaction.annotation(Transaction.addToHistory) === false) return times
    const now = transaction.annotation(Transaction.time) ?? 0
    return {
      done: with1(more > 0 ? done : done.slice(0, -1), now),
      undone: redoDepth(state) === 0 ? [] : undone,
    }
  },
})

const with1 = (times: readonly number[], time = 0): readonly number[] => [...times, time].slice(-KEPT_MAX)

export function areStepTimes(value: unknown): value is StepTimes {
  if (typeof value !== 'object' || value === null) return false
  const { done, undone } = value as Partial<Record<keyof StepTimes, unknown>>
  return [done, undone].every(
    (times) => Array.isArray(times) && times.every((time) => typeof time === 'number'),
  )
}
