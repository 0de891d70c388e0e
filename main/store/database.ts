import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { inTransaction, openDatabaseOf, type Database, type DatabaseKind } from '../../node/database'
import { appError } from '../../shared/problem'
import { storageError } from '../system/storage-error'
import { MIGRATIONS } from './migrations'
import { attempt } from '../../shared/thrown'

export type { Database, Statement } from '../../node/database'

/** The log is checkpointed when it has this length. */
export const LOG_BYTES = 16 * 1024 * 1024
/**
 * Four times SQLite's default: writes that belong together (the rows of a page of documents in all their indexes, a
 * long text) then touch a third of the pages, and each page costs system calls. An existing library keeps its page
 * size.
 */
const PAGE_BYTES = 16_384

const LIBRARY: DatabaseKind = {
  // "StLi"; the embedded service's database has another id.
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
  /** Checks every page and the whole schema, whatever the size: the file comes from outside. */
  readonly isForeign?: boolean
}

/**
 * Opens the database of one connection (SQLite's own connections are not meant), creates it where it does not exist,
 * and migrates it. `:memory:` is for tests. Throws an AppError with a sentence for a person: `damaged`, `storage-full`,
 * `storage-failed`. It never deletes or repairs a file; `recovery.ts` handles a damaged one.
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
 * Creates a database file, or restricts an existing one to its owner, and creates its folder where necessary. SQLite
 * gives the same mode to the files that it makes beside it.
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const one of [file, `${file}-wal`, `${file}-shm`])
    // On a disk without modes, or with another owner's writable file, the file is used as it is.
    attempt(() => {
      if (existsSync(one) && (statSync(one).mode & 0o077) !== 0) chmodSync(one, 0o600)
    })
}

/**
 * Runs `work` in one write transaction: all of it is durable when this returns, or none of it has happened. Within
 * another transaction it becomes a part of that. Errors of SQLite become AppErrors.
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

/** For a module that remembers rows which it writes: `undo` corrects its memory if the transaction is rolled back. */
export function onRollback(database: Database, undo: () => void): void {
  if (!database.isTransaction) return
  const steps = undoings.get(database)
  if (steps) steps.push(undo)
  else undoings.set(database, [undo])
}

/** From this length on, a write checkpoints the log. */
export function setLogBytes(database: Database, bytes: number): void {
  const { page_size: pageBytes } = database.prepare('PRAGMA page_size').get() as { page_size: number }
  database.exec(`PRAGMA wal_autocheckpoint = ${bytes / pageBytes}`)
}
