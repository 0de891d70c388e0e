import { DatabaseSync } from '@photostructure/sqlite'
import type { DocumentId } from '../../shared/terms'
import type { Database } from './database'
import { createJournalReader } from './journal/journal-reader'
import type { Narrowing } from './lists/list-query'
import { createReplica } from './lists/replica'

/** A document whose words have changed; `sequence` increases with every change. */
export interface MovedWords {
  readonly id: DocumentId
  readonly sequence: number
}

/** The limits of a search: those of a list, and whether a text was sent. */
export interface WordsNarrowing extends Narrowing {
  /** Limits to documents with changes that the service does not have yet. */
  readonly unsent?: boolean
}

/**
 * The data that search reads from a library: titles, texts as they are on this device, and which documents a search may
 * find.
 */
export interface WordsSource {
  lastSequence(): number
  /** Documents whose words changed after `sequence`, the oldest change first. */
  movedSince(sequence: number, limit: number): readonly MovedWords[]
  /**
   * The words of a document with unsent changes; the text is empty where it is not on this device. Throws where it
   * cannot be read.
   */
  read(id: DocumentId): { readonly title: string; readonly text: string } | undefined
  /** Those of these documents that are listed and match, in their order. */
  passing(ids: readonly DocumentId[], narrowing: WordsNarrowing): readonly DocumentId[]
  /** Those of these ids that belong to no document any more. */
  gone(ids: readonly DocumentId[]): readonly DocumentId[]
  close(): void
}

/** A second connection to a library that is written elsewhere: it only reads and never blocks a writer. */
export function openWordsSource(file: string): WordsSource {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8000')
  return createWordsSource(database, () => database.close())
}

export function createWordsSource(database: Database, close: () => void = () => {}): WordsSource {
  const last = database.prepare('SELECT max(words_sequence) AS last FROM documents')
  const moved = database.prepare(
    'SELECT id, words_sequence AS sequence FROM documents WHERE words_sequence > ? ORDER BY words_sequence LIMIT ?',
  )
  const titleOf = database.prepare('SELECT title, has_text FROM documents WHERE id = ?')
  const known = database.prepare('SELECT id FROM documents WHERE id IN (SELECT value FROM json_each(?))')
  const unsentOf = database.prepare(
    `SELECT id FROM documents
     WHERE id IN (SELECT value FROM json_each(?)) AND (pending = 1 OR remote_id IS NULL)`,
  )
  const replica = createReplica(database)
  const journal = createJournalReader(database)

  return {
    lastSequence: () => (last.get() as { last: number | null }).last ?? 0,
    movedSince: (sequence, limit) => moved.all(sequence, limit) as MovedWords[],
    read(id) {
      const found = journal.read(id)
      const row = titleOf.get(id) as { title: string; has_text: number } | undefined
      const title = row?.title ?? ''
      if (found?.kind !== 'kept') return row?.has_text === 0 ? { title, text: '' } : undefined
      return { title, text: (found.typed ?? found.copy.mine.text).replaceAll('\r\n', '\n') }
    },
    passing(ids, { unsent, ...narrowing }) {
      const left = replica.passing(ids, narrowing)
      if (unsent !== true) return left
      const found = new Set((unsentOf.all(JSON.stringify(left)) as { id: DocumentId }[]).map(({ id }) => id))
      return left.filter((id) => found.has(id))
    },
    gone(ids) {
      const there = new Set((known.all(JSON.stringify(ids)) as { id: DocumentId }[]).map(({ id }) => id))
      return ids.filter((id) => !there.has(id))
    },
    close,
  }
}
