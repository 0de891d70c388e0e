import type { Notice } from '../../../shared/ipc/ipc-records'
import type { Emit } from '../../documents/engine/window-events'
import { openKeptOffline, type KeptOffline } from '../../library/kept-offline'
import { openFixedFolder, type FixedFolder } from '../../search/fixed-folder'
import { openSavedSearches, type SavedSearches } from '../../search/saved-searches'
import { openIgnoredWords, type IgnoredWords } from '../../spelling/ignored-words'

interface FilesBesideParts {
  readonly folder: string
  readonly newUuid: () => string
  readonly emit: Emit
  readonly raise: (notice: Omit<Notice, 'id'>) => void
}

interface FilesBeside {
  readonly fixedFolder: FixedFolder
  readonly savedSearches: SavedSearches
  readonly ignoredWords: IgnoredWords
  readonly keptOffline: KeptOffline
}

/** The writer's choices for one library: small files beside its database, which a person can read and edit. */
export function openFilesBeside({ folder, newUuid, emit, raise }: FilesBesideParts): FilesBeside {
  const warn = (text: string) => raise({ tone: 'attention', text })
  return {
    fixedFolder: openFixedFolder(folder, warn),
    savedSearches: openSavedSearches({
      folder,
      newUuid,
      onChange: (all) => emit('saved-searches.changed', [...all]),
      warn,
    }),
    ignoredWords: openIgnoredWords({
      folder,
      onChange: (id, words) => emit('spelling.ignored-changed', { id, words: [...words] }),
      warn,
    }),
    keptOffline: openKeptOffline(folder, warn),
  }
}
