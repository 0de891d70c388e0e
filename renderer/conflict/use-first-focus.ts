import { useEffect, useRef, type RefObject } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useWindow } from '../state/store'
import { isFocusUnclaimed } from '../state/focus-keeper'
import { goBack, lastFocus, leftAt } from './left-at'

/**
 * Focuses the view if the writer asked for this document, or if it has replaced the text that had the focus. The focus
 * goes back to where she was, or to words that she had begun; otherwise to the view as a whole and not to a button, so
 * that keys still being typed decide nothing. If she asked to decide, keys belong to this view; otherwise they are
 * still meant for the text.
 *
 * @param goToNext leads to the next place, where she goes if she asked to decide
 */
export function useFirstFocus(
  id: DocumentId,
  place: RefObject<HTMLElement | null>,
  goToNext?: () => void,
): void {
  const part = useWindow(({ focusOn }) => (focusOn?.id === id ? focusOn.part : undefined))
  const isFirst = useRef(true)
  const latest = useRef(goToNext)
  latest.current = goToNext
  useEffect(() => {
    const body = place.current
    const isOpening = isFirst.current
    isFirst.current = false
    const view = body?.closest('section')
    const isHere = isFocusUnclaimed() || view === document.activeElement
    if (body === null || (part === undefined && !(isOpening && isHere))) return
    // A later request for the text is for the one that appears once everything is decided.
    if (part !== undefined && (isOpening || part === 'decision')) useWindow.setState({ focusOn: null })
    const was = isOpening ? leftAt(id) : undefined
    if (was !== undefined || part === 'decision' || part === 'pane') body.setAttribute('data-asked', '')
    if (part === 'pane') return body.focus()
    if (was !== undefined && goBack(body, was)) return
    const begun = was === undefined ? body.querySelector<HTMLElement>('[data-clash] textarea') : null
    const at = isOpening ? begun : lastFocus(view)
    if (at !== null && at !== body) at.focus()
    else if (part === 'decision' && latest.current !== undefined) latest.current()
    else body.focus()
  }, [id, part, place])
}

/** Whether the view as a whole has the focus and the writer has not asked for it. */
export const isUnasked = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[tabindex="-1"]:not([data-asked])')
