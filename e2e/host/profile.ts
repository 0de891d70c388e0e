import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  EMBEDDED_ID,
  folderOf,
  libraryFileIn,
  type KnownConnection,
} from '../../main/connections/list/connection-list'
import type { Clock } from '../../main/system/clock'
import { SAMPLE_SETTINGS } from './sample-library'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { writeLibrary, type Sample } from './sample'

/** The kind of service of a test library: the embedded one, or one connected with a key. */
export type Library = KnownConnection['kind']

const NAME = 'Harbour Press'

/** The passphrase of a key that is kept under one. */
export const PASSPHRASE = 'low water, early'

/** The connection of the library that is on screen at the start. */
export const connectionTo = (address: string, kind: Library): KnownConnection =>
  kind === 'embedded'
    ? { id: EMBEDDED_ID, name: NAME, kind, address: '' }
    : { id: 'c-1', name: NAME, kind, address, form: 'bearer' }

/** Writes a new profile with the sample, as an earlier run would have left it, and returns its folder. */
export function writeProfile(
  connection: KnownConnection,
  sample: Sample,
  clock: Clock,
  settings: Partial<Settings> = {},
): string {
  const profile = mkdtempSync(join(tmpdir(), 'stet-ui-'))
  const folder = folderOf(profile, connection.id)
  mkdirSync(folder, { recursive: true })
  writeLibrary(libraryFileIn(folder), sample, clock)
  const kept = { ...SAMPLE_SETTINGS, connectionId: connection.id, ...settings }
  writeFileSync(join(profile, 'settings.json'), JSON.stringify(kept))
  writeFileSync(
    join(profile, 'connections.json'),
    JSON.stringify({ connections: [connection], activeId: connection.id }),
  )
  return profile
}

/** Letters that Hunspell tries in a misspelt word, so that it suggests words with one more letter. */
const RULES = 'SET UTF-8\nTRY abcdefghijklmnopqrstuvwxyz\n'

/** Writes a Hunspell dictionary for each language, and returns where they are. */
export function writeDictionaries(
  profile: string,
  dictionaries: Readonly<Record<string, readonly string[]>>,
) {
  const folder = join(profile, 'bundled-dictionaries')
  mkdirSync(folder)
  for (const [language, words] of Object.entries(dictionaries)) writeDictionary(join(folder, language), words)
  return { bundled: folder, system: [] }
}

/** Writes the two files of a Hunspell dictionary, `stem.aff` and `stem.dic`. */
export function writeDictionary(stem: string, words: readonly string[]): void {
  writeFileSync(`${stem}.aff`, RULES)
  writeFileSync(`${stem}.dic`, [words.length, ...words, ''].join('\n'))
}
