import type { DocumentId } from '../../shared/terms'
import { transaction, type Database } from './database'
import type { Clock } from '../system/clock'
import { attempt } from '../../shared/thrown'

/** `sent`: the service accepted it. `told`: an event that the writer may want to look up. */
type SyncLogKind = 'sent' | 'failed' | 'told'

export interface SyncLogEntry {
  /** Milliseconds since the epoch, by this device's clock; the order is that of writing. */
  readonly at: number
  readonly kind: SyncLogKind
  readonly documentId?: DocumentId
  /** Such as "Edit of “Essay”". It never contains a key or a text. */
  readonly what: string
  readonly detail: string
}

/** The log of sends and failures, in words; bounded. */
export interface SyncLog {
  add(entry: Omit<SyncLogEntry, 'at'>): void
  /** Adds an entry; it is dropped where it cannot be written, because on a full disk texts come first. */
  note(entry: Omit<SyncLogEntry, 'at'>): void
  /** The entries, newest first; `query`: words that an entry contains. */
  read(options: {
    readonly kind?: SyncLogKind
    readonly query?: string
    readonly limit: number
  }): readonly SyncLogEntry[]
}

const ENTRIES_MAX = 20_000

export function createSyncLog(database: Database, clock: Clock): SyncLog {
  const insert = database.prepare(
    'INSERT INTO sync_log (at, kind, document_id, what, detail) VALUES (?, ?, ?, ?, ?)',
  )
  const trim = database.prepare('DELETE FROM sync_log WHERE id <= ?')
  const select = database.prepare(
    `SELECT at, kind, document_id, what, detail FROM sync_log
     WHERE (?1 IS NULL OR kind = ?1) AND (?2 = '' OR instr(lower(what || ' ' || detail), lower(?2)) > 0)
     ORDER BY id DESC LIMIT ?3`,
  )
  const add: SyncLog['add'] = ({ kind, documentId, what, detail }) =>
    transaction(database, () => {
      const { lastInsertRowid } = insert.run(clock.now(), kind, documentId ?? null, what, detail)
      if (Number(lastInsertRowid) % 256 === 0) trim.run(Number(lastInsertRowid) - ENTRIES_MAX)
    })
  return {
    add,
    note(entry) {
      // The writer learns of a full disk where it affects her words.
      attempt(() => add(entry))
    },
    read({ kind, query, limit }) {
      const rows = select.all(kind ?? null, query ?? '', limit) as unknown as (Omit<
        SyncLogEntry,
        'documentId'
      > & { document_id: string | null })[]
      return rows.map(({ document_id, at, kind: of, what, detail }) => ({
        at,
        kind: of,
        what,
        detail,
        ...(document_id !== null && { documentId: document_id }),
      }))
    },
  }
}
