import { createHash } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import { appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { makePrivate, transaction, type Database } from './database'

/** A version of a document that exists as a file in the backup folder. */
export interface BackupFile {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The path within the backup folder, with `/`. */
  readonly file: string
  readonly title: string
  /** A digest of title and text, like that of a snapshot. */
  readonly digest: string
}

/** The mark of a document whose text is not on this device, so that its present text is unknown. */
export const AWAY = ''

/** The state of a document at its last backup. */
interface BackedUp {
  /** The folder of its versions, within the backup folder. */
  readonly place: string
  /** Identifies its title, its place and its last change; a document with the same mark is not read. */
  readonly mark: string
  /** A digest of the whole file. */
  readonly content: string
  /** The path of the last version, as in `BackupFile`. */
  readonly file: string
}

export interface HeldMoment {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly isBeforeRestore: boolean
}

/**
 * Maps files of the backup folder to versions. The index is in the profile. The first backup fills a new one from the
 * files that are there (`readFolder`).
 */
export interface BackupIndex {
  /** Whether no version was ever added: the index was just made, and not emptied for another folder. */
  isNew(): boolean
  of(library: string, document: DocumentId): BackedUp | undefined
  /** Whether another document has this path, ignoring case. */
  isTaken(place: string, library: string, document: DocumentId): boolean
  put(library: string, document: DocumentId, backedUp: BackedUp): void
  /** The versions of a document, newest first. */
  versions(library: string, document: DocumentId): readonly BackupFile[]
  version(id: number): (BackupFile & { readonly library: string; readonly document: DocumentId }) | undefined
  add(library: string, document: DocumentId, version: Omit<BackupFile, 'id'>): void
  remove(id: number): void
  /** The times of backups in which a text of a library changed, newest first. */
  moments(library: string, limit: number): readonly number[]
  /** Ids of the documents of a library that have a backup, even if they are no longer in the library. */
  documents(library: string): readonly DocumentId[]
  /** The last version of a document that was written by then. */
  asOf(library: string, document: DocumentId, at: number): BackupFile | undefined
  /** Continues the versions of a document under another id. */
  goesOnAs(library: string, document: DocumentId, now: DocumentId): void
  /**
   * Protects the versions that are current at this moment from thinning, because the moment was chosen for a restore,
   * or precedes one. The last few such moments are remembered.
   */
  holdMoment(at: number, isBeforeRestore: boolean): void
  heldMoments(): readonly HeldMoment[]
  /** Notes that the backup of this moment did not find the document in its library; the first note counts. */
  noteGone(library: string, document: DocumentId, at: number): void
  /**
   * The documents that are gone from a library, except the `most` that disappeared last; their backups are to be
   * removed.
   */
  goneBefore(library: string, most: number): readonly DocumentId[]
  /** Notes that the document is in its library. */
  noteThere(library: string, document: DocumentId): void
  forgetDocument(library: string, document: DocumentId): void
  /** Empties the index after another folder was chosen. */
  forget(): void
  /** Does all of the work or, where it throws, nothing. */
  atomically(work: () => void): void
  /** Writes everything into the file itself, so that no other file has to be whole. */
  settle(): void
  close(): void
}

/** The version of the schema, stored in the file. The first version stored none, and has the same tables. */
const SCHEMA = 1
const TABLES = `
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
CREATE INDEX IF NOT EXISTS versions_by_time ON versions(library, at);
CREATE TABLE IF NOT EXISTS held (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL UNIQUE,
  is_before_restore INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS gone (
  library TEXT NOT NULL,
  document TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (library, document)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = ${SCHEMA};
`

const HELD_MOMENTS = 10

function prepareTables(database: Database): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > SCHEMA) throw appError('newer-version', 'A newer version of Stet wrote the list of backups.')
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF')
  database.exec(TABLES)
}

/**
 * Opens or creates the index. Throws an AppError where a newer version has written it; that file is not changed. Errors
 * of SQLite are thrown where the file cannot be used.
 */
export function openBackupIndex(file: string): BackupIndex {
  if (file !== ':memory:') makePrivate(file)
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    prepareTables(database)
  } catch (error) {
    database.close()
    throw error
  }
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
  const moments = database.prepare(
    'SELECT DISTINCT at FROM versions WHERE library = ? ORDER BY at DESC LIMIT ?',
  )
  const documents = database.prepare('SELECT document FROM documents WHERE library = ? ORDER BY place')
  const asOf = database.prepare(
    `SELECT ${columns} FROM versions WHERE library = ? AND document = ? AND at <= ? ORDER BY at DESC, id DESC LIMIT 1`,
  )
  return {
    // SQLite keeps the last number of a table with AUTOINCREMENT when its rows go.
    isNew: () =>
      database.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'versions'").get() === undefined,
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
    moments: (library, limit) => (moments.all(library, limit) as { at: number }[]).map(({ at }) => at),
    documents: (library) =>
      (documents.all(library) as { document: DocumentId }[]).map(({ document }) => document),
    asOf: (library, document, at) => asOf.get(library, document, at) as BackupFile | undefined,
    ...goneDocuments(database),
    ...heldMoments(database),
    forget: () =>
      database.exec('DELETE FROM versions; DELETE FROM documents; DELETE FROM gone; DELETE FROM held'),
    atomically: (work) => transaction(database, work),
    settle: () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    close: () => database.close(),
  }
}

type Gone = Pick<BackupIndex, 'goesOnAs' | 'noteGone' | 'noteThere' | 'goneBefore' | 'forgetDocument'>

/** Documents that are no longer in their library, or that have another id now. */
function goneDocuments(database: Database): Gone {
  const goneNow = database.prepare('INSERT OR IGNORE INTO gone VALUES (?, ?, ?)')
  const there = database.prepare('DELETE FROM gone WHERE library = ? AND document = ?')
  const goneBefore = database.prepare(
    'SELECT document FROM gone WHERE library = ? ORDER BY at DESC, document LIMIT -1 OFFSET ?',
  )
  const forgotten = ['documents', 'versions', 'gone'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE library = ? AND document = ?`),
  )
  const renamed = ['documents', 'versions'].map((table) =>
    database.prepare(`UPDATE OR REPLACE ${table} SET document = ? WHERE library = ? AND document = ?`),
  )
  return {
    goesOnAs(library, document, now) {
      for (const update of renamed) update.run(now, library, document)
      there.run(library, document)
    },
    noteGone: (library, document, at) => void goneNow.run(library, document, at),
    noteThere: (library, document) => void there.run(library, document),
    goneBefore: (library, most) =>
      (goneBefore.all(library, most) as { document: DocumentId }[]).map(({ document }) => document),
    forgetDocument(library, document) {
      for (const statement of forgotten) statement.run(library, document)
    },
  }
}

/** Moments whose versions are exempt from thinning. */
function heldMoments(database: Database): Pick<BackupIndex, 'holdMoment' | 'heldMoments'> {
  const hold = database.prepare(
    `INSERT OR REPLACE INTO held (at, is_before_restore)
     VALUES (?1, ?2 OR coalesce((SELECT is_before_restore FROM held WHERE at = ?1), 0))`,
  )
  const forgetOldest = database.prepare(
    `DELETE FROM held WHERE number NOT IN (SELECT number FROM held ORDER BY number DESC LIMIT ${HELD_MOMENTS})`,
  )
  const held = database.prepare('SELECT at, is_before_restore AS isBefore FROM held ORDER BY at DESC')
  return {
    holdMoment(at, isBeforeRestore) {
      hold.run(at, isBeforeRestore ? 1 : 0)
      forgetOldest.run()
    },
    heldMoments: () =>
      (held.all() as { at: number; isBefore: number }[]).map(({ at, isBefore }) => ({
        at,
        isBeforeRestore: isBefore === 1,
      })),
  }
}

/** A short digest that differs for different content. */
export const markOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
