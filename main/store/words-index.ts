import type { DocumentId } from '../../shared/terms'
import { transaction, type Database } from './database'

export interface WordHit {
  readonly documentId: DocumentId
  /** Greater is better. */
  readonly score: number
}

/** The index of words over titles and texts; it can be built anew at any time. */
export interface WordsIndex {
  /** Documents whose words have moved since they were indexed, the oldest move first. */
  waiting(limit: number): readonly { readonly id: DocumentId; readonly sequence: number }[]
  put(id: DocumentId, sequence: number, words: { readonly title: string; readonly body: string }): void
  /** By an expression of FTS5; the best first. Documents that are in no list are left out. */
  match(expression: string, limit: number): readonly WordHit[]
  /** Forgets what belongs to no document any more. */
  tidy(): void
}

export function createWordsIndex(database: Database): WordsIndex {
  const waiting = database.prepare(
    `SELECT id, documents.words_sequence AS sequence FROM documents
     LEFT JOIN indexed_documents ON document_id = id
     WHERE indexed_documents.words_sequence IS NULL OR indexed_documents.words_sequence <> documents.words_sequence
     ORDER BY documents.words_sequence LIMIT ?`,
  )
  const note = database.prepare(
    `INSERT INTO indexed_documents (document_id, words_sequence) VALUES (?, ?)
     ON CONFLICT (document_id) DO UPDATE SET words_sequence = excluded.words_sequence RETURNING rowid`,
  )
  const drop = database.prepare('DELETE FROM words WHERE rowid = ?')
  const add = database.prepare('INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)')
  const match = database.prepare(
    `SELECT indexed_documents.document_id AS id, bm25(words, 8.0, 1.0) AS rank FROM words
     JOIN indexed_documents ON indexed_documents.rowid = words.rowid
     JOIN documents ON documents.id = indexed_documents.document_id AND documents.hidden = 0
     WHERE words MATCH ? ORDER BY rank, documents.updated_at DESC, documents.id LIMIT ?`,
  )
  const orphans = database.prepare(
    'SELECT rowid AS row FROM indexed_documents WHERE document_id NOT IN (SELECT id FROM documents)',
  )
  const forget = database.prepare('DELETE FROM indexed_documents WHERE rowid = ?')

  return {
    waiting: (limit) => waiting.all(limit) as { id: DocumentId; sequence: number }[],
    put(id, sequence, { title, body }) {
      transaction(database, () => {
        const { rowid } = note.get(id, sequence) as { rowid: number }
        drop.run(rowid)
        add.run(rowid, title, body)
      })
    },
    match(expression, limit) {
      const rows = match.all(expression, limit) as { id: DocumentId; rank: number }[]
      return rows.map(({ id, rank }) => ({ documentId: id, score: -rank }))
    },
    tidy() {
      transaction(database, () => {
        for (const { row } of orphans.all() as { row: number }[]) {
          drop.run(row)
          forget.run(row)
        }
      })
    },
  }
}
