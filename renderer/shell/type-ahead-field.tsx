import { useEffect, useEffectEvent, useRef } from 'react'
import { useApp } from '../state/context'
import { useWindow } from '../state/store'
import { followKeys } from '../state/typed/follow-keys'
import { holdKeys } from '../state/typed/type-ahead'

/**
 * The hidden field that has the focus while a document or a name is awaited. It stands after all that may take the
 * keyboard, so its effects find that taken already where it could be.
 */
export function TypeAhead() {
  const { sessions } = useApp()
  const focusOn = useWindow((state) => state.focusOn)
  const overlay = useWindow((state) => state.overlay)
  const newItem = useWindow((state) => state.newItem)
  const place = useRef<HTMLTextAreaElement>(null)
  const isBeingOpened = useEffectEvent(
    (id: string) => useWindow.getState().active === id && sessions.get(id) === undefined,
  )
  // Once for the window: what is held while another library comes is typed there.
  useEffect(() => {
    if (place.current !== null) return followKeys(place.current, (id) => isBeingOpened(id))
  }, [])
  const isFirst = useRef(true)
  useEffect(() => {
    // At a start nobody has asked for anything yet: the keyboard waits where a key does nothing.
    if (!isFirst.current) holdKeys()
    isFirst.current = false
  }, [focusOn, overlay, newItem])
  return (
    <textarea
      ref={place}
      hidden
      tabIndex={-1}
      aria-label="Keys for what is being opened"
      className="visually-hidden"
    />
  )
}
