import { EditorSelection, type SelectionRange } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * CodeMirror joins a cursor with a range that ends where it stands, and leaves it beside a range that begins there: two
 * carets at one place, which type each letter twice. It comes about where one of several selections grows up to another
 * cursor, or the text between them is deleted elsewhere. Such a cursor goes here, too.
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
