import type { DocumentId } from '../../shared/terms'
import { transaction, type Database } from './database'

export interface WordHit {
  readonly documentId: DocumentId
  /** Greater is better. */
  readonly score: number
}

/** A document whose words have moved; `sequence` grows with every move. */
export interface MovedWords {
  readonly id: DocumentId
  readonly sequence: number
}

export interface IndexedWords {
  readonly id: DocumentId
  readonly title: string
  readonly body: string
  /** The files that the text names. */
  readonly files: readonly string[]
}

/** The index of words over titles and texts, and of the files that texts name; it can be built anew at any time. */
export interface WordsIndex {
  /** Where the last run of the app had come to. */
  until(): number
  /** Documents whose words moved after `sequence`, the oldest move first. */
  movedSince(sequence: number, limit: number): readonly MovedWords[]
  /** Takes them in and notes that all up to `until` is there, in one transaction. */
  put(words: readonly IndexedWords[], until: number): void
  /** By an expression of FTS5; the best first. Documents that are in no list are left out. */
  match(expression: string, limit: number): readonly WordHit[]
  /** Forgets what belongs to no document any more. */
  tidy(): void
}

export function createWordsIndex(database: Database): WordsIndex {
  const until = database.prepare('SELECT sequence FROM indexed_until')
  const setUntil = database.prepare('UPDATE indexed_until SET sequence = ?')
  const moved = database.prepare(
    'SELECT id, words_sequence AS sequence FROM documents WHERE words_sequence > ? ORDER BY words_sequence LIMIT ?',
  )
  const find = database.prepare('SELECT rowid FROM indexed_documents WHERE document_id = ?')
  const note = database.prepare('INSERT INTO indexed_documents (document_id) VALUES (?)')
  // The last row of one of FTS5's own tables, which a run reports, may have a number beyond 2^53.
  const drop = database.prepare('DELETE FROM words WHERE rowid = ?')
  drop.setReadBigInts(true)
  const add = database.prepare('INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)')
  add.setReadBigInts(true)
  // CROSS JOIN: in this order, whatever the planner thinks.
  const match = database.prepare(
    `SELECT indexed_documents.document_id AS id, found.rank FROM
       (SELECT rowid, bm25(words, 8.0, 1.0) AS rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?) AS found
     CROSS JOIN indexed_documents ON indexed_documents.rowid = found.rowid
     CROSS JOIN documents ON documents.id = indexed_documents.document_id AND documents.hidden = 0
     ORDER BY found.rank, documents.updated_at DESC, documents.id`,
  )
  const dropUses = database.prepare('DELETE FROM file_uses WHERE document_id = ?')
  const addUse = database.prepare('INSERT OR IGNORE INTO file_uses VALUES (?, ?)')
  const orphanUses = database.prepare(
    'DELETE FROM file_uses WHERE document_id NOT IN (SELECT id FROM documents)',
  )
  const orphans = database.prepare(
    'SELECT rowid AS row FROM indexed_documents WHERE document_id NOT IN (SELECT id FROM documents)',
  )
  const forget = database.prepare('DELETE FROM indexed_documents WHERE rowid = ?')

  return {
    until: () => (until.get() as { sequence: number }).sequence,
    movedSince: (sequence, limit) => moved.all(sequence, limit) as MovedWords[],
    put(words, upTo) {
      transaction(database, () => {
        for (const { id, title, body, files } of words) {
          const known = find.get(id) as { rowid: number } | undefined
          const rowid = known?.rowid ?? Number(note.run(id).lastInsertRowid)
          if (known) drop.run(rowid)
          add.run(rowid, title, body)
          dropUses.run(id)
          for (const file of files) addUse.run(file, id)
        }
        setUntil.run(upTo)
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
        orphanUses.run()
      })
    },
  }
}
