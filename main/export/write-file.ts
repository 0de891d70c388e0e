import * as files from 'node:fs/promises'
import path from 'node:path'
import { storageError } from '../system/storage-error'

/** What writing needs of a file system; a test has one that is full. */
export type WritingFiles = Pick<typeof files, 'open' | 'rename' | 'rm'>

/**
 * The file is whole or as it was before: written beside it, flushed, then renamed over. `write` is given the place beside
 * it. Throws an AppError with a sentence where the disk does not take it, and leaves no half file.
 */
export async function writeWhole(
  file: string,
  write: Uint8Array | ((half: string) => Promise<unknown>),
  fs: WritingFiles = files,
): Promise<void> {
  // As short as it can be: the name that was chosen may be as long as names may be.
  const half = path.join(path.dirname(file), `.stet-${process.pid}.half`)
  try {
    if (typeof write === 'function') await write(half)
    const handle = await fs.open(half, typeof write === 'function' ? 'r+' : 'w')
    try {
      if (typeof write !== 'function') await handle.writeFile(write)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await fs.rename(half, file)
  } catch (error) {
    await fs.rm(half, { force: true }).catch(() => {})
    throw storageError(error, file)
  }
}
