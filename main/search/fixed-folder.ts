import path from 'node:path'
import { appError } from '../../shared/problem'
import type { FolderId } from '../../shared/terms'
import { isRecord, openProfileFile, type Decoded } from '../system/profile-file'

/**
 * The one folder that a connection's searches are tied to (B9). Kept beside the connection's library and not in it, so
 * that a library which is built anew does not set searches free.
 */
export interface FixedFolder {
  /** `undefined`: searches are free. Empty: they are tied, and it is not known to which folder. */
  get(): FolderId | undefined
  set(folderId: FolderId | null): void
}

/** A file that cannot be read ties searches to no folder: they stop until one is chosen, and `onTrouble` is told so. */
export function openFixedFolder(
  folder: string,
  onTrouble: (sentence: string) => void = () => {},
): FixedFolder {
  const file = openProfileFile(
    path.join(folder, 'fixed-folder.json'),
    'the folder that searches are limited to',
    decode,
    onTrouble,
  )
  let current = file.value
  return {
    get: () => current,
    set(folderId) {
      file.write({ folderId })
      current = folderId ?? undefined
    },
  }
}
function decode(json: unknown): Decoded<FolderId | undefined> {
  const folderId = isRecord(json) ? json['folderId'] : json
  if (json === undefined || (isRecord(json) && folderId === null)) return { value: undefined, unread: [] }
  const isKnown = isRecord(json) && typeof folderId === 'string' && folderId.length <= 200
  return isKnown ? { value: folderId, unread: [] } : { value: '', unread: [json] }
}

/**
 * The folder that every search is narrowed to, `undefined` where searches are free. Throws an AppError while the fixed
 * folder is blank or not there: then nothing is searched at all.
 */
export function fixedScope(
  fixed: FolderId | undefined,
  isKnown: (id: FolderId) => boolean,
): FolderId | undefined {
  if (fixed === undefined) return undefined
  const folderId = fixed.trim()
  if (folderId === '' || !isKnown(folderId))
    throw appError(
      'not-allowed',
      'This connection searches one folder only, and that folder is missing. Choose it in the settings.',
    )
  return folderId
}
