import { useEffect, useRef, type RefObject } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useWindow } from '../store'
import { isFocusUnclaimed } from '../window/focus-keeper'

/**
 * The focus goes here when the writer asked for this document, or when the text that it was in has just made way; on
 * the whole and not on a button, so that keys which are still being typed decide nothing.
 */
export function useFirstFocus(id: DocumentId, place: RefObject<HTMLElement | null>): void {
  const isAskedFor = useWindow(({ focusOn }) => focusOn?.id === id)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isAskedFor || (isFirst.current && isFocusUnclaimed())) place.current?.focus()
    // What is asked for later is the text that comes once all is decided.
    if (isAskedFor && isFirst.current) useWindow.setState({ focusOn: null })
    isFirst.current = false
  }, [isAskedFor, place])
}
