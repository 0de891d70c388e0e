import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { AppError, appError } from '../../shared/problem'
import { keepBefore } from './before-migration'
import { MIGRATIONS, type Migration } from './migrations'
import { messageOf } from '../../shared/message-of'

/** One connection. Keep it referenced while statements of it live. */
export type Database = InstanceType<typeof DatabaseSync>
export type Statement = ReturnType<Database['prepare']>

/** "Stet" in the file's header, so that another program's database is recognised and left alone. */
const APPLICATION_ID = 0x53746574
/** SQLITE_CORRUPT */
export const CORRUPT = 11
/** Below this a start always checks every page; above it only after an unclean stop. */
const CHECK_ALWAYS_BYTES = 64 * 1024 * 1024

/** Only a burst of writes gets this far (32 MB) before `checkpoint` has its turn; then one of them waits for it. */
const LOG_PAGES_MAX = 8_000

export interface OpenOptions {
  readonly migrations?: readonly Migration[]
  /** A second connection of the same process (a worker) skips the check of the pages. */
  readonly check?: boolean
}

/**
 * Opens the library's database, makes it where there is none, and brings it up to date. `:memory:` is for tests.
 * Throws an AppError with one sentence for a person (`damaged`, `newer-version`, `storage-full`,
 * `storage-failed`); never deletes, never repairs.
 */
export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const inMemory = path === ':memory:'
  let database: Database | undefined
  try {
    if (!inMemory) mkdirSync(dirname(path), { recursive: true })
    const worthChecking = !inMemory && options.check !== false && isWorthChecking(path)
    database = new DatabaseSync(path, { timeout: 10_000, enableForeignKeyConstraints: true })
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -32000;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA wal_autocheckpoint = ${LOG_PAGES_MAX};
    `)
    if (worthChecking) checkPages(database, path)
    checkOwner(database, path)
    migrate(database, path, options.migrations ?? MIGRATIONS)
    return database
  } catch (error) {
    try {
      database?.close()
    } catch {
      // the first failure is the one to report
    }
    throw storageError(error, path)
  }
}

/**
 * Runs `work` in one write transaction: all of it is durable when this returns, or none of it happened. The lock is
 * taken at the start, so what `work` reads stays true until it has written. Does not nest.
 */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Brings what the write-ahead log holds into the database, as far as readers let it. It costs as much as dozens of
 * writes, so none of them should have to do it.
 */
export function checkpoint(database: Database): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // Nothing is lost by it, and what is wrong with the disk is said to the next write.
  }
}

/** What SQLite said, where `error` came from it: its primary result code (`SQLITE_FULL` is 13, `SQLITE_CORRUPT` 11). */
export function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('sqliteCode' in error)) return undefined
  return typeof error.sqliteCode === 'number' ? error.sqliteCode & 0xff : undefined
}

/** Throws what a damaged page throws where a text is not what was written. */
export function requireWhole(text: Uint8Array, checksum: number): void {
  if (crc32(text) !== checksum)
    throw Object.assign(new Error('a text is not what was written'), { sqliteCode: CORRUPT })
}

/** The failure as a sentence for a person; `path` names what could not be used. */
export function storageError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error
  const systemCode =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  switch (sqliteCode(error)) {
    case CORRUPT:
    case 26: // SQLITE_NOTADB
      return damaged(path)
    case 13: // SQLITE_FULL
      return appError('storage-full', `The disk that holds ${path} is full.`)
    case 8: // SQLITE_READONLY
    case 14: // SQLITE_CANTOPEN
      return unwritable(path)
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
      return appError('storage-failed', `${path} is in use by another program.`)
  }
  if (systemCode === 'ENOSPC' || systemCode === 'EDQUOT')
    return appError('storage-full', `The disk that holds ${path} is full.`)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(systemCode)) return unwritable(path)
  const reason = messageOf(error)
  return appError('storage-failed', `${path} cannot be used: ${reason}.`)
}

const damaged = (path: string) =>
  appError(
    'damaged',
    `The library at ${path} is damaged and was left untouched; restore a backup, or set it aside to start anew.`,
  )

const unwritable = (path: string) =>
  appError('storage-failed', `${path} cannot be opened for writing; check the folder's permissions.`)

function isWorthChecking(path: string): boolean {
  if (!existsSync(path)) return false
  const stoppedUncleanly = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0
  return stoppedUncleanly || statSync(path).size < CHECK_ALWAYS_BYTES
}

function checkPages(database: Database, path: string): void {
  const answer = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string } | undefined
  if (answer?.quick_check !== 'ok') throw damaged(path)
}

function checkOwner(database: Database, path: string): void {
  const { application_id: owner } = database.prepare('PRAGMA application_id').get() as {
    application_id: number
  }
  const { n } = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number }
  if (n > 0 && owner !== APPLICATION_ID)
    throw appError('storage-failed', `${path} is a database of another program.`)
  if (n === 0) database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
}

function migrate(database: Database, path: string, migrations: readonly Migration[]): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT',
  )
  const rows = database.prepare('SELECT id FROM migrations').all() as { id: string }[]
  const applied = new Set(rows.map((row) => row.id))
  const known = new Set(migrations.map((migration) => migration.id))
  if ([...applied].some((id) => !known.has(id)))
    throw appError(
      'newer-version',
      `${path} was written by a newer version of Stet and was left as it is; install the newest version.`,
    )
  const next = migrations.find(({ id }) => !applied.has(id))
  if (next !== undefined && applied.size > 0 && path !== ':memory:') keepBefore(database, path, next.id)
  migrations.forEach((migration, position) => {
    if (applied.has(migration.id)) return
    transaction(database, () => {
      // another process may have been first
      if (database.prepare('SELECT 1 FROM migrations WHERE id = ?').get(migration.id)) return
      database.exec(migration.sql)
      database.prepare('INSERT INTO migrations VALUES (?, ?)').run(migration.id, position)
    })
  })
}
