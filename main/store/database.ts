import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { appError } from '../../shared/problem'
import { keepBefore } from './before-migration'
import { MIGRATIONS, type Migration } from './migrations'
import { storageError } from '../system/storage-error'

/** One connection to the file. Keep it referenced while statements of it live. */
export type Database = InstanceType<typeof DatabaseSync>
export type Statement = ReturnType<Database['prepare']>

/** In the file's header, so that another program's database, the embedded service's too, is recognised and left alone. */
const APPLICATION_ID = 0x53744c69
/** Below this a start always checks every page; above it only after an unclean stop. */
const CHECK_ALWAYS_BYTES = 32 * 1024 * 1024
/** Below this every index is compared with its table as well, which costs more than reading the pages. */
const COMPARE_INDEXES_BYTES = 8 * 1024 * 1024
/**
 * Four times the usual: what is written together (the rows of a page of documents in all their indexes, a long text) then
 * touches a third of the pages, and each of them costs calls of the system. A library that is there keeps its own.
 */
const PAGE_BYTES = 16_384
/** The log is taken into the file when it is this long. */
export const LOG_BYTES = 16 * 1024 * 1024

export interface OpenOptions {
  readonly migrations?: readonly Migration[]
  /** Every page and the whole form are checked, however large it is: the file comes from outside. */
  readonly isForeign?: boolean
}

/**
 * Opens the database of one connection (the service's, not SQLite's), makes it where there is none, and brings it up
 * to date. `:memory:` is for tests. Throws an AppError with a sentence for a person: `damaged`, `storage-full`,
 * `storage-failed`. Never deletes, never repairs: `recovery.ts` does what can be done about a damaged one.
 */
export function openDatabase(file: string, options: OpenOptions = {}): Database {
  const inMemory = file === ':memory:'
  let database: Database | undefined
  try {
    if (!inMemory) makePrivate(file)
    const worthChecking = !inMemory && (options.isForeign === true || isWorthChecking(file))
    database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
    database.exec(`
      PRAGMA page_size = ${PAGE_BYTES};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -16000;
      PRAGMA journal_size_limit = 67108864;
    `)
    setLogBytes(database, LOG_BYTES)
    if (worthChecking) checkPages(database, file)
    checkOwner(database, file)
    const migrations = options.migrations ?? MIGRATIONS
    migrate(database, file, migrations)
    if (worthChecking) checkSchema(database, file, migrations)
    return database
  } catch (error) {
    try {
      database?.close()
    } catch {
      // the first failure is the one to report
    }
    throw storageError(error, file)
  }
}

/**
 * Makes a database file, or one that is there, the owner's alone, and a folder for it where there is none. SQLite gives
 * the same mode to the files that it makes beside.
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const one of [file, `${file}-wal`, `${file}-shm`])
    try {
      if (existsSync(one) && (statSync(one).mode & 0o077) !== 0) chmodSync(one, 0o600)
    } catch {
      // A disk without modes, or another owner's file that may be written to, is used as it is.
    }
}

/**
 * Runs `work` in one write transaction: all of it is durable when this returns, or none of it happened. Inside another
 * one it becomes a part of that. What SQLite throws comes out as an AppError.
 */
export function transaction<T>(database: Database, work: () => T): T {
  if (database.isTransaction) return work()
  try {
    database.exec('BEGIN IMMEDIATE')
    const result = work()
    database.exec('COMMIT')
    undoings.delete(database)
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
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

function isWorthChecking(file: string): boolean {
  if (!existsSync(file)) return false
  const stoppedUncleanly = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0
  return stoppedUncleanly || statSync(file).size < CHECK_ALWAYS_BYTES
}

function checkPages(database: Database, file: string): void {
  const check = statSync(file).size < COMPARE_INDEXES_BYTES ? 'integrity_check' : 'quick_check'
  const answer = database.prepare(`PRAGMA ${check}(1)`).get() as Record<string, string> | undefined
  if (answer?.[check] !== 'ok') throw appError('damaged', `The library at ${file} is damaged.`)
}

/** A bit that flips in a table's definition harms no page; every statement over the table fails. */
function checkSchema(database: Database, file: string, migrations: readonly Migration[]): void {
  const whole = new DatabaseSync(':memory:')
  try {
    migrate(whole, ':memory:', migrations)
    if (schemaOf(database) !== schemaOf(whole))
      throw appError('damaged', `The library at ${file} is damaged.`)
  } finally {
    whole.close()
  }
}

const schemaOf = (database: Database): string =>
  JSON.stringify(
    database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
  )

function checkOwner(database: Database, file: string): void {
  const { application_id: owner } = database.prepare('PRAGMA application_id').get() as {
    application_id: number
  }
  const { n } = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number }
  if (n > 0 && owner !== APPLICATION_ID)
    throw appError('storage-failed', `${file} is a database of another program.`)
  if (n === 0) database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
}

function migrate(database: Database, file: string, migrations: readonly Migration[]): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT',
  )
  const rows = database.prepare('SELECT id FROM migrations').all() as { id: string }[]
  const applied = new Set(rows.map(({ id }) => id))
  const known = new Set(migrations.map(({ id }) => id))
  if ([...applied].some((id) => !known.has(id)))
    throw appError('newer-version', `${file} was written by a newer version of Stet.`)
  const next = migrations.find(({ id }) => !applied.has(id))
  if (next !== undefined && applied.size > 0 && file !== ':memory:') keepBefore(database, file, next.id)
  migrations.forEach(({ id, sql }, position) => {
    if (applied.has(id)) return
    transaction(database, () => {
      database.exec(sql)
      database.prepare('INSERT INTO migrations VALUES (?, ?)').run(id, position)
    })
  })
}
