import { useEffect, useRef, type RefObject } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useWindow } from '../state/store'
import { isFocusUnclaimed } from '../state/focus-keeper'

/**
 * Focuses the view if the writer asked for this document, or if it has replaced the text that had the focus. The focus
 * goes to the view as a whole and not to a button, so that keys still being typed decide nothing. If she asked to
 * decide, keys belong to this view; otherwise they are still meant for the text.
 */
export function useFirstFocus(id: DocumentId, place: RefObject<HTMLElement | null>): void {
  const part = useWindow(({ focusOn }) => (focusOn?.id === id ? focusOn.part : undefined))
  const isFirst = useRef(true)
  useEffect(() => {
    const isAskedFor = part !== undefined
    // A later request is for the text that appears once everything is decided.
    if (isAskedFor && isFirst.current) useWindow.setState({ focusOn: null })
    const view = place.current?.closest('section')
    const isHere = isFocusUnclaimed() || view === document.activeElement
    if (isAskedFor || (isFirst.current && isHere)) place.current?.focus()
    if (part === 'decision') place.current?.setAttribute('data-asked', '')
    isFirst.current = false
  }, [part, place])
}

/** Whether the view as a whole has the focus and the writer has not asked for it. */
export const isUnasked = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[tabindex="-1"]:not([data-asked])')
