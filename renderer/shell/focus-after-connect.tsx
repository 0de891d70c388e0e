import { useEffect } from 'react'
import { useApp } from '../state/context'
import { useLibrary } from '../state/queries'
import { useWindow } from '../state/store'
import { focusLibrary } from '../ui/panes'

/** Once another library was connected to and is on screen, the focus is on its folders, or on its list where they are hidden. */
export function FocusAfterConnect() {
  const { connectionId } = useApp()
  const isAwaited = useWindow((state) => state.focusLibraryAfterConnect !== null)
  // The answer to the connecting may be here before the news that another library is on screen.
  const isDue = useWindow(
    ({ focusLibraryAfterConnect, isSwitching }) => focusLibraryAfterConnect === connectionId && !isSwitching,
  )
  const isThere = useLibrary().data !== undefined
  // Who goes somewhere meanwhile stays there.
  useEffect(() => {
    if (!isAwaited) return
    const stay = () => useWindow.setState({ focusLibraryAfterConnect: null })
    const until = new AbortController()
    const first = { capture: true, signal: until.signal }
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, stay, first)
    return () => until.abort()
  }, [isAwaited])
  useEffect(() => {
    if (!isDue || !isThere) return
    useWindow.setState({ focusLibraryAfterConnect: null })
    focusLibrary()
  }, [isDue, isThere])
  return null
}
