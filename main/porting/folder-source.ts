import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { readWithin } from './read-file'
import { FILE_BYTES_MAX, type Source, type SourceEntry } from './source'

/** The files below a folder. Symbolic links are named and never followed. */
export function openFolder(folder: string): Source {
  async function* walk(within: string): AsyncGenerator<SourceEntry> {
    const found = await readdir(path.join(folder, within), { withFileTypes: true })
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const relative = within === '' ? entry.name : `${within}/${entry.name}`
      const file = path.join(folder, relative)
      // The folder that a program keeps for itself is named, because it shows which program wrote the files; it is not read.
      if (entry.isDirectory() && entry.name.startsWith('.')) yield nothing(`${relative}/`, false)
      else if (entry.isDirectory()) yield* walk(relative)
      else if (entry.isSymbolicLink()) yield nothing(relative, true)
      else if (entry.isFile())
        yield {
          path: relative,
          isLink: false,
          read: (maxBytes = FILE_BYTES_MAX) => readWithin(file, maxBytes),
          modified: async () => (await stat(file)).mtime,
        }
    }
  }
  return { name: folder, entries: () => walk(''), close: () => Promise.resolve() }
}

const nothing = (named: string, isLink: boolean): SourceEntry => ({
  path: named,
  isLink,
  read: () => Promise.resolve(new Uint8Array()),
})
