import { DatabaseSync } from '@photostructure/sqlite'
import type { DocumentFilter } from '../../shared/ipc-records'
import type { DocumentId, FolderId } from '../../shared/terms'
import type { Database } from './database'
import { createJournalReader } from './journal-reader'
import { createReplica } from './replica'
import type { SnapshotStore } from './snapshots'

/** A document whose words have moved; `sequence` grows with every move. */
export interface MovedWords {
  readonly id: DocumentId
  readonly sequence: number
}

/** What a search may narrow: a filter of the lists, several folders at once, a time. */
export interface Narrowing {
  readonly filter: DocumentFilter
  /** In any of these folders. */
  readonly folderIds?: readonly FolderId[]
  /** Changed at or after this time, ISO 8601. */
  readonly since?: string
  /** Only what the service does not have yet. */
  readonly unsent?: boolean
  /** What counts as recent, ISO 8601. */
  readonly recentSince: string
}

/** What search reads of a library: titles, texts as they are on this device, and which documents a search may find. */
export interface WordsSource {
  lastSequence(): number
  /** Documents whose words moved after `sequence`, the oldest move first. */
  movedSince(sequence: number, limit: number): readonly MovedWords[]
  /** With what is not sent yet; an empty text where it is not on this device, `undefined` where it cannot be read. */
  read(id: DocumentId): { readonly title: string; readonly text: string } | undefined
  /** Which of these are in a list and pass, in their order. */
  passing(ids: readonly DocumentId[], narrowing: Narrowing): readonly DocumentId[]
  /** Which of these belong to no document any more. */
  gone(ids: readonly DocumentId[]): readonly DocumentId[]
  close(): void
}

/** A second look at a library that is written elsewhere: it only reads and keeps no writer waiting. */
export function openWordsSource(file: string): WordsSource {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8000')
  return createWordsSource(database, () => database.close())
}

/** What cannot be read is put aside by the one who writes the library. */
const NO_SNAPSHOTS: Pick<SnapshotStore, 'keep'> = {
  keep() {
    throw new Error('a reader keeps nothing')
  },
}

export function createWordsSource(database: Database, close: () => void = () => {}): WordsSource {
  const last = database.prepare('SELECT max(words_sequence) AS last FROM documents')
  const moved = database.prepare(
    'SELECT id, words_sequence AS sequence FROM documents WHERE words_sequence > ? ORDER BY words_sequence LIMIT ?',
  )
  const titleOf = database.prepare('SELECT title, has_text FROM documents WHERE id = ?')
  const known = database.prepare('SELECT id FROM documents WHERE id IN (SELECT value FROM json_each(?))')
  // the plus keeps SQLite from walking all documents that are not hidden
  const narrowed = database.prepare(
    `SELECT id FROM documents WHERE +hidden = 0 AND id IN (SELECT value FROM json_each(?1))
       AND (?2 IS NULL OR folder_id IN (SELECT value FROM json_each(?2)))
       AND (?3 IS NULL OR updated_at >= ?3)
       AND (?4 = 0 OR pending = 1 OR remote_id IS NULL)`,
  )
  const replica = createReplica(database)
  const journal = createJournalReader(database, NO_SNAPSHOTS as SnapshotStore)

  return {
    lastSequence: () => (last.get() as { last: number | null }).last ?? 0,
    movedSince: (sequence, limit) => moved.all(sequence, limit) as MovedWords[],
    read(id) {
      try {
        const found = journal.read(id)
        const row = titleOf.get(id) as { title: string; has_text: number } | undefined
        const title = row?.title ?? ''
        if (found?.kind !== 'kept') return row?.has_text === 0 ? { title, text: '' } : undefined
        return { title, text: (found.typed ?? found.copy.mine.text).replaceAll('\r\n', '\n') }
      } catch {
        return undefined
      }
    },
    passing(ids, { filter, folderIds, since, unsent, recentSince }) {
      const rows = narrowed.all(
        JSON.stringify(ids),
        folderIds === undefined ? null : JSON.stringify(folderIds),
        since ?? null,
        unsent === true ? 1 : 0,
      ) as { id: DocumentId }[]
      const live = new Set(rows.map(({ id }) => id))
      const left = ids.filter((id) => live.has(id))
      const { text: _text, ...rest } = filter
      return Object.keys(rest).length === 0 ? left : replica.passing(left, rest, recentSince)
    },
    gone(ids) {
      const there = new Set((known.all(JSON.stringify(ids)) as { id: DocumentId }[]).map(({ id }) => id))
      return ids.filter((id) => !there.has(id))
    },
    close,
  }
}
