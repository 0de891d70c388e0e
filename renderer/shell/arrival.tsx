import { useEffect } from 'react'
import { useApp } from '../state/context'
import { useLibrary } from '../state/queries'
import { useWindow } from '../state/store'
import { focusLibrary } from '../ui/panes'

/** Once another library was connected to and is on screen, the focus is on its folders, or on its list where they are hidden. */
export function Arrival() {
  const { connectionId } = useApp()
  const isArriving = useWindow((state) => state.arrivingAt !== null)
  // The answer to the connecting may be here before the news that another library is on screen.
  const isDue = useWindow(({ arrivingAt, isSwitching }) => arrivingAt === connectionId && !isSwitching)
  const isThere = useLibrary().data !== undefined
  // Who goes somewhere meanwhile stays there.
  useEffect(() => {
    if (!isArriving) return
    const stay = () => useWindow.setState({ arrivingAt: null })
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, stay, true)
    return () => {
      for (const event of events) window.removeEventListener(event, stay, true)
    }
  }, [isArriving])
  useEffect(() => {
    if (!isDue || !isThere) return
    useWindow.setState({ arrivingAt: null })
    focusLibrary()
  }, [isDue, isThere])
  return null
}
