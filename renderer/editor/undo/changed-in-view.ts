import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'

/** The visible margin around a position that is scrolled into view, in px. */
const MARGIN_PX = 80

/**
 * Scrolls the change into view when a step is undone or redone. The cursor returns to its position before the step,
 * which may be elsewhere, as with a replacement by the find bar, and only that position would be shown.
 */
export const changedInView = EditorState.transactionExtender.of((transaction) => {
  const { docChanged, changes, newSelection } = transaction
  if (!docChanged || (!transaction.isUserEvent('undo') && !transaction.isUserEvent('redo'))) return null
  const { from, to, head } = newSelection.main
  let nearest: Span | undefined
  const distance = (span: Span) => Math.max(0, span.from - to, from - span.to)
  changes.iterChangedRanges((_from, _to, begin, end) => {
    const span = { from: begin, to: end }
    if (nearest === undefined || distance(span) < distance(nearest)) nearest = span
  })
  if (nearest === undefined || distance(nearest) === 0) return null
  const place = nearest.from > head ? nearest.from : nearest.to
  return { effects: EditorView.scrollIntoView(place, { y: 'nearest', yMargin: MARGIN_PX }) }
})
