import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { BY_VIM, endsItem } from '../markdown/renumbering'
import { CODE_BLOCKS, hasNoWords, isWithin } from '../markdown/syntax'
import { wordsStart } from './words-start'

const OVER_SELECTION = ['delete.selection', 'delete.cut'] as const

/**
 * A selection from before the words of a line to before those of another is one of whole lines: the caret stands behind an
 * indent that is not seen, and what is deleted takes none of the next line's, and leaves none of its own.
 */
const deletesLines = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, changes } = transaction
  const userEvent = OVER_SELECTION.find((event) => transaction.isUserEvent(event))
  if (!transaction.docChanged || userEvent === undefined) return transaction
  const { ranges } = state.selection
  const lines: Span[] = []
  let isDeletion = true
  let isMoved = false
  changes.iterChanges((from, to, fromNew, toNew) => {
    const whole = linesBetween(state, from, to)
    isDeletion &&= fromNew === toNew
    isMoved ||= whole.from !== from || whole.to !== to
    lines.push(whole)
  })
  // Tables have rules of their own for what goes of a selection over their cells, and put something in its place.
  if (!isMoved || !isDeletion || lines.length > ranges.length) return transaction
  const kept = state.changes(lines)
  const carets = ranges.map(({ to }) => EditorSelection.cursor(kept.mapPos(to, 1)))
  const selection = EditorSelection.create(carets, state.selection.mainIndex)
  return { changes: kept, selection, scrollIntoView: true, userEvent } satisfies TransactionSpec
})

/** The lines from the one of a place to before that of another, where both places are before the words. */
function linesBetween(state: EditorState, from: number, to: number): Span {
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  const isBefore =
    first.number < last.number &&
    [state.sliceDoc(first.from, from), state.sliceDoc(last.from, to)].every(hasNoWords)
  const isCode = isBefore && [from, to].some((place) => isWithin(state, place, CODE_BLOCKS))
  return isBefore && !isCode && last.text.trim() !== '' ? { from: first.from, to: last.from } : { from, to }
}

const JOINING = [...OVER_SELECTION, 'delete.forward', 'delete.backward'] as const

/** What is deleted between the words of two lines takes the marks of the second line along, which would be words there. */
const joinsWords = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, changes } = transaction
  // Vim puts a space where it joins two lines.
  const between = transaction.isUserEvent(BY_VIM) ? ' ' : ''
  const isJoining = between !== '' || JOINING.some((event) => transaction.isUserEvent(event))
  if (!transaction.docChanged || !isJoining) return transaction
  const marks: Span[] = []
  changes.iterChanges((from, to, _fromNew, toNew, inserted) => {
    const line = state.doc.lineAt(from)
    const rest = wordsStart(state, to) - to
    if (to <= line.to || rest <= 0 || inserted.toString() !== between) return
    if (hasNoWords(state.sliceDoc(line.from, from)) || isWithin(state, to, CODE_BLOCKS)) return
    marks.push({ from: toNew, to: toNew + rest })
  })
  return marks.length === 0
    ? transaction
    : [transaction, { changes: marks, sequential: true, annotations: endsItem.of(true) }]
})

// Filters run from the last to the first.
export const deletedLines = [joinsWords, deletesLines]
