import { DatabaseSync } from '@photostructure/sqlite'
import type { Database } from '../database'
import { sqliteCode, CORRUPT } from '../../../node/storage-failure'

/** The facts about a document that filters of a search need. */
export interface DocumentFacts {
  readonly folderId: number | null
  readonly status: string
}

export interface SourceDocument extends DocumentFacts {
  readonly title: string
  readonly updatedAt: number
  readonly content: string
}

interface Change {
  readonly position: number
  readonly documentId: number
}

/** The text of one document is damaged; others may be intact. */
export class DamagedDocument extends Error {}

/** Documents as search reads them, and their changes (`migrations/0002-search-changes.ts`). */
export type SearchSource = ReturnType<typeof createSearchSource>

/** A read-only connection for a thread of its own. */
export function openSearchSource(path: string): SearchSource {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  database.exec('PRAGMA cache_size = -16000')
  return createSearchSource(database)
}

/** Keeps every character of the text, including a byte order mark. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Works with any connection; it only reads. */
export function createSearchSource(database: Database) {
  const lastPosition = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'search_changes'")
  const accounts = database.prepare('SELECT id FROM accounts WHERE deleting = 0 ORDER BY id')
  const changes = database.prepare(
    `SELECT position, document_id AS documentId FROM search_changes
     WHERE account_id = ? AND position > ? ORDER BY position LIMIT ?`,
  )
  const position = database.prepare('SELECT position FROM search_changes WHERE document_id = ?')
  const allFacts = database.prepare(
    'SELECT id, folder_id AS folderId, status FROM documents WHERE account_id = ?',
  )
  const facts = database.prepare(
    'SELECT folder_id AS folderId, status FROM documents WHERE id = ? AND account_id = ?',
  )
  const size = database.prepare(
    'SELECT length(content) AS bytes FROM documents WHERE id = ? AND account_id = ?',
  )
  const document = database.prepare(
    `SELECT folder_id AS folderId, status, title, updated_at AS updatedAt, content
     FROM documents WHERE id = ? AND account_id = ?`,
  )
  const rowOf = (documentId: number, accountId: number) => {
    try {
      return document.get(documentId, accountId)
    } catch (error) {
      if (sqliteCode(error) !== CORRUPT) throw error
      throw new DamagedDocument('its text is damaged', { cause: error })
    }
  }

  return {
    /** The last change of all. */
    lastPosition: (): number => (lastPosition.get() as { seq: number } | undefined)?.seq ?? 0,
    accounts: (): number[] => (accounts.all() as { id: number }[]).map((row) => row.id),
    changesAfter: (accountId: number, after: number, most: number): Change[] =>
      changes.all(accountId, after, most),
    /** The last change of the document. */
    position: (documentId: number): number =>
      (position.get(documentId) as { position: number } | undefined)?.position ?? 0,
    *allFacts(accountId: number): Generator<[documentId: number, facts: DocumentFacts]> {
      for (const { id, ...row } of allFacts.iterate(accountId) as Iterable<DocumentFacts & { id: number }>)
        yield [id, row]
    },
    facts: (accountId: number, documentId: number): DocumentFacts | undefined =>
      facts.get(documentId, accountId) as DocumentFacts | undefined,
    /** The size of its text in bytes; 0 where there is no such document. */
    size: (accountId: number, documentId: number): number =>
      (size.get(documentId, accountId) as { bytes: number } | undefined)?.bytes ?? 0,
    /** Throws a `DamagedDocument` where the text cannot be read. */
    document(accountId: number, documentId: number): SourceDocument | undefined {
      const row = rowOf(documentId, accountId) as
        (Omit<SourceDocument, 'content'> & { content: Uint8Array }) | undefined
      return row && { ...row, content: decoder.decode(row.content) }
    },
    /** All reads of `work` show the same moment. */
    snapshot<T>(work: () => T): T {
      if (database.isTransaction) return work()
      database.exec('BEGIN')
      try {
        return work()
      } finally {
        // Nothing was written; a commit would fail again after a failed read.
        database.exec('ROLLBACK')
      }
    },
    close: (): void => database.close(),
  }
}
