import * as files from 'node:fs/promises'
import path from 'node:path'
import { appError } from '../../shared/problem'
import { storageError } from '../system/storage-error'

/** The functions of a file system that writing needs; a test replaces them with a full disk. */
export type WritingFiles = Pick<typeof files, 'open' | 'rename' | 'rm'>

/** The name of the unfinished file; it is short, because the chosen name may have the greatest allowed length. */
const halfOf = (file: string): string => path.join(path.dirname(file), `.stet-${process.pid}.half`)

/**
 * Like `writeWhole`, for a folder that `write` creates. An existing folder is replaced where `isReplaced` allows that
 * for its files, and refused otherwise: no file of anybody else is deleted.
 */
export async function writeWholeFolder(
  folder: string,
  write: (half: string) => Promise<unknown>,
  isReplaced: (folder: string) => boolean,
  fs: WritingFiles = files,
): Promise<void> {
  const half = halfOf(folder)
  const before = `${half}.before`
  const clear = (one: string) => fs.rm(one, { force: true, recursive: true }).catch(() => {})
  try {
    await clear(half)
    const isThere = await files.stat(folder).then(
      (found) => found.isDirectory() || refuse(folder),
      () => false,
    )
    if (isThere && !isReplaced(folder)) refuse(folder)
    await write(half)
    if (isThere) await fs.rename(folder, before)
    await fs.rename(half, folder).catch(async (error: unknown) => {
      if (isThere) await fs.rename(before, folder)
      throw error
    })
    await clear(before)
  } catch (error) {
    await clear(half)
    throw storageError(error, folder)
  }
}

function refuse(folder: string): never {
  throw appError('invalid', `There is something else in ${folder}. Choose another name.`)
}

/**
 * Writes a file completely or leaves the old one: the new file is written beside it, flushed, then renamed over it.
 * `write` gets the path beside it. Throws an AppError with a sentence where the disk rejects it, and leaves no partial
 * file.
 */
export async function writeWhole(
  file: string,
  write: Uint8Array | ((half: string) => Promise<unknown>),
  fs: WritingFiles = files,
): Promise<void> {
  const half = halfOf(file)
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
