import { useEffect, useLayoutEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import type { Toast } from '../state/store'

/** The time a writer needs to notice that another toast has appeared. */
const NOTICED_MS = 500

/**
 * Protects against a press meant for the previous toast: a press that comes before the new toast can have been noticed
 * is ignored. The mouse is blocked at first; keys are blocked only if the previous toast had the focus, because another
 * toast is not reached by accident. A press that began on the previous toast has no effect.
 */
export function usePressGuard(toast: Toast | undefined, notice: RefObject<HTMLElement | null>) {
  const [settled, setSettled] = useState<Toast>()
  const isSettled = settled === toast
  const hadKeyboard = useRef(false)
  /**
   * The toast that was shown when the current press began; `early` if the press cannot have been meant for any toast.
   */
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
    /** Records that a key or mouse button was pressed on the toast. */
    onPress({ type }: SyntheticEvent): void {
      const isKey = type === 'keydown'
      began.current = isSettled || (isKey && !hadKeyboard.current) ? toast : 'early'
    },
    /**
     * Whether the ending press began on this toast. A press without a beginning comes from assistive technology and
     * counts.
     */
    wasMeant: (): boolean => began.current === undefined || began.current === toast,
  }
}
