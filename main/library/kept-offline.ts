import path from 'node:path'
import type { FolderId } from '../../shared/terms'
import { openProfileList } from '../system/profile-file'

/**
 * The folders of one connection whose texts stay on this device. Kept beside the connection's library and not in it, so
 * that they hold for a library which is built anew; the service knows nothing of them.
 */
export interface KeptOffline {
  /** As the writer chose them; what lies in them is meant as well. */
  get(): readonly FolderId[]
  set(id: FolderId, isKept: boolean): void
}

/** `onTrouble` is told a sentence where the file cannot be read whole. */
export function openKeptOffline(
  folder: string,
  onTrouble: (sentence: string) => void = () => {},
): KeptOffline {
  const list = openProfileList<FolderId>(
    path.join(folder, 'kept-offline.json'),
    'the list of folders that are kept offline',
    'folderIds',
    (entry) => (typeof entry === 'string' && entry.length <= 200 ? entry : undefined),
    onTrouble,
  )
  return {
    get: list.get,
    set(id, isKept) {
      const others = list.get().filter((one) => one !== id)
      list.set(isKept ? [...others, id] : others)
    },
  }
}
