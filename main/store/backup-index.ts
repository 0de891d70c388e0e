import { createHash } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import type { DocumentId } from '../../shared/terms'
import { makePrivate } from './database'

/** A version of a document that stands as a file in the backup folder. */
export interface BackupFile {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** From the backup folder, with `/`. */
  readonly file: string
  readonly title: string
  /** Over title and text, as that of a snapshot. */
  readonly digest: string
}

/** What stood at the last backup of a document. */
export interface BackedUp {
  /** The folder of its versions, from the backup folder. */
  readonly place: string
  /** What it was called, where it stood, and which change it was; a document with the same mark is not read. */
  readonly mark: string
  /** Over the whole file. */
  readonly content: string
  /** The last one, as in `BackupFile`. */
  readonly file: string
}

/**
 * Which file of the backup folder is which version. It lies in the profile and can be made anew: the files say everything
 * themselves, and without it the next backup only writes each text once more.
 */
export interface BackupIndex {
  of(library: string, document: DocumentId): BackedUp | undefined
  /** Whether another document has this place, whatever the case. */
  isTaken(place: string, library: string, document: DocumentId): boolean
  put(library: string, document: DocumentId, backedUp: BackedUp): void
  /** Newest first. */
  versions(library: string, document: DocumentId): readonly BackupFile[]
  version(id: number): (BackupFile & { readonly library: string; readonly document: DocumentId }) | undefined
  add(library: string, document: DocumentId, version: Omit<BackupFile, 'id'>): void
  remove(id: number): void
  /** Another folder was chosen: nothing is in it. */
  forget(): void
  close(): void
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS documents (
  library TEXT NOT NULL,
  document TEXT NOT NULL,
  place TEXT NOT NULL,
  mark TEXT NOT NULL,
  content TEXT NOT NULL,
  file TEXT NOT NULL,
  PRIMARY KEY (library, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS documents_by_place ON documents(lower(place));
CREATE TABLE IF NOT EXISTS versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  library TEXT NOT NULL,
  document TEXT NOT NULL,
  at INTEGER NOT NULL,
  file TEXT NOT NULL,
  title TEXT NOT NULL,
  digest TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS versions_by_document ON versions(library, document, at);
`

/** Opens the index, or makes it. Throws what SQLite throws where it cannot be used. */
export function openBackupIndex(file: string): BackupIndex {
  if (file !== ':memory:') makePrivate(file)
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF')
  database.exec(SCHEMA)
  const find = database.prepare(
    'SELECT place, mark, content, file FROM documents WHERE library = ? AND document = ?',
  )
  const taken = database.prepare(
    'SELECT 1 FROM documents WHERE lower(place) = lower(?) AND NOT (library = ? AND document = ?) LIMIT 1',
  )
  const put = database.prepare(
    `INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (library, document) DO UPDATE
     SET place = excluded.place, mark = excluded.mark, content = excluded.content, file = excluded.file`,
  )
  const columns = 'id, at, file, title, digest'
  const versions = database.prepare(
    `SELECT ${columns} FROM versions WHERE library = ? AND document = ? ORDER BY at DESC, id DESC`,
  )
  const version = database.prepare(`SELECT ${columns}, library, document FROM versions WHERE id = ?`)
  const add = database.prepare(
    'INSERT INTO versions (library, document, at, file, title, digest) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = database.prepare('DELETE FROM versions WHERE id = ?')
  return {
    of: (library, document) => find.get(library, document) as BackedUp | undefined,
    isTaken: (place, library, document) => taken.get(place, library, document) !== undefined,
    put: (library, document, { place, mark, content, file: last }) =>
      void put.run(library, document, place, mark, content, last),
    versions: (library, document) => versions.all(library, document) as readonly BackupFile[],
    version: (id) =>
      version.get(id) as
        (BackupFile & { readonly library: string; readonly document: DocumentId }) | undefined,
    add: (library, document, { at, file: path, title, digest }) =>
      void add.run(library, document, at, path, title, digest),
    remove: (id) => void remove.run(id),
    forget: () => database.exec('DELETE FROM versions; DELETE FROM documents'),
    close: () => database.close(),
  }
}

/** Short, and another one for other content. */
export const markOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
