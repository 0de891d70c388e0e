import { useEffect, useLayoutEffect } from 'react'
import { setPaneOpen, useWindow, type WindowState } from '../state/store'
import { focusPane, paneNamed } from '../ui/panes'

/**
 * The keyboard goes into a drawer that comes over the window, and into the list that a press in the sidebar's drawer leads
 * to: what is typed never goes into a text below the veil. Where the keyboard is brought out of a drawer, the drawer closes.
 *
 * @param drawer the pane that was asked for
 * @param isOverlaid whether that pane lies over the window; else it stands beside the text, and there is no drawer
 * @param isShown whether that pane is drawn
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
      // Menus and dialogs of the drawer stand outside of every pane; a notice may say what was done in it.
      const name = pane?.dataset['pane']
      // On the way from the sidebar to the list one is drawn and the other asked for; the keyboard may be in either.
      const expected = [undefined, 'notice', drawer, useWindow.getState().drawer]
      if (!expected.includes(name)) useWindow.setState({ drawer: 'none' })
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [drawer, isOverlaid])
}
