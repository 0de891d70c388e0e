import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Keeps the focus in a list when the item that has it goes away: the item that takes the focus now gets it, or the list
 * itself until there is one. The answer belongs on the list's element.
 */
export function useFocusKept(list: RefObject<HTMLElement | null>) {
  const isInside = useRef(false)
  useLayoutEffect(() => {
    const at = document.activeElement
    if (!isInside.current || (at !== document.body && at !== list.current)) return
    const next = list.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? list.current
    if (next !== at) next?.focus()
  })
  return {
    onFocusCapture: () => void (isInside.current = true),
    onBlurCapture({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget !== null) isInside.current = currentTarget.contains(relatedTarget)
      // An item that is taken away tells that it lost the focus as well; only a writer who left it leaves it in place.
      else
        queueMicrotask(() => {
          if (target.isConnected && document.activeElement !== target) isInside.current = false
        })
    },
  }
}
