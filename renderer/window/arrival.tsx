import { useEffect } from 'react'
import { useLibrary } from '../queries'
import { useWindow } from '../store'
import { focusLibrary } from './panes'

/** Once another library was connected to and is on screen, the focus is on its folders, or on its list where they are hidden. */
export function Arrival() {
  const isArriving = useWindow((state) => state.isArriving)
  const isDue = useWindow(({ isArriving, isSwitching }) => isArriving && !isSwitching)
  const isThere = useLibrary().data !== undefined
  // Who goes somewhere meanwhile stays there.
  useEffect(() => {
    if (!isArriving) return
    const stay = () => useWindow.setState({ isArriving: false })
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, stay, true)
    return () => {
      for (const event of events) window.removeEventListener(event, stay, true)
    }
  }, [isArriving])
  useEffect(() => {
    if (!isDue || !isThere) return
    useWindow.setState({ isArriving: false })
    focusLibrary()
  }, [isDue, isThere])
  return null
}
