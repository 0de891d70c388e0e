import path from 'node:path'
import { MAX_PERSONAL_WORDS, MAX_WORD_LENGTH } from '../../shared/ipc/settings-bounds'
import { AppError, problem } from '../../shared/problem'
import { listIn, openProfileFile, readEntries, type Decoded } from '../system/profile-file'

/** The personal dictionary: words that are right in every document on this device. */
export interface PersonalWords {
  list(): readonly string[]
  /** Durable when it returns; throws an AppError where there are too many, and where the disk refuses. */
  change(change: {
    readonly add?: readonly string[] | undefined
    readonly remove?: readonly string[] | undefined
  }): void
}

/** @param onTrouble is given a sentence for the writer where some words could not be read */
export function openPersonalWords(folder: string, onTrouble: (sentence: string) => void): PersonalWords {
  const file = openProfileFile(path.join(folder, 'dictionary.json'), 'your personal dictionary', decode)
  if (file.trouble !== undefined) onTrouble(file.trouble)
  const { unread } = file.value
  let current = file.value.known
  return {
    list: () => current,
    change({ add = [], remove = [] }) {
      const removed = new Set(remove)
      const next = [...new Set([...current, ...add])].filter((word) => !removed.has(word))
      if (next.length > MAX_PERSONAL_WORDS)
        throw new AppError(problem('not-allowed', 'Your dictionary is full. Remove some of its words first.'))
      file.write({ words: [...next, ...unread] })
      current = next
    },
  }
}

function decode(
  json: unknown,
): Decoded<{ readonly known: readonly string[]; readonly unread: readonly unknown[] }> {
  const list = listIn(json, 'words')
  const words = new Set<string>()
  const value = readEntries(list ?? [], (entry) => {
    if (!isWord(entry) || words.has(entry) || words.size >= MAX_PERSONAL_WORDS) return undefined
    words.add(entry)
    return entry
  })
  return { value, unread: json !== undefined && list === undefined ? [json] : value.unread }
}

export const isWord = (entry: unknown): entry is string =>
  typeof entry === 'string' && entry.length > 0 && entry.length <= MAX_WORD_LENGTH
