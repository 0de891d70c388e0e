import { useCallback, useEffect, useRef, useState } from 'react'
import type { Outline } from '../editor/editor'
import type { Session } from '../state/sessions'
import { useWindow } from '../state/store'

const TYPED_PAUSE_MS = 400
const MOVED_PAUSE_MS = 60
const NONE: Outline = { headings: [], more: false }

/**
 * The headings of the text, and the index of the heading whose section contains the cursor; -1 if the cursor is before
 * all headings.
 */
interface FollowedOutline extends Outline {
  readonly current: number
  /** Reads the headings again, at once or a little later. */
  readonly read: (done?: (outline: Outline) => void) => void
}

/** Follows the text and its cursor with a short delay. */
export function useOutline(session: Session | undefined): FollowedOutline {
  const [outline, setOutline] = useState(NONE)
  const [current, setCurrent] = useState(-1)
  const latest = useRef<Outline>(NONE)
  const stop = useRef(() => {})
  /** The other side has its own editor, even for the same document. */
  const side = useWindow((state) => state.side)
  const look = useCallback(() => {
    if (session === undefined) return
    const { from } = session.editor.selection()
    setCurrent(latest.current.headings.findLastIndex((heading) => heading.from <= from))
  }, [session])
  const read = useCallback(
    (done?: (outline: Outline) => void) => {
      stop.current()
      if (session === undefined) return
      stop.current = session.editor.readOutline((next) => {
        latest.current = next
        setOutline(next)
        look()
        done?.(next)
      })
    },
    [session, look],
  )
  useEffect(() => {
    if (session === undefined) return
    let reading: ReturnType<typeof setTimeout> | undefined
    let looking: ReturnType<typeof setTimeout> | undefined
    read()
    const unlisten = session.editor.listenToMoves((isTyped) => {
      clearTimeout(looking)
      looking = setTimeout(look, MOVED_PAUSE_MS)
      if (!isTyped) return
      clearTimeout(reading)
      reading = setTimeout(read, TYPED_PAUSE_MS)
    })
    return () => {
      clearTimeout(looking)
      clearTimeout(reading)
      unlisten()
      stop.current()
    }
  }, [session, side, read, look])
  return { ...outline, current, read }
}
