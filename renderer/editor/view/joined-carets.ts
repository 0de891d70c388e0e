import { EditorSelection, type SelectionRange } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Removes a cursor at the beginning of a selected range. CodeMirror joins a cursor with a range that ends at it, but
 * keeps one beside a range that begins there, which gives two carets at one place that type each letter twice. This
 * happens when one of several selections grows up to another cursor, or the text between them is deleted elsewhere.
 */
export const joinedCarets = EditorView.updateListener.of(({ view, docChanged, selectionSet, state }) => {
  if (!docChanged && !selectionSet) return
  const { ranges, mainIndex } = state.selection
  const kept = ranges.filter((range, index) => !isWithNext(range, ranges[index + 1]))
  if (kept.length === ranges.length) return
  const main = ranges.slice(mainIndex).find((range) => kept.includes(range))
  view.dispatch({ selection: EditorSelection.create(kept, main && kept.indexOf(main)) })
})

const isWithNext = (range: SelectionRange, next: SelectionRange | undefined): boolean =>
  range.empty && next?.from === range.to
