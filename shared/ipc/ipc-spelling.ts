import { z } from 'zod'
import { documentId } from './ipc-records'
import { appCommand, appEvent, libraryCommand, libraryEvent, nothing } from './ipc-scope'
import { LANGUAGES_MAX, PERSONAL_WORDS_MAX, WORD_LENGTH_MAX, WORDS_ASKED_MAX } from './settings-bounds'

/** Spelling as it crosses the boundary between renderer and main; `ipc.ts` takes these commands in. */
const word = z.string().min(1).max(WORD_LENGTH_MAX)
/** Names a dictionary: a language tag where its file is named after one, such as `en-US`. */
const dictionaryId = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9][\w-]*$/)
export const spellingLanguages = z.array(dictionaryId).max(LANGUAGES_MAX)

const dictionaryRecord = z.object({
  id: dictionaryId,
  /** Comes with the app, stands in a folder of the system, or was chosen by the writer. */
  source: z.enum(['bundled', 'system', 'own']),
  /** The files cannot be read as a dictionary, so that nothing is checked with them. */
  isBroken: z.boolean(),
})
export type DictionaryRecord = Readonly<z.infer<typeof dictionaryRecord>>

const spellingState = z.object({
  dictionaries: z.array(dictionaryRecord),
  /** The dictionaries in use: those that the writer chose, else those of the system's languages, else what comes with the app. */
  languages: spellingLanguages,
  /** The personal dictionary, in the order in which its words were added. */
  words: z.array(word),
})
export type SpellingState = Readonly<z.infer<typeof spellingState>>

export const SPELLING_COMMANDS = {
  'spelling.state': appCommand(nothing, spellingState),
  /** For each word a bit for each of `languages` whose dictionary has the word, the first of them lowest. */
  'spelling.check': appCommand(
    z.object({ words: z.array(word).max(WORDS_ASKED_MAX), languages: spellingLanguages }),
    z.object({ languageBits: z.array(z.number().int().min(0)) }),
  ),
  /** The likeliest first; those that were found within a bounded time. */
  'spelling.suggest': appCommand(
    z.object({ word, languages: spellingLanguages }),
    z.object({ suggestions: z.array(z.string()) }),
  ),
  /** Adds words to the personal dictionary, and removes others from it. Durable when it answers. */
  'spelling.change-words': appCommand(
    z.object({
      add: z.array(word).max(PERSONAL_WORDS_MAX).optional(),
      remove: z.array(word).max(PERSONAL_WORDS_MAX).optional(),
    }),
    nothing,
  ),
  /** Asks for a Hunspell dictionary and takes a copy of it; null: none was chosen. */
  'spelling.add-dictionary': appCommand(nothing, z.object({ id: dictionaryId }).nullable()),
  /** Deletes the copy of a dictionary that the writer chose. */
  'spelling.remove-dictionary': appCommand(z.object({ id: dictionaryId }), nothing),
  /** Words that are right in this document alone. */
  'spelling.ignored': libraryCommand(z.object({ id: documentId }), z.array(word)),
  'spelling.ignore': libraryCommand(z.object({ id: documentId, word }), nothing),
} as const

export const SPELLING_EVENTS = {
  /** Dictionaries, languages in use or the personal dictionary have changed. */
  'spelling.changed': appEvent(spellingState),
  'spelling.ignored-changed': libraryEvent(z.object({ id: documentId, words: z.array(word) })),
} as const
