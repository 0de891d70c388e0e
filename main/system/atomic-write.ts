import fs from 'node:fs'
import path from 'node:path'
import { syncFolder } from '../../node/sync-folder'

/**
 * Writes a file so that it is complete at any moment: the new one is written beside it, flushed, then renamed over it.
 * Durable when this returns; only the owner may read it.
 */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.new`
  try {
    const handle = fs.openSync(temporary, 'w', 0o600)
    try {
      fs.writeFileSync(handle, content)
      fs.fsyncSync(handle)
    } finally {
      fs.closeSync(handle)
    }
    fs.renameSync(temporary, file)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(path.dirname(file))
}
