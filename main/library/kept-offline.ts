import path from 'node:path'
import type { FolderId } from '../../shared/terms'
import { openProfileList } from '../system/profile-file'

/**
 * The folders of one connection whose texts stay on this device. They are stored beside the connection's library and
 * not in it, so that they survive when the library is rebuilt; the service does not know them.
 */
export interface KeptOffline {
  /** The folders that the writer chose; the folders in them are included. */
  get(): readonly FolderId[]
  set(id: FolderId, isKept: boolean): void
}

/** `warn` is called with a sentence where the file cannot be read completely. */
export function openKeptOffline(folder: string, warn: (sentence: string) => void = () => {}): KeptOffline {
  const list = openProfileList<FolderId>(
    path.join(folder, 'kept-offline.json'),
    'the list of folders that are kept offline',
    'folderIds',
    (entry) => (typeof entry === 'string' && entry.length <= 200 ? entry : undefined),
    warn,
  )
  return {
    get: list.get,
    set(id, isKept) {
      const others = list.get().filter((one) => one !== id)
      list.set(isKept ? [...others, id] : others)
    },
  }
}
