import { z } from 'zod'
import { documentId } from './ipc-records'
import { appCommand, appEvent, libraryCommand, libraryEvent, nothing } from './ipc-scope'
import { LANGUAGES_MAX, PERSONAL_WORDS_MAX, WORD_LENGTH_MAX, WORDS_ASKED_MAX } from './settings-bounds'

/** Spelling commands, as they cross the boundary between renderer and main. */
const word = z.string().min(1).max(WORD_LENGTH_MAX)
/** The name of a dictionary: a language tag where its file is named after one, such as `en-US`. */
const dictionaryId = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9][\w-]*$/)
export const spellingLanguages = z.array(dictionaryId).max(LANGUAGES_MAX)

const dictionaryRecord = z.object({
  id: dictionaryId,
  /** Bundled with the app, found in a system folder, or added by the writer. */
  source: z.enum(['bundled', 'system', 'own']),
  /** Whether the files cannot be read as a dictionary, so that no word is checked with them. */
  isBroken: z.boolean(),
})
export type DictionaryRecord = Readonly<z.infer<typeof dictionaryRecord>>

const spellingState = z.object({
  dictionaries: z.array(dictionaryRecord),
  /** The dictionaries in use: the writer's choice, or else those of the system's languages, or else the bundled one. */
  languages: spellingLanguages,
  /** The personal dictionary, in the order in which its words were added. */
  words: z.array(word),
})
export type SpellingState = Readonly<z.infer<typeof spellingState>>

export const SPELLING_COMMANDS = {
  'spelling.state': appCommand(nothing, spellingState),
  /**
   * For each word, a bit for each of `languages` whose dictionary has the word; the first language has the lowest bit.
   */
  'spelling.check': appCommand(
    z.object({ words: z.array(word).max(WORDS_ASKED_MAX), languages: spellingLanguages }),
    z.object({ languageBits: z.array(z.number().int().min(0)) }),
  ),
  /** Suggestions, the most likely first, as far as they were found within a bounded time. */
  'spelling.suggest': appCommand(
    z.object({ word, languages: spellingLanguages }),
    z.object({ suggestions: z.array(z.string()) }),
  ),
  /** Adds words to the personal dictionary, and removes others. Durable when this resolves. */
  'spelling.change-words': appCommand(
    z.object({
      add: z.array(word).max(PERSONAL_WORDS_MAX).optional(),
      remove: z.array(word).max(PERSONAL_WORDS_MAX).optional(),
    }),
    nothing,
  ),
  /** Asks for a Hunspell dictionary and copies it; null: none was chosen. */
  'spelling.add-dictionary': appCommand(nothing, z.object({ id: dictionaryId }).nullable()),
  /** Deletes the copy of a dictionary that the writer added. */
  'spelling.remove-dictionary': appCommand(z.object({ id: dictionaryId }), nothing),
  /** Words that are accepted in this document only. */
  'spelling.ignored': libraryCommand(z.object({ id: documentId }), z.array(word)),
  'spelling.ignore': libraryCommand(z.object({ id: documentId, word }), nothing),
} as const

export const SPELLING_EVENTS = {
  /** The dictionaries, the languages in use or the personal dictionary have changed. */
  'spelling.changed': appEvent(spellingState),
  'spelling.ignored-changed': libraryEvent(z.object({ id: documentId, words: z.array(word) })),
} as const
