import path from 'node:path'
import { FILES } from '../connections/workspace/unsent-files'
import { writeFrontMatter } from '../porting/front-matter'
import { copyWhole, realFiles, writeAtomically, type FileSystem } from '../porting/whole-files'
import { safeName, splitName } from '../system/file-names'
import { storageError } from '../system/storage-error'
import type { NamedLibrary } from './profile-libraries'
import type { ProfileText, ProfileTexts } from './profile-texts'

interface SavedAll {
  readonly written: number
  /** Titles of texts that are not on this device, or cannot be read. */
  readonly missing: readonly string[]
}

/**
 * Writes every text as a plain markdown file with front matter, folders as folders, and every attached file as it is.
 * An existing file with other content is kept under another name. Throws an AppError with the reason where the folder
 * takes no more data; files written before that are complete.
 */
export async function saveAll(
  libraries: readonly NamedLibrary[],
  { texts, files }: Pick<ProfileTexts, 'texts' | 'files'>,
  folder: string,
  fs: FileSystem = realFiles,
): Promise<SavedAll> {
  const placeIn = placesFor(libraries, folder)
  const missing: string[] = []
  let written = 0
  try {
    for (const one of texts) {
      const text = one.read()
      if (text === undefined) {
        missing.push(one.title)
        continue
      }
      await writeAtomically(fs, placeIn(one.library, one.folders, one.fileName, '.md'), fileOf(one, text))
      written++
    }
    for (const { library, name, path: from } of files) {
      const [stem, extension] = splitName(name)
      const safe = extension.replace(/[^.\p{L}\p{N}_-]/gu, '')
      await copyWhole(fs, from, placeIn(library, [FILES], stem, safe))
      written++
    }
  } catch (error) {
    throw storageError(error, folder)
  }
  return { written, missing }
}

/** Returns unique paths for files; where there are several libraries, each has a folder of its own. */
function placesFor(libraries: readonly NamedLibrary[], folder: string) {
  const tops = new Set<string>()
  const topOf = new Map(libraries.map((one) => [one, libraries.length === 1 ? '' : safeName(one.name, tops)]))
  const names = new Map<string, Set<string>>()
  return (library: NamedLibrary, folders: readonly string[], name: string, extension: string): string => {
    const within = path.join(topOf.get(library) ?? '', ...folders.map((one) => safeName(one, new Set())))
    const taken = names.get(within) ?? new Set()
    names.set(within, taken)
    return path.join(folder, within, safeName(name, taken, extension))
  }
}

const fileOf = ({ title, facts }: ProfileText, text: string): string =>
  writeFrontMatter({ title, ...facts }, text)
