import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { inTransaction, openDatabaseOf, type Database, type DatabaseKind } from '../../node/database'
import { appError } from '../../shared/problem'
import { storageError } from '../system/storage-error'
import { MIGRATIONS } from './migrations'
import { attempt } from '../../shared/thrown'

export type { Database, Statement } from '../../node/database'

/** The log is taken into the file when it is this long. */
export const LOG_BYTES = 16 * 1024 * 1024
/**
 * Four times the usual: what is written together (the rows of a page of documents in all their indexes, a long text) then
 * touches a third of the pages, and each of them costs calls of the system. A library that is there keeps its own.
 */
const PAGE_BYTES = 16_384

const LIBRARY: DatabaseKind = {
  // "StLi": the embedded service's database is another one.
  applicationId: 0x53744c69,
  migrations: MIGRATIONS,
  busyMs: 5_000,
  pragmas: `
    PRAGMA page_size = ${PAGE_BYTES};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
    PRAGMA cache_size = -16000;
    PRAGMA journal_size_limit = 67108864;
  `,
  checkAlwaysBytes: 32 * 1024 * 1024,
  compareIndexesBytes: 8 * 1024 * 1024,
  comparesForm: true,
  damaged: (file) => appError('damaged', `The library at ${file} is damaged.`),
  newer: (file) => appError('newer-version', `${file} was written by a newer version of Stet.`),
  unusable: storageError,
}

interface OpenOptions extends Partial<Pick<DatabaseKind, 'migrations'>> {
  /** Every page and the whole form are checked, however large it is: the file comes from outside. */
  readonly isForeign?: boolean
}

/**
 * Opens the database of one connection (the service's, not SQLite's), makes it where there is none, and brings it up
 * to date. `:memory:` is for tests. Throws an AppError with a sentence for a person: `damaged`, `storage-full`,
 * `storage-failed`. Never deletes, never repairs: `recovery.ts` does what can be done about a damaged one.
 */
export function openDatabase(file: string, { isForeign = false, ...other }: OpenOptions = {}): Database {
  try {
    if (file !== ':memory:') makePrivate(file)
  } catch (error) {
    throw storageError(error, file)
  }
  const database = openDatabaseOf({ ...LIBRARY, ...other }, file, isForeign ? 'all' : 'needed')
  setLogBytes(database, LOG_BYTES)
  return database
}

/**
 * Makes a database file, or one that is there, the owner's alone, and a folder for it where there is none. SQLite gives
 * the same mode to the files that it makes beside.
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const one of [file, `${file}-wal`, `${file}-shm`])
    // A disk without modes, or another owner's file that may be written to, is used as it is.
    attempt(() => {
      if (existsSync(one) && (statSync(one).mode & 0o077) !== 0) chmodSync(one, 0o600)
    })
}

/**
 * Runs `work` in one write transaction: all of it is durable when this returns, or none of it happened. Inside another
 * one it becomes a part of that. What SQLite throws comes out as an AppError.
 */
export function transaction<T>(database: Database, work: () => T): T {
  if (database.isTransaction) return work()
  try {
    const result = inTransaction(database, work)
    undoings.delete(database)
    return result
  } catch (error) {
    const undo = undoings.get(database) ?? []
    undoings.delete(database)
    for (const step of undo.reverse()) step()
    throw storageError(error, database.location() ?? 'the library')
  }
}

const undoings = new WeakMap<Database, (() => void)[]>()

/** What a module remembers of rows that it writes: `undo` puts that right again should the transaction come to nothing. */
export function onRollback(database: Database, undo: () => void): void {
  if (!database.isTransaction) return
  const steps = undoings.get(database)
  if (steps) steps.push(undo)
  else undoings.set(database, [undo])
}

/** From this length on whoever writes brings the log into the file. */
export function setLogBytes(database: Database, bytes: number): void {
  const { page_size: pageBytes } = database.prepare('PRAGMA page_size').get() as { page_size: number }
  database.exec(`PRAGMA wal_autocheckpoint = ${bytes / pageBytes}`)
}
