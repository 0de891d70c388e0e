import { useEffect, useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from './button'
import { focusWriting } from './panes'
import { PRESS_KEYS, ignoreSecondPress } from './second-press'

/**
 * A button that goes when what it is about is over; the focus, if it was there, is then `next`, else in the text, and a key
 * that was meant for the button is typed nowhere.
 */
export function VanishingButton({
  next,
  ...props
}: ButtonProps & { readonly next?: () => HTMLElement | null }) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  // While it is taken away it is still there to be asked.
  useLayoutEffect(() => {
    const now = button.current
    return () => void (hadFocus.current = now !== null && now === document.activeElement)
  }, [])
  const goOn = useRef(next)
  goOn.current = next
  useEffect(
    () => () => {
      if (!hadFocus.current) return
      ignoreSecondPress(PRESS_KEYS, performance.now())
      const place = goOn.current?.()
      if (place == null) focusWriting()
      else place.focus()
    },
    [],
  )
  return <Button ref={button} {...props} />
}
