import { realpathSync, statSync, type Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { readWithin } from './read-file'
import { FILE_BYTES_MAX, LINK_REFUSED, type Source, type SourceEntry } from './source'

/**
 * The files below a folder; from hidden folders only the requested ones. Entries that are not read are listed: symbolic
 * links, folders without permission, and devices.
 */
export function openFolder(folder: string): Source {
  async function* walk(within: string, found: readonly Dirent[]): AsyncGenerator<SourceEntry> {
    for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const relative = within === '' ? entry.name : `${within}/${entry.name}`
      if (entry.isDirectory()) yield* below(relative, entry.name.startsWith('.'))
      else if (entry.isSymbolicLink()) yield refusedEntry(relative, LINK_REFUSED)
      else if (entry.isFile()) yield fileEntry(folder, relative)
      else yield refusedEntry(relative, 'It is a device or a pipe, and no file.')
    }
  }

  async function* below(relative: string, isHidden: boolean): AsyncGenerator<SourceEntry> {
    // A program's hidden folder is listed without being read, because its name shows which program wrote the files.
    if (isHidden) return yield { path: `${relative}/`, read: nothing }
    const found = await listed(path.join(folder, relative)).catch(() => undefined)
    if (found === undefined) yield refusedEntry(`${relative}/`, 'This folder cannot be read.')
    else yield* walk(relative, found)
  }

  return {
    name: folder,
    async *entries() {
      yield* walk('', await listed(folder))
    },
    unlisted: (relative) => fileWithin(folder, relative),
    close: () => Promise.resolve(),
  }
}

function fileEntry(folder: string, relative: string): SourceEntry {
  const file = path.join(folder, relative)
  return {
    path: relative,
    read: (maxBytes = FILE_BYTES_MAX) => readWithin(file, maxBytes),
    modified: async () => (await stat(file)).mtime,
  }
}

/** The file at a path below a folder; `undefined` where there is none, or where a link on the way leads out of the folder. */
export const fileWithin = (folder: string, relative: string): SourceEntry | undefined =>
  isFileWithin(folder, relative) ? fileEntry(folder, relative) : undefined

function isFileWithin(folder: string, relative: string): boolean {
  try {
    const file = realpathSync(path.join(folder, relative))
    return file.startsWith(realpathSync(folder) + path.sep) && statSync(file).isFile()
  } catch {
    return false
  }
}

const listed = (folder: string) => readdir(folder, { withFileTypes: true })
const nothing = () => Promise.resolve(new Uint8Array())
const refusedEntry = (named: string, refused: string): SourceEntry => ({
  path: named,
  refused,
  read: nothing,
})
