import fs from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../system/atomic-write'
import { attempt } from '../../shared/thrown'

/** Files that the system asked the app to open while it was ending: the next start opens them. */
interface FilesToOpen {
  /** Stores files for the next start, durable when this returns; throws where the disk rejects them. */
  leave(files: readonly string[]): void
  /** Returns the stored files in the order of the requests, and forgets them. */
  take(): readonly string[]
}

export function filesToOpen(profile: string): FilesToOpen {
  const file = path.join(profile, 'files-to-open.json')

  function read(): readonly string[] {
    const left = attempt((): unknown => JSON.parse(fs.readFileSync(file, 'utf8')))
    return Array.isArray(left) ? left.filter((one) => typeof one === 'string') : []
  }

  return {
    leave(files) {
      if (files.length > 0) writeAtomically(file, JSON.stringify([...read(), ...files]))
    },
    take() {
      const left = read()
      fs.rmSync(file, { force: true })
      return left
    },
  }
}
