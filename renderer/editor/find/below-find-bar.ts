import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Keeps positions that are scrolled into view from being hidden by the find bar, which covers the top of the text and
 * is higher on a narrow side.
 *
 * @param place the element that contains the bar
 */
export const belowFindBar = (place: HTMLElement): Extension =>
  EditorView.scrollMargins.of((view) => {
    const bar = place.querySelector('.find-panel')
    const scroller = view.dom.closest('[data-scroller]')
    if (bar === null || scroller === null) return null
    return { top: Math.max(0, bar.getBoundingClientRect().bottom - scroller.getBoundingClientRect().top) }
  })

/** Scrolls the selection into view if the bar has covered it. */
export function showSelected(view: EditorView, bar: HTMLElement): void {
  const { main } = view.state.selection
  const words = view.coordsAtPos(main.from)
  const { top, bottom } = bar.getBoundingClientRect()
  if (!main.empty && words !== null && words.top < bottom && words.bottom > top)
    view.dispatch({ effects: EditorView.scrollIntoView(main.from) })
}
