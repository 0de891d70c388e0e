import { useEffect, useLayoutEffect } from 'react'
import { setPaneOpen, useWindow, type WindowState } from '../state/store'
import { focusPane, paneNamed } from '../ui/panes'

/**
 * Moves the focus into a drawer that opens, and into the list that a click in the sidebar's drawer leads to, so that
 * keys never go into the covered text. The drawer closes when the focus leaves it.
 *
 * @param drawer the requested pane
 * @param isOverlaid whether that pane covers the window; otherwise it is beside the text and there is no drawer
 * @param isShown whether that pane is rendered
 */
export function useDrawerFocus(drawer: WindowState['drawer'], isOverlaid: boolean, isShown: boolean): void {
  useLayoutEffect(() => {
    if (drawer === 'none') return
    if (!isShown) return setPaneOpen(drawer, true)
    const isInside = paneNamed(drawer)?.contains(document.activeElement) === true
    if (!isInside) focusPane(drawer)
    if (!isOverlaid) useWindow.setState({ drawer: 'none' })
  }, [drawer, isOverlaid, isShown])

  useEffect(() => {
    if (!isOverlaid) return
    const onFocus = ({ target }: FocusEvent) => {
      const pane = target instanceof Element ? target.closest<HTMLElement>('[data-pane]') : null
      // Menus and dialogs of the drawer are outside every pane; a notice may report what was done in the drawer.
      const name = pane?.dataset['pane']
      // Between the sidebar and the list one is rendered and the other requested; the focus may be in either.
      const expected = [undefined, 'notice', drawer, useWindow.getState().drawer]
      if (!expected.includes(name)) useWindow.setState({ drawer: 'none' })
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [drawer, isOverlaid])
}
