import { existsSync } from 'node:fs'
import { AppError } from '../../../shared/problem'
import { isPending } from '../../library/items/library-item'
import { ITEM_KINDS, storedItems } from '../../library/items/library-items'
import { openLibraryReader, type LibraryReader } from '../../store/library-reader'
import { libraryFileIn } from '../list/connection-list'

/**
 * How many things wait in the library of this folder, which is not opened for that; 0 where its file cannot be read.
 */
export function waitingIn(folder: string): number {
  const file = libraryFileIn(folder)
  if (!existsSync(file)) return 0
  let reader: LibraryReader | undefined
  try {
    reader = openLibraryReader(file)
    const { items } = reader
    const pending = ITEM_KINDS.flatMap((kind) => storedItems(items, kind).items.filter(isPending))
    return reader.unsettledCount() + pending.length
  } catch (error) {
    // The writer learns of a damaged or newer library when she opens it.
    if (error instanceof AppError) return 0
    throw error
  } finally {
    reader?.close()
  }
}
