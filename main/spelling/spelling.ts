import fs from 'node:fs'
import path from 'node:path'
import type { DictionaryRecord, SpellingState } from '../../shared/ipc/ipc-spelling'
import { LANGUAGES_MAX } from '../../shared/ipc/settings-bounds'
import { AppError, appError, problem } from '../../shared/problem'
import { storageError } from '../system/storage-error'
import { writeAtomically } from '../system/atomic-write'
import {
  dictionariesFor,
  findDictionaries,
  idOf,
  readDictionary,
  type DictionaryFolders,
  type FoundDictionary,
} from './dictionaries'
import { openPersonalWords } from './personal-words'
import { createSpellingThread } from './spelling-thread'

/** Spell checking in the languages that the writer chose. Words never leave this device, and nothing is downloaded. */
export interface Spelling {
  state(): Promise<SpellingState>
  check(words: readonly string[], languages: readonly string[]): Promise<readonly number[]>
  suggest(word: string, languages: readonly string[]): Promise<readonly string[]>
  changeWords(change: {
    readonly add?: readonly string[] | undefined
    readonly remove?: readonly string[] | undefined
  }): void
  /**
   * Copies the dictionary to which this file, `.dic` or `.aff`, belongs. Throws an AppError where it is not a
   * dictionary.
   */
  addDictionary(file: string): Promise<{ readonly id: string }>
  removeDictionary(id: string): Promise<void>
  languagesChosen(): void
}

interface SpellingParts {
  readonly profile: string
  readonly folders: () => Promise<Omit<DictionaryFolders, 'own'>>
  /** The writer's choice of languages; `null`: none yet. */
  readonly chosen: () => readonly string[] | null
  /** Tags of the system's languages, the preferred one first. */
  readonly systemLanguages: () => readonly string[]
  readonly onChange: (state: SpellingState) => void
  readonly warn: (sentence: string) => void
  readonly report: (error: unknown) => void
}

export function createSpelling(parts: SpellingParts): Spelling {
  const own = path.join(parts.profile, 'dictionaries')
  const personal = openPersonalWords(parts.profile, parts.warn)
  const broken = new Set<string>()
  let found: Promise<readonly FoundDictionary[]> | undefined

  const thread = createSpellingThread({
    async read(language) {
      const one = (await dictionaries()).find(({ id }) => id === language)
      if (one === undefined) throw appError('not-found-here', 'This dictionary is no longer here.')
      return readDictionary(one.stem)
    },
    isBroken(language) {
      broken.add(language)
      tell()
    },
  })

  const dictionaries = () =>
    (found ??= parts.folders().then((folders) => findDictionaries({ ...folders, own })))

  async function state(): Promise<SpellingState> {
    const all = await dictionaries()
    const usable = all.map(({ id }) => id).filter((id) => !broken.has(id))
    const bundled = all
      .filter(({ id, source }) => source === 'bundled' && usable.includes(id))
      .map(({ id }) => id)
    const languages = parts.chosen() ?? dictionariesFor(parts.systemLanguages(), usable, bundled)
    return {
      dictionaries: all.map(({ id, source }): DictionaryRecord => ({ id, source, isBroken: broken.has(id) })),
      languages: languages.filter((id) => usable.includes(id)).slice(0, LANGUAGES_MAX),
      words: [...personal.list()],
    }
  }

  function tell(): void {
    void state().then(parts.onChange).catch(parts.report)
  }

  /** Reads the folders again, and gives the thread the dictionaries that exist now. */
  function anew(): void {
    found = undefined
    broken.clear()
    thread.end()
    tell()
  }

  return {
    state,
    check: (words, languages) => thread.check(words, languages),
    suggest: (word, languages) => thread.suggest(word, languages),
    changeWords(change) {
      personal.change(change)
      tell()
    },
    async addDictionary(file) {
      const id = await copyDictionary(file, own)
      found = undefined
      broken.delete(id)
      thread.end()
      // The dictionary is opened once, so that a wrong file is reported now and not in the middle of a text.
      await thread.check(['a'], [id])
      if (!broken.has(id)) {
        tell()
        return { id }
      }
      removeCopy(id, own)
      anew()
      throw new AppError(NO_DICTIONARY)
    },
    async removeDictionary(id) {
      const one = (await dictionaries()).find((candidate) => candidate.id === id)
      if (one?.source !== 'own')
        throw appError('not-allowed', 'Only dictionaries that you added can be removed here.')
      removeCopy(id, own)
      anew()
    },
    languagesChosen() {
      // Ending the thread frees the memory of languages that are no longer used.
      thread.end()
      tell()
    },
  }
}

/** Copies the two files of this dictionary into the folder; returns its id. */
async function copyDictionary(file: string, folder: string): Promise<string> {
  const stem = file.replace(/\.(dic|aff)$/i, '')
  const id = idOf(path.basename(stem))
  if (stem === file || id === undefined) throw new AppError(NO_DICTIONARY)
  const { aff, dic } = await readDictionary(stem).catch(() => {
    throw new AppError(NO_DICTIONARY)
  })
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeAtomically(path.join(folder, `${id}.aff`), aff)
    writeAtomically(path.join(folder, `${id}.dic`), dic)
  } catch (error) {
    throw storageError(error, folder)
  }
  return id
}

function removeCopy(id: string, folder: string): void {
  try {
    for (const ending of ['aff', 'dic']) fs.rmSync(path.join(folder, `${id}.${ending}`), { force: true })
  } catch (error) {
    throw storageError(error, folder)
  }
}

const NO_DICTIONARY = problem(
  'not-allowed',
  'This is not a Hunspell dictionary. A dictionary consists of two files with the same name in one folder, ending in .aff and .dic.',
)
