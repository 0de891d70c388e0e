import { useEffect, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { focusWriting } from './panes'

/** A button that goes when what it is about is over; the focus, if it was there, is then in the text. */
export function PassingButton(props: ComponentProps<'button'>) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  // While it is taken away it is still there to be asked.
  useLayoutEffect(() => {
    const now = button.current
    return () => void (hadFocus.current = now !== null && now === document.activeElement)
  }, [])
  useEffect(
    () => () => {
      if (hadFocus.current) focusWriting()
    },
    [],
  )
  return <button ref={button} type="button" {...props} />
}
