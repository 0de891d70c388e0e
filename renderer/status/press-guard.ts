import { useEffect, useLayoutEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import type { Toast } from '../state/store'

/** A hand needs so long to notice that another sentence stands there. */
const NOTICED_MS = 500

/**
 * A sentence may come under a hand that is about to press what stood there: what is pressed before it can have been seen
 * was not meant for it. By mouse it takes no press at first; by keys only where the one before had the keyboard, because
 * no other sentence is reached by accident. A press that began on the one before ends without effect.
 */
export function usePressGuard(toast: Toast | undefined, notice: RefObject<HTMLElement | null>) {
  const [settled, setSettled] = useState<Toast>()
  const isSettled = settled === toast
  const hadKeyboard = useRef(false)
  /** What stood there when the button that is now being pressed went down; `early` is nothing that could be meant. */
  const began = useRef<Toast | 'early'>(undefined)

  useLayoutEffect(() => {
    hadKeyboard.current = notice.current?.contains(document.activeElement) === true
    const timer = setTimeout(() => setSettled(toast), NOTICED_MS)
    return () => {
      clearTimeout(timer)
      setSettled(undefined)
    }
  }, [toast, notice])

  useEffect(() => {
    const forget = () => setTimeout(() => (began.current = undefined))
    const until = new AbortController()
    for (const end of ['pointerup', 'pointercancel', 'keyup'])
      window.addEventListener(end, forget, { signal: until.signal, capture: true })
    return () => until.abort()
  }, [])

  return {
    isSettled,
    /** A key or a button of the mouse goes down on the notice. */
    onPress({ type }: SyntheticEvent): void {
      const isKey = type === 'keydown'
      began.current = isSettled || (isKey && !hadKeyboard.current) ? toast : 'early'
    },
    /** Whether the press that ends now began on this sentence; one that began nowhere is a tool's of the writer. */
    wasMeant: (): boolean => began.current === undefined || began.current === toast,
  }
}
