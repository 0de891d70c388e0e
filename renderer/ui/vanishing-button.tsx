import { useEffect, useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from './button'
import { focusWriting } from './panes'
import { PRESS_KEYS, ignoreSecondPress } from './second-press'

/**
 * A button that disappears when its subject is over. If it had the focus, `next` gets it, or else the text, and a key
 * that was meant for the button is typed nowhere.
 */
export function VanishingButton({
  next,
  ...props
}: ButtonProps & { readonly next?: () => HTMLElement | null }) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  // The element is still in the document while it is being removed.
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
