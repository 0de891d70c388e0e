import type { DocumentId } from '../../shared/terms'
import { transaction, type Database } from './database'
import type { MovedWords } from './words-source'

/** Which documents use which files. The index is derived from the texts and can be rebuilt at any time. */
export interface FileUses {
  /** The listed documents that use the file. */
  of(target: string): readonly { readonly documentId: DocumentId; readonly title: string }[]
  /** How many such documents use each file; files without one are left out. */
  counts(): ReadonlyMap<string, number>
  /** The targets that begin with this prefix, with the documents that use them. */
  startingWith(prefix: string): readonly { readonly target: string; readonly documentId: DocumentId }[]
  /** The number of the last change that is indexed. */
  until(): number
  /** Documents whose text changed after `sequence`, the oldest change first. */
  movedSince(sequence: number, limit: number): readonly MovedWords[]
  /** Stores these uses and notes that all changes up to `until` are indexed, in one transaction. */
  put(taken: readonly NamedFiles[], until: number): void
  /** Removes entries of documents that no longer exist. */
  tidy(): void
}

export interface NamedFiles {
  readonly id: DocumentId
  readonly files: readonly string[]
}

export function createFileUses(database: Database): FileUses {
  // The few files come first: SQLite's own plan would walk through all documents of a library whose texts use few
  // files.
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
