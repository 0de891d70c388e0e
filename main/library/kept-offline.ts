import path from 'node:path'
import type { FolderId } from '../../shared/terms'
import { listIn, openProfileFile, readEntries, type Decoded } from '../system/profile-file'

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
  const file = openProfileFile(
    path.join(folder, 'kept-offline.json'),
    'the list of folders that are kept offline',
    decode,
  )
  if (file.trouble !== undefined) onTrouble(file.trouble)
  const { unread } = file.value
  let { known } = file.value
  return {
    get: () => known,
    set(id, isKept) {
      const others = known.filter((one) => one !== id)
      const next = isKept ? [...others, id] : others
      file.write({ folderIds: [...next, ...unread] })
      known = next
    },
  }
}

function decode(
  json: unknown,
): Decoded<{ readonly known: readonly FolderId[]; readonly unread: readonly unknown[] }> {
  const list = listIn(json, 'folderIds')
  const value = readEntries(list ?? [], (entry) =>
    typeof entry === 'string' && entry.length <= 200 ? entry : undefined,
  )
  return { value, unread: json !== undefined && list === undefined ? [json] : value.unread }
}
