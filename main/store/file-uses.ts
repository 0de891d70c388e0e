import type { DocumentId } from '../../shared/terms'
import { transaction, type Database } from './database'
import type { MovedWords } from './words-source'

/** Which documents name which files: derived from the texts, it can be built anew at any time. */
export interface FileUses {
  /** Documents that are in a list and name it. */
  of(target: string): readonly { readonly documentId: DocumentId; readonly title: string }[]
  /** How many such documents each file has; files without one are left out. */
  counts(): ReadonlyMap<string, number>
  /** Targets that begin so, with the documents that name them. */
  startingWith(prefix: string): readonly { readonly target: string; readonly documentId: DocumentId }[]
  /** Where the last run of the app had come to. */
  until(): number
  /** Documents whose text moved after `sequence`, the oldest move first. */
  movedSince(sequence: number, limit: number): readonly MovedWords[]
  /** Takes them in and notes that all up to `until` is there, in one transaction. */
  put(taken: readonly NamedFiles[], until: number): void
  /** Forgets what belongs to no document any more. */
  tidy(): void
}

export interface NamedFiles {
  readonly id: DocumentId
  readonly files: readonly string[]
}

export function createFileUses(database: Database): FileUses {
  // The few files first: by itself SQLite walks through all documents of a library in which many are named in no text.
  const of = database.prepare(
    `SELECT documents.id AS documentId, title FROM file_uses CROSS JOIN documents ON documents.id = document_id
     WHERE target = ? AND hidden = 0 ORDER BY title COLLATE NOCASE`,
  )
  const counts = database.prepare(
    `SELECT target, count(*) AS n FROM file_uses CROSS JOIN documents ON documents.id = document_id
     WHERE hidden = 0 GROUP BY target`,
  )
  const startingWith = database.prepare(
    `SELECT target, document_id AS documentId FROM file_uses CROSS JOIN documents ON documents.id = document_id
     WHERE target >= ? AND target < ? AND hidden = 0`,
  )
  const until = database.prepare('SELECT sequence FROM indexed_until')
  const setUntil = database.prepare('UPDATE indexed_until SET sequence = ?')
  const moved = database.prepare(
    'SELECT id, words_sequence AS sequence FROM documents WHERE words_sequence > ? ORDER BY words_sequence LIMIT ?',
  )
  const drop = database.prepare('DELETE FROM file_uses WHERE document_id = ?')
  const add = database.prepare('INSERT OR IGNORE INTO file_uses VALUES (?, ?)')
  const orphans = database.prepare(
    'DELETE FROM file_uses WHERE document_id NOT IN (SELECT id FROM documents)',
  )
  return {
    of: (target) => of.all(target) as { documentId: DocumentId; title: string }[],
    counts: () =>
      new Map((counts.all() as { target: string; n: number }[]).map(({ target, n }) => [target, n])),
    startingWith: (prefix) =>
      startingWith.all(prefix, `${prefix}\u{10FFFF}`) as { target: string; documentId: DocumentId }[],
    until: () => (until.get() as { sequence: number }).sequence,
    movedSince: (sequence, limit) => moved.all(sequence, limit) as MovedWords[],
    put(taken, upTo) {
      transaction(database, () => {
        for (const { id, files } of taken) {
          drop.run(id)
          for (const file of files) add.run(file, id)
        }
        setUntil.run(upTo)
      })
    },
    tidy: () => void transaction(database, () => orphans.run()),
  }
}
