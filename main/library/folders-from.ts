import type { FolderId } from '../../shared/terms'
import { inOrder } from './items/organise'
import type { LibraryItem } from './items/library-item'
import type { LibraryItems } from './items/library-items'

/** Folders that are not deleted, siblings in their order. */
export const liveFolders = (items: LibraryItems): readonly LibraryItem[] =>
  [...items.all('folder')].filter(({ deleted }) => !deleted).sort(inOrder)

/** The folder and those in it at any depth, the nearest first; a circle is walked once. */
export function foldersFrom(
  folders: readonly { readonly id: FolderId; readonly parentId?: FolderId | null | undefined }[],
  top: FolderId,
): readonly FolderId[] {
  const found = new Set([top])
  // Iterating over a set also visits elements that are added meanwhile.
  for (const id of found) for (const folder of folders) if (folder.parentId === id) found.add(folder.id)
  return [...found]
}

/** The ids of the folder and its descendants among all folders of this device. */
export const folderIdsFrom = (items: LibraryItems, top: FolderId): readonly FolderId[] =>
  foldersFrom(
    liveFolders(items).map(({ id, mine }) => ({ id, parentId: mine.parentId })),
    top,
  )
