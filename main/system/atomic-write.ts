import fs from 'node:fs'
import path from 'node:path'
import { syncFolder } from '../../node/sync-folder'

/** The file is whole at any moment: written beside, flushed, then renamed over. Durable when it returns; for the owner alone. */
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
