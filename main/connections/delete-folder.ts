import fs from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { storageError } from '../system/storage-error'
import { folderOf } from './list/connection-list'

const REMOVED = { recursive: true, force: true, maxRetries: 3 } as const

/** The folder in which libraries stand while their files are removed. */
const goingIn = (profile: string): string => path.join(profile, 'deleted')

/**
 * Deletes the folder of a library. The folder is moved away in one step before this returns, so that no kill leaves
 * half a library that could be restored. Rejects with an AppError where the folder could not be moved.
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
  // The next start removes files that cannot be removed now.
  await rm(going, REMOVED).catch(() => {})
}

/** Removes folders that an earlier run could not remove before it ended. */
export const deleteLeftFolders = (profile: string): Promise<void> => rm(goingIn(profile), REMOVED)
