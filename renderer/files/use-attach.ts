import { useApp } from '../state/context'
import { useActiveSession } from '../document/use-session'
import { showToast } from '../state/toasts'

/**
 * Attaches files chosen in the system's dialog: links are inserted into the open text; without one, the files are only
 * added to the library.
 */
export function useAttach(): () => Promise<void> {
  const { actions } = useApp()
  const session = useActiveSession()
  return async () => {
    if (session?.editor.run('attach') === true) return
    const added = await actions.run('file.choose', undefined)
    if (added === undefined || added.length === 0) return
    showToast(added.length === 1 ? `Added “${added[0]?.name}”` : `Added ${added.length} files`)
  }
}
