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

/** Spelling in the languages that the writer chose. Nothing of it leaves this device, and nothing is fetched. */
export interface Spelling {
  state(): Promise<SpellingState>
  check(words: readonly string[], languages: readonly string[]): Promise<readonly number[]>
  suggest(word: string, languages: readonly string[]): Promise<readonly string[]>
  changeWords(change: {
    readonly add?: readonly string[] | undefined
    readonly remove?: readonly string[] | undefined
  }): void
  /** Takes a copy of the dictionary that this file, `.dic` or `.aff`, belongs to. Throws an AppError where it is none. */
  addDictionary(file: string): Promise<{ readonly id: string }>
  removeDictionary(id: string): Promise<void>
  languagesChosen(): void
}

interface SpellingParts {
  readonly profile: string
  readonly folders: () => Promise<Omit<DictionaryFolders, 'own'>>
  /** What the writer chose; null: nothing yet. */
  readonly chosen: () => readonly string[] | null
  /** Tags of the languages that the system is set to, the preferred one first. */
  readonly systemLanguages: () => readonly string[]
  readonly onChange: (state: SpellingState) => void
  readonly onTrouble: (sentence: string) => void
  readonly report: (error: unknown) => void
}

export function createSpelling(parts: SpellingParts): Spelling {
  const own = path.join(parts.profile, 'dictionaries')
  const personal = openPersonalWords(parts.profile, parts.onTrouble)
  const broken = new Set<string>()
  let found: Promise<readonly FoundDictionary[]> | undefined

  const thread = createSpellingThread({
    async read(language) {
      const one = (await dictionaries()).find(({ id }) => id === language)
      if (one === undefined) throw appError('not-found-here', 'This dictionary is not here any more.')
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

  /** The folders are read anew, and the thread is given what is there then. */
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
      // It is opened once, so that what is none is said now and not in the middle of a text.
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
      // A language that is not used any more gives its memory back.
      thread.end()
      tell()
    },
  }
}

/** Copies the two files that this one belongs to into the folder; answers with the id of the dictionary. */
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
  'This is no Hunspell dictionary. One has two files of the same name in one folder, ending in .aff and .dic.',
)
