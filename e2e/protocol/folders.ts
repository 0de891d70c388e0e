import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'

/** Creates folders for the tests of one file, each removed at the end of its test. */
export function useFolders() {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  function freshFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'stet-protocol-'))
    folders.push(folder)
    return folder
  }

  /** Creates a folder with these files, given as paths with contents. */
  function sample(files: Readonly<Record<string, string | Uint8Array>>): string {
    const folder = freshFolder()
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), content)
    }
    return folder
  }

  return { folders, freshFolder, sample }
}
