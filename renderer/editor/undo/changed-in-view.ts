import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'

/** So much of the text is seen around a place that is brought into view, in px. */
const MARGIN_PX = 80

/**
 * A step that is undone or redone brings what it changed into view. The cursor goes to where it was before the step, which
 * is elsewhere for a replacement by the find bar, and that would be shown alone.
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
