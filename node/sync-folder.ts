import fs from 'node:fs'

/** The errors of a disk that cannot flush folders, such as some network disks: nothing more can be done there. */
const NO_SUCH_CALL: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Flushes a folder, because a new name is durable only when its folder is. Not every system lets a folder be opened, or
 * flushed.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } catch (error) {
    requireKnownCall(error)
  } finally {
    fs.closeSync(handle)
  }
}

/** Flushes a folder without blocking this thread. */
export async function syncFolderLater(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.promises.open(folder, 'r')
  try {
    await handle.sync().catch(requireKnownCall)
  } finally {
    await handle.close()
  }
}

/** Throws the error, unless it only means that the disk does not support the call. */
function requireKnownCall(error: unknown): void {
  if (!NO_SUCH_CALL.has((error as NodeJS.ErrnoException).code)) throw error
}
