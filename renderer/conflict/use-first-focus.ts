import { useEffect, useRef, type RefObject } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useWindow } from '../state/store'
import { isFocusUnclaimed } from '../state/focus-keeper'

/**
 * The focus goes here when the writer asked for this document, or when the text that it was in has just made way; on
 * the whole and not on a button, so that keys which are still being typed decide nothing. Where she asked to decide, keys
 * belong to this view; else they are still meant for the text.
 */
export function useFirstFocus(id: DocumentId, place: RefObject<HTMLElement | null>): void {
  const part = useWindow(({ focusOn }) => (focusOn?.id === id ? focusOn.part : undefined))
  const isFirst = useRef(true)
  useEffect(() => {
    const isAskedFor = part !== undefined
    // What is asked for later is the text that comes once all is decided.
    if (isAskedFor && isFirst.current) useWindow.setState({ focusOn: null })
    const view = place.current?.closest('section')
    const isHere = isFocusUnclaimed() || view === document.activeElement
    if (isAskedFor || (isFirst.current && isHere)) place.current?.focus()
    if (part === 'decision') place.current?.setAttribute('data-asked', '')
    isFirst.current = false
  }, [part, place])
}

/** The view as a whole has the keyboard, and the writer has not asked for it. */
export const isUnasked = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[tabindex="-1"]:not([data-asked])')
