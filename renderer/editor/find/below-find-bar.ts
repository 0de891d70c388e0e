import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * What is brought into view is never behind the find bar, which lies over the text and is higher in a narrow side.
 *
 * @param place what the bar stands in
 */
export const belowFindBar = (place: HTMLElement): Extension =>
  EditorView.scrollMargins.of((view) => {
    const bar = place.querySelector('.find-panel')
    const scroller = view.dom.closest('[data-scroller]')
    if (bar === null || scroller === null) return null
    return { top: Math.max(0, bar.getBoundingClientRect().bottom - scroller.getBoundingClientRect().top) }
  })

/** Words that were selected before the bar came are seen when it has come over them. */
export function showSelected(view: EditorView, bar: HTMLElement): void {
  const { main } = view.state.selection
  const words = view.coordsAtPos(main.from)
  const { top, bottom } = bar.getBoundingClientRect()
  if (!main.empty && words !== null && words.top < bottom && words.bottom > top)
    view.dispatch({ effects: EditorView.scrollIntoView(main.from) })
}
