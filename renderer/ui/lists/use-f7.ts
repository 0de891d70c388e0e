import { useEffect, useRef } from 'react'

/** Whether no other version covers the text, which uses these keys itself. */
export const isTextShown = (): boolean => document.querySelector('[data-covers-text]') === null

/**
 * Makes F7 and Shift+F7 step from place to place, also while the focus is elsewhere in the window. The focused element
 * sees the keys first, and a dialog keeps them.
 *
 * @param hears whether the keys are meant for these places while this element has the focus
 */
export function useF7(hears: (target: Element) => boolean, step: (by: 1 | -1) => void): void {
  const latest = useRef({ hears, step })
  latest.current = { hears, step }
  useEffect(() => {
    const onF7 = (event: KeyboardEvent) => {
      const { key, target, shiftKey, ctrlKey, altKey, metaKey, defaultPrevented } = event
      if (key !== 'F7' || ctrlKey || altKey || metaKey || defaultPrevented) return
      if (!(target instanceof Element) || target.closest('dialog') !== null || !latest.current.hears(target))
        return
      event.preventDefault()
      latest.current.step(shiftKey ? -1 : 1)
    }
    document.addEventListener('keydown', onF7)
    return () => document.removeEventListener('keydown', onF7)
  }, [])
}
