import type { LibraryChoices, Settings } from '../../shared/ipc/ipc-settings'
import { useChangeSettings } from '../state/change-settings'
import { useApp } from '../state/context'
import { useSettings } from '../state/queries'

const NONE: LibraryChoices = {}
/** Libraries come and go; what was chosen in the one that was changed longest ago is forgotten first. */
const LIBRARIES_MAX = 100

/** The choices of all libraries, with those of one changed. */
function withChoices(
  all: Settings['libraryChoices'],
  library: string,
  change: (now: LibraryChoices) => LibraryChoices,
): Settings['libraryChoices'] {
  const { [library]: own = NONE, ...others } = all
  return Object.fromEntries([...Object.entries(others).slice(1 - LIBRARIES_MAX), [library, change(own)]])
}

/** What the writer chose in the library on screen. */
export function useLibraryChoices(): LibraryChoices {
  const { connectionId } = useApp()
  return useSettings().data?.libraryChoices[connectionId] ?? NONE
}

/** Changes that from what it is when it is called. */
export function useChoose(): (change: (now: LibraryChoices) => LibraryChoices) => void {
  const { connectionId } = useApp()
  const set = useChangeSettings()
  return (change) =>
    set(({ libraryChoices }) => ({ libraryChoices: withChoices(libraryChoices, connectionId, change) }))
}
