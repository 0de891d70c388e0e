import path from 'node:path'
import { PERSONAL_WORDS_MAX, WORD_LENGTH_MAX } from '../../shared/ipc/settings-bounds'
import { appError } from '../../shared/problem'
import { openProfileList } from '../system/profile-file'

/** The personal dictionary: words that are accepted in every document on this device. */
interface PersonalWords {
  list(): readonly string[]
  /**
   * Changes the dictionary, durable when this returns; throws an AppError where there are too many words, and where the
   * disk rejects the file.
   */
  change(change: {
    readonly add?: readonly string[] | undefined
    readonly remove?: readonly string[] | undefined
  }): void
}

/** @param warn called with a sentence for the writer where some words could not be read */
export function openPersonalWords(folder: string, warn: (sentence: string) => void): PersonalWords {
  const known = new Set<string>()
  const words = openProfileList<string>(
    path.join(folder, 'dictionary.json'),
    'your personal dictionary',
    'words',
    (entry) => {
      if (!isWord(entry) || known.has(entry) || known.size >= PERSONAL_WORDS_MAX) return undefined
      known.add(entry)
      return entry
    },
    warn,
  )
  return {
    list: words.get,
    change({ add = [], remove = [] }) {
      const removed = new Set(remove)
      const next = [...new Set([...words.get(), ...add])].filter((word) => !removed.has(word))
      if (next.length > PERSONAL_WORDS_MAX)
        throw appError('not-allowed', 'Your dictionary is full. Remove some of its words first.')
      words.set(next)
    },
  }
}

export const isWord = (entry: unknown): entry is string =>
  typeof entry === 'string' && entry.length > 0 && entry.length <= WORD_LENGTH_MAX
