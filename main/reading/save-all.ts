import path from 'node:path'
import { writeFrontMatter } from '../porting/front-matter'
import { realFiles, writeAtomically, type FileSystem } from '../porting/whole-files'
import type { LibraryReader, ReadDocument } from '../store/library-reader'
import { safeName } from '../system/file-names'
import { storageError } from '../system/storage-error'

/** A library of the profile, under the name that its folder has. */
export interface NamedLibrary {
  readonly name: string
  readonly reader: LibraryReader
}

interface SavedAll {
  readonly written: number
  /** Titles of documents whose text is not on this device, or cannot be read. */
  readonly missing: readonly string[]
}

/**
 * Writes every text of the libraries as a plain markdown file with front matter, folders as folders. A file that is
 * there and says something else keeps its words under another name. Throws an AppError that says why the folder takes no
 * more; what was written by then is whole.
 */
export async function saveAll(
  libraries: readonly NamedLibrary[],
  folder: string,
  fs: FileSystem = realFiles,
): Promise<SavedAll> {
  const names = new Map<string, Set<string>>()
  const takenIn = (within: string): Set<string> => {
    const taken = names.get(within) ?? new Set()
    names.set(within, taken)
    return taken
  }
  const missing: string[] = []
  let written = 0
  try {
    for (const { name, reader } of libraries) {
      const top = libraries.length === 1 ? '' : safeName(name, new Set())
      for (const document of reader.documents()) {
        const text = document.hasText ? reader.text(document.id) : undefined
        if (text === undefined) {
          missing.push(document.title)
          continue
        }
        const within = path.join(top, ...document.folders.map((one) => safeName(one, new Set())))
        const file = path.join(folder, within, safeName(document.title, takenIn(within), '.md'))
        await writeAtomically(fs, file, fileOf(document, text))
        written++
      }
    }
  } catch (error) {
    throw storageError(error, folder)
  }
  return { written, missing }
}

const fileOf = ({ title, tags, status, updatedAt }: ReadDocument, text: string): string =>
  writeFrontMatter({ title, tags, status, updated: updatedAt }, text)
