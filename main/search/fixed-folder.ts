import path from 'node:path'
import { appError } from '../../shared/problem'
import type { FolderId } from '../../shared/terms'
import { isRecord, openProfileFile, type Decoded } from '../system/profile-file'

/**
 * The one folder to which a connection's searches are limited (B9). It is stored beside the connection's library and
 * not in it, so that rebuilding the library does not remove the limit.
 */
export interface FixedFolder {
  /** The folder; `undefined` where searches are not limited. Empty: searches are limited to an unknown folder. */
  get(): FolderId | undefined
  set(folderId: FolderId | null): void
}

/**
 * A file that cannot be read limits searches to an unknown folder: they stop until one is chosen, and `warn` is
 * called.
 */
export function openFixedFolder(folder: string, warn: (sentence: string) => void = () => {}): FixedFolder {
  const file = openProfileFile(
    path.join(folder, 'fixed-folder.json'),
    'the folder that searches are limited to',
    decode,
    warn,
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
 * The folder to which every search is limited; `undefined` where searches are not limited. Throws an AppError while the
 * fixed folder is unknown or does not exist: then no search runs at all.
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
