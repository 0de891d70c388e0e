import path from 'node:path'
import { IGNORED_WORDS_MAX } from '../../shared/ipc/settings-bounds'
import type { DocumentId } from '../../shared/terms'
import { isRecord, openProfileFile, type Decoded } from '../system/profile-file'
import { isWord } from './personal-words'

/** Words that are accepted in one document only, stored on this device beside the document's library. */
export interface IgnoredWords {
  of(id: DocumentId): readonly string[]
  /** Accepts a word, durable when this returns. Beyond the bound the oldest words, and documents, are forgotten. */
  ignore(id: DocumentId, word: string): void
}

interface IgnoredWordsParts {
  /** The folder of the connection, which must exist. */
  readonly folder: string
  readonly onChange: (id: DocumentId, words: readonly string[]) => void
  /** Called with a sentence for the writer where some words could not be read. */
  readonly warn: (sentence: string) => void
}

const DOCUMENTS_MAX = 2_000

export function openIgnoredWords({ folder, onChange, warn }: IgnoredWordsParts): IgnoredWords {
  const file = openProfileFile(path.join(folder, 'ignored-words.json'), 'the words you ignore', decode, warn)
  const documents = new Map(file.value)
  return {
    of: (id) => documents.get(id) ?? [],
    ignore(id, word) {
      const words = [...(documents.get(id) ?? []).filter((one) => one !== word), word]
      const next = new Map(documents)
      next.delete(id)
      next.set(id, words.slice(-IGNORED_WORDS_MAX))
      for (const oldest of next.keys()) {
        if (next.size <= DOCUMENTS_MAX) break
        next.delete(oldest)
      }
      file.write({ documents: Object.fromEntries(next) })
      documents.clear()
      for (const [key, value] of next) documents.set(key, value)
      onChange(id, next.get(id) ?? [])
    },
  }
}

function decode(json: unknown): Decoded<readonly (readonly [DocumentId, readonly string[]])[]> {
  const documents = isRecord(json) && isRecord(json['documents']) ? json['documents'] : undefined
  if (documents === undefined) return { value: [], unread: json === undefined ? [] : [json] }
  const value = Object.entries(documents).flatMap(([id, words]) =>
    Array.isArray(words) ? [[id, words.filter(isWord)] as const] : [],
  )
  const kept = value.reduce((sum, [, words]) => sum + words.length, 0)
  const all = Object.values(documents).reduce<number>(
    (sum, words) => sum + (Array.isArray(words) ? words.length : 1),
    0,
  )
  return { value, unread: kept === all ? [] : [json] }
}
