import { history, isolateHistory } from '@codemirror/commands'
import { leftAddresses } from '../undo/left-addresses'
import { UNDO_STEPS_MIN, stepTimes } from '../undo/step-times'
import { EditorState, StateField, Transaction, type Extension } from '@codemirror/state'
import { DAY_MS } from '../../../shared/day'
import { UNDO_PAUSE_MS, UNDO_STEP_CHARACTERS } from '../undo/undo-step'

/** An undo step also ends, with its word, after this time. */
const STEP_MS = 2_000

/**
 * Divides the undo history into steps of a few words. A step ends with a sentence, Enter or a paste, and during
 * continuous typing at the end of a word after `UNDO_STEP_CHARACTERS` or `STEP_MS`. It never ends inside a word.
 */
export const undoSteps = (): Extension => [
  // CodeMirror's own time limit would end a step inside a word, so it is set very high. Without a limit, nothing could
  // be isolated.
  history({ newGroupDelay: DAY_MS, minDepth: UNDO_STEPS_MIN }),
  steps,
  stepTimes,
  leftAddresses(),
  EditorState.transactionExtender.of((transaction) => {
    if (!isTyped(transaction) || transaction.annotation(isolateHistory) !== undefined) return null
    const begins = beginsStep(transaction, transaction.startState.field(steps))
    return begins ? { annotations: isolateHistory.of('before') } : null
  }),
]

interface Step {
  readonly sinceMs: number
  readonly lastMs: number
  readonly characters: number
  readonly isDeletion: boolean
}

/** A finished step: the next change begins a new one. */
const ENDED: Step = { sinceMs: -Infinity, lastMs: -Infinity, characters: Infinity, isDeletion: false }

const steps = StateField.define<Step>({
  create: () => ENDED,
  update(step, transaction) {
    if (!isTyped(transaction)) return step
    const change = onlyChange(transaction)
    if (change === undefined || !isByKey(transaction)) return ENDED
    if (isTypedOver(transaction, change)) return step
    // After a letter that came with line breaks, as below a table, its word continues.
    if (change.insert.includes('\n') && change.insert.trim() === '') return ENDED
    const now = transaction.annotation(Transaction.time) ?? 0
    const characters = change.insert.length + change.to - change.from
    if (beginsStep(transaction, step))
      return { sinceMs: now, lastMs: now, characters, isDeletion: transaction.isUserEvent('delete') }
    // A pause within a word, or before the space after it, ends the step at the end of that word.
    const lastMs = now - step.lastMs >= UNDO_PAUSE_MS ? step.lastMs : now
    return { ...step, lastMs, characters: step.characters + characters }
  },
})

const isTyped = (transaction: Transaction): boolean =>
  transaction.docChanged &&
  transaction.annotation(Transaction.remote) !== true &&
  transaction.annotation(Transaction.addToHistory) !== false

const isByKey = (transaction: Transaction): boolean =>
  transaction.isUserEvent('input.type') || transaction.isUserEvent('delete')

function beginsStep(transaction: Transaction, step: Step): boolean {
  const change = onlyChange(transaction)
  if (change === undefined || !isByKey(transaction) || change.insert.includes('\n')) return true
  if (isTypedOver(transaction, change)) return false
  const { doc } = transaction.startState
  const { from, to, insert } = change
  const now = transaction.annotation(Transaction.time) ?? 0
  const isFull =
    step.characters >= UNDO_STEP_CHARACTERS ||
    now - step.sinceMs >= STEP_MS ||
    now - step.lastMs >= UNDO_PAUSE_MS
  if (transaction.isUserEvent('delete')) {
    const isWhole = to - from > 1 || /\s/.test(doc.sliceString(from, to))
    return step === ENDED || (isWhole && (isFull || !step.isDeletion))
  }
  if (step === ENDED || to > from) return true
  // An input method replaces its own letters until the word is complete.
  if (transaction.isUserEvent('input.type.compose') && !transaction.isUserEvent('input.type.compose.start'))
    return false
  const before = doc.sliceString(Math.max(0, from - 20), from)
  const isAtWord = /(?:^|[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？、，])$/u.test(before)
  return isAtWord && !/^\s/.test(insert) && (isFull || step.isDeletion || SENTENCE_END.test(before))
}

/** Whether a waiting sign is typed over, which neither ends nor begins a step. */
const isTypedOver = ({ startState: { doc } }: Transaction, { from, to, insert }: Change): boolean =>
  insert === doc.sliceString(from, to)

const SENTENCE_END = /(?:[.!?…]["'”’»)\]*_]*\s+|[。！？][」』”]?)$/

interface Change {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/**
 * The change of a transaction, if it changes one place, or makes the same change at each of several cursors: then that
 * at the first cursor.
 */
function onlyChange(transaction: Transaction): Change | undefined {
  let first: Change | undefined
  let isSame = true
  transaction.changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    const change = { from, to, insert: inserted.sliceString(0, inserted.length, '\n') }
    first ??= change
    if (change.insert !== first.insert || to - from !== first.to - first.from) isSame = false
  })
  return isSame ? first : undefined
}
