import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { DictionaryRecord } from '../../shared/ipc/ipc-spelling'
import type { DictionaryFiles } from './engine'

/** A larger file is not a dictionary: the largest in use have 15 MB. */
const FILE_BYTES_MAX = 64_000_000
const DICTIONARIES_MAX = 300

export interface FoundDictionary extends Omit<DictionaryRecord, 'isBroken'> {
  /** The common path of both files, without `.aff` and `.dic`. */
  readonly stem: string
}

export interface DictionaryFolders {
  readonly bundled: string
  /** The folder of the dictionaries that the writer added. */
  readonly own: string
  readonly system: readonly string[]
}

/**
 * All dictionaries in these folders, by their names; one that the writer added takes precedence over another for the
 * same language.
 */
export async function findDictionaries({
  own,
  bundled,
  system,
}: DictionaryFolders): Promise<readonly FoundDictionary[]> {
  const folders = [
    { source: 'own', folder: own },
    { source: 'bundled', folder: bundled },
    ...system.map((folder) => ({ source: 'system', folder }) as const),
  ] as const
  const found = new Map<string, FoundDictionary>()
  for (const { source, folder } of folders)
    for (const stem of await stemsIn(folder)) {
      const id = idOf(path.basename(stem))
      if (id !== undefined && !found.has(id) && found.size < DICTIONARIES_MAX)
        found.set(id, { id, source, stem })
    }
  return [...found.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** The dictionaries in a folder. Hyphenation patterns and synonyms, named `hyph_` and `th_`, have no `.aff` file. */
async function stemsIn(folder: string): Promise<readonly string[]> {
  const names = new Set(await fs.readdir(folder).catch(() => []))
  return [...names]
    .flatMap((name) => /^(.+)\.dic(?:\.br)?$/.exec(name)?.[1] ?? [])
    .filter((stem) => names.has(`${stem}.aff`))
    .map((stem) => path.join(folder, stem))
    .toSorted()
}

/**
 * The name of a dictionary from that of its file: `de_DE_frami` becomes `de-DE-frami`; `undefined` where it is not such
 * a name.
 */
export function idOf(stem: string): string | undefined {
  const id = stem.replaceAll('_', '-')
  if (!/^[A-Za-z0-9][\w-]{0,59}$/.test(id)) return undefined
  try {
    return Intl.getCanonicalLocales(id)[0]
  } catch {
    return id
  }
}

/** Reads the two files; rejects where they are missing or too large. */
export async function readDictionary(stem: string): Promise<DictionaryFiles> {
  const [aff, dic] = await Promise.all([readBounded(`${stem}.aff`), readBounded(`${stem}.dic`)])
  return { aff, dic }
}

/** The words of the bundled dictionary are compressed (`.br`). */
async function readBounded(file: string): Promise<Uint8Array> {
  const found = await fs.stat(file).catch(() => undefined)
  if (found === undefined) return unpack(await fs.readFile(`${file}.br`), { maxOutputLength: FILE_BYTES_MAX })
  if (found.size > FILE_BYTES_MAX) throw new RangeError('too large for a dictionary')
  return fs.readFile(file)
}

const unpack = promisify(brotliDecompress)

/** The folders in which systems and LibreOffice keep Hunspell dictionaries; most of these do not exist. */
export async function systemFolders(): Promise<readonly string[]> {
  const { platform, env } = process
  const home = os.homedir()
  const named = (env['DICPATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  const { folders, office } =
    platform === 'darwin'
      ? {
          folders: [path.join(home, 'Library/Spelling'), '/Library/Spelling'],
          office: ['/Applications/LibreOffice.app/Contents/Resources/extensions'],
        }
      : platform === 'win32'
        ? {
            folders: [],
            office: [env['ProgramFiles'], env['ProgramFiles(x86)']].flatMap((folder) =>
              folder === undefined ? [] : [path.join(folder, 'LibreOffice/share/extensions')],
            ),
          }
        : {
            folders: [
              path.join(home, '.local/share/hunspell'),
              '/usr/local/share/hunspell',
              '/usr/share/hunspell',
              '/usr/share/myspell',
              '/usr/share/myspell/dicts',
              '/run/host/usr/share/hunspell',
            ],
            office: ['/usr/lib/libreoffice/share/extensions', '/opt/libreoffice/share/extensions'],
          }
  return [...named, ...folders, ...(await Promise.all(office.map(extensionsIn))).flat()]
}

/** LibreOffice has a folder for each language. */
const extensionsIn = async (folder: string): Promise<readonly string[]> =>
  (await fs.readdir(folder).catch(() => []))
    .filter((name) => name.startsWith('dict-'))
    .map((name) => path.join(folder, name))

/**
 * The dictionaries for a writer's preferred languages, `de-AT` for example: that of the country, or else of the
 * language.
 *
 * @param usual the dictionaries to use where no preferred language has one
 */
export function dictionariesFor(
  preferred: readonly string[],
  ids: readonly string[],
  usual: readonly string[],
): readonly string[] {
  const languageOf = (tag: string) => tag.split('-')[0]!.toLowerCase()
  const found = preferred.flatMap((tag) => {
    const same = ids.find((id) => id.toLowerCase() === tag.toLowerCase())
    return same ?? ids.find((id) => languageOf(id) === languageOf(tag)) ?? []
  })
  return found.length === 0 ? usual : [...new Set(found)]
}
