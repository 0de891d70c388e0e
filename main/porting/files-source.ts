import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileWithin } from './folder-source'
import { FILE_BYTES_MAX, tooLarge, type Source } from './source'

/** Single files, as a writer opens or drops them, with the pictures beside them that they name. */
export function openFiles(files: readonly string[]): Source {
  return {
    name: 'files',
    isChosen: true,
    async *entries() {
      for (const file of files)
        yield {
          path: path.basename(file),
          async read(maxBytes = FILE_BYTES_MAX) {
            if ((await stat(file)).size > maxBytes) throw tooLarge(maxBytes)
            return readFile(file)
          },
        }
    },
    unlisted(relative) {
      const folders = new Set(files.map((file) => path.dirname(file)))
      return [...folders].map((folder) => fileWithin(folder, relative)).find((found) => found !== undefined)
    },
    close: () => Promise.resolve(),
  }
}

/** A source of files whose bytes a window hands over. */
export function givenFiles(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Source {
  return {
    name: 'files',
    isChosen: true,
    async *entries() {
      for (const { name, bytes } of files)
        yield { path: path.basename(name), read: () => Promise.resolve(bytes) }
    },
    close: () => Promise.resolve(),
  }
}

/** The names of files that are imported as texts. */
export const TEXTS = /\.(?:md|markdown|mdown|mkd|txt)$/i

export const isText = (file: string): boolean => TEXTS.test(file)

/** Whether the file itself is a document, by its name. */
export const isDocument = (file: string): boolean => isText(file) || /\.(?:docx|html?)$/i.test(file)

/** The files and folders among the arguments of a command line, as absolute paths. */
export function filesIn(words: readonly string[], folder: string): readonly string[] {
  return words
    .map((word) => path.resolve(folder, word))
    .filter((file) => isDocument(file) || existsSync(file))
}
