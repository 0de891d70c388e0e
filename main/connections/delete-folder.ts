import fs from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { storageError } from '../system/storage-error'
import { folderOf } from './list/connection-list'

const REMOVED = { recursive: true, force: true, maxRetries: 3 } as const

/** Folders of libraries stand here while their files are removed. */
const goingIn = (profile: string): string => path.join(profile, 'deleted')

/**
 * Deletes the folder of a library, which leaves its place in one step before this returns: no kill leaves half a library
 * that could be brought back. Rejects with an AppError where the folder had to stay as it is.
 */
export async function deleteFolder(profile: string, id: string): Promise<void> {
  const folder = folderOf(profile, id)
  const going = path.join(goingIn(profile), id)
  try {
    fs.mkdirSync(goingIn(profile), { recursive: true, mode: 0o700 })
    fs.rmSync(going, REMOVED)
    if (fs.existsSync(folder)) fs.renameSync(folder, going)
  } catch (error) {
    throw storageError(error, folder)
  }
  // The next start removes what cannot be removed now.
  await rm(going, REMOVED).catch(() => {})
}

/** Removes what an earlier run could not remove, or was ended before. */
export const deleteLeftFolders = (profile: string): Promise<void> => rm(goingIn(profile), REMOVED)
