import { useEffect } from 'react'
import { useApp } from '../state/context'
import { useLibrary } from '../state/queries'
import { useWindow } from '../state/store'
import { focusLibrary } from '../ui/panes'

/**
 * After a new connection, once its library is on screen, focuses the folders, or the list if the folders are hidden.
 */
export function FocusAfterConnect() {
  const { connectionId } = useApp()
  const isAwaited = useWindow((state) => state.focusLibraryAfterConnect !== null)
  // The reply to the connect command may arrive before the event that another library is on screen.
  const isDue = useWindow(
    ({ focusLibraryAfterConnect, isSwitching }) => focusLibraryAfterConnect === connectionId && !isSwitching,
  )
  const isThere = useLibrary().data !== undefined
  // If the writer goes elsewhere meanwhile, the focus stays there.
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
