import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Keeps the focus in a list when the focused item is removed: the item that is focusable then gets it, or the list
 * itself until there is one. The returned props belong on the list's element.
 *
 * @param itemIn finds the item that is focusable
 */
export function useFocusKept(
  list: RefObject<HTMLElement | null>,
  itemIn: (list: HTMLElement) => HTMLElement | null = focusableIn,
) {
  const isInside = useRef(false)
  useLayoutEffect(() => {
    const at = document.activeElement
    if (!isInside.current || (at !== document.body && at !== list.current)) return
    const next = (list.current && itemIn(list.current)) ?? list.current
    if (next !== at) next?.focus()
  })
  return {
    onFocusCapture: () => void (isInside.current = true),
    onBlurCapture({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget !== null) isInside.current = currentTarget.contains(relatedTarget)
      // A removed item also fires a blur event; the focus is left alone only if the writer has moved it.
      else
        queueMicrotask(() => {
          if (target.isConnected && document.activeElement !== target) isInside.current = false
        })
    },
  }
}

const focusableIn = (list: HTMLElement) => list.querySelector<HTMLElement>('[tabindex="0"]')
