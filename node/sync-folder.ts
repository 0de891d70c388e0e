import fs from 'node:fs'

/** What a disk answers that has no such call for folders, as some network disks: nothing more can be done there. */
const NO_SUCH_CALL: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** A new name is durable only when its folder is; not every system lets a folder be opened, or flushed. */
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

/** The same for who does not wait on this thread. */
export async function syncFolderLater(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.promises.open(folder, 'r')
  try {
    await handle.sync().catch(requireKnownCall)
  } finally {
    await handle.close()
  }
}

/** Throws what went wrong, unless the disk only does not know what it was asked. */
function requireKnownCall(error: unknown): void {
  if (!NO_SUCH_CALL.has((error as NodeJS.ErrnoException).code)) throw error
}
