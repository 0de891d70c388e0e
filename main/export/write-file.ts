import * as files from 'node:fs/promises'
import path from 'node:path'
import { appError } from '../../shared/problem'
import { storageError } from '../system/storage-error'

/** What writing needs of a file system; a test has one that is full. */
export type WritingFiles = Pick<typeof files, 'open' | 'rename' | 'rm'>

/** As short as it can be: the name that was chosen may be as long as names may be. */
const halfOf = (file: string): string => path.join(path.dirname(file), `.stet-${process.pid}.half`)

/**
 * As `writeWhole`, for a folder that `write` makes. One that is there is replaced where `isReplaced` says so of its files, and
 * refused otherwise: nothing of anybody else is deleted.
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
 * The file is whole or as it was before: written beside it, flushed, then renamed over. `write` is given the place beside
 * it. Throws an AppError with a sentence where the disk does not take it, and leaves no half file.
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
