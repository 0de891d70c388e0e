import type { LibraryChoices, Settings } from '../../shared/ipc/ipc-settings'
import { useChangeSettings } from '../state/change-settings'
import { useApp } from '../state/context'
import { useSettings } from '../state/queries'

const NONE: LibraryChoices = {}
/**
 * The maximum number of libraries with stored choices. The library whose choices were changed longest ago is dropped
 * first.
 */
const LIBRARIES_MAX = 100

/** Copies the choices of all libraries with those of one library changed. */
function withChoices(
  all: Settings['libraryChoices'],
  library: string,
  change: (now: LibraryChoices) => LibraryChoices,
): Settings['libraryChoices'] {
  const { [library]: own = NONE, ...others } = all
  return Object.fromEntries([...Object.entries(others).slice(1 - LIBRARIES_MAX), [library, change(own)]])
}

/** The writer's choices in the library on screen. */
export function useLibraryChoices(): LibraryChoices {
  const { connectionId } = useApp()
  return useSettings().data?.libraryChoices[connectionId] ?? NONE
}

/** Returns a function that changes the choices, based on their values at the time of the call. */
export function useChoose(): (change: (now: LibraryChoices) => LibraryChoices) => void {
  const { connectionId } = useApp()
  const set = useChangeSettings()
  return (change) =>
    set(({ libraryChoices }) => ({ libraryChoices: withChoices(libraryChoices, connectionId, change) }))
}
