import { closeSync, fsyncSync, openSync } from 'node:fs'

/** A new name is durable only when its folder is; not every system lets a folder be opened. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
