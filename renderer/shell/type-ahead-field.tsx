import { useEffect, useEffectEvent, useRef } from 'react'
import { useApp } from '../state/context'
import { useWindow } from '../state/store'
import { followKeys } from '../state/typed/follow-keys'
import { holdKeys } from '../state/typed/type-ahead'

/**
 * The hidden field that has the focus while a document or a name field is awaited. It is rendered after every element
 * that may take the focus, so that its effects run after theirs.
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
  // Set up once for the window: keys held during a switch of libraries are typed in the new one.
  useEffect(() => {
    if (place.current !== null) return followKeys(place.current, (id) => isBeingOpened(id))
  }, [])
  const isFirst = useRef(true)
  useEffect(() => {
    // At the start nobody has requested anything yet, so the focus stays where keys do nothing.
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
