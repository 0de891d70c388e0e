import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { appError, type AppError } from '../shared/problem'
import { keepBefore } from './before-migration'

/** One connection to the file. Keep it referenced while statements of it live. */
export type Database = InstanceType<typeof DatabaseSync>
export type Statement = ReturnType<Database['prepare']>

/**
 * Each runs once, in a transaction of its own, so a kill leaves all of it or nothing. A new one is appended; one that has
 * shipped is never edited.
 */
export interface Migration {
  /** File name without its extension; recorded in the table `migrations`, never renamed. */
  readonly id: string
  readonly sql: string
}

/** What a database is for, and what is said where it cannot be used. */
export interface DatabaseKind {
  /** In the file's header, so that another program's database is recognised and left alone. */
  readonly applicationId: number
  readonly migrations: readonly Migration[]
  /** How long a statement waits for another connection. */
  readonly busyMs: number
  /** One to be set first, before anything is written, comes first. */
  readonly pragmas: string
  /** Below this a start always checks every page; above it only after an unclean stop. */
  readonly checkAlwaysBytes: number
  /** Below this every index is compared with its table as well, which costs more than reading the pages. */
  readonly compareIndexesBytes: number
  /** Its form is compared with that of a new one as well: migrations have always made the same of it, to the letter. */
  readonly comparesForm: boolean
  readonly damaged: (file: string) => AppError
  readonly newer: (file: string) => AppError
  readonly unusable: (error: unknown, file: string) => AppError
}

/** Prepares a statement when it is first asked for, and only then. */
export function preparedOnce(database: Database): (sql: string) => Statement {
  const prepared = new Map<string, Statement>()
  return (sql) => {
    const found = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, found)
    return found
  }
}

/**
 * Opens a database, makes it where there is none, and brings it up to date. `:memory:` is for tests. Throws what its kind
 * says; never deletes, never repairs. `checks`: every page and the whole form, nothing of it, or what the file needs.
 */
export function openDatabaseOf(
  kind: DatabaseKind,
  file: string,
  checks: 'all' | 'none' | 'needed' = 'needed',
): Database {
  let database: Database | undefined
  try {
    const isThere = file !== ':memory:' && existsSync(file)
    const isChecked = isThere && checks !== 'none' && (checks === 'all' || isWorthChecking(kind, file))
    database = new DatabaseSync(file, { timeout: kind.busyMs, enableForeignKeyConstraints: true })
    database.exec(kind.pragmas)
    if (isChecked) checkPages(kind, database, file)
    checkOwner(kind, database, file)
    migrate(kind, database, file)
    if (isChecked && kind.comparesForm) checkSchema(kind, database, file)
    return database
  } catch (error) {
    try {
      database?.close()
    } catch {
      // The first failure is the one to report.
    }
    throw kind.unusable(error, file)
  }
}

/**
 * Runs `work` in one write transaction: all of it is durable when this returns, or none of it happened. The lock is
 * taken at the start, so what `work` reads stays true until it has written. Does not nest.
 */
export function inTransaction<T>(database: Database, work: () => T): T {
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

function isWorthChecking({ checkAlwaysBytes }: DatabaseKind, file: string): boolean {
  const stoppedUncleanly = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0
  return stoppedUncleanly || statSync(file).size < checkAlwaysBytes
}

function checkPages(kind: DatabaseKind, database: Database, file: string): void {
  const check = statSync(file).size < kind.compareIndexesBytes ? 'integrity_check' : 'quick_check'
  const answer = database.prepare(`PRAGMA ${check}(1)`).get() as Record<string, string> | undefined
  if (answer?.[check] !== 'ok') throw kind.damaged(file)
}

/** A bit that flips in a table's definition harms no page; every statement over the table fails. */
function checkSchema(kind: DatabaseKind, database: Database, file: string): void {
  const whole = new DatabaseSync(':memory:')
  try {
    migrate(kind, whole, ':memory:')
    if (schemaOf(database) !== schemaOf(whole)) throw kind.damaged(file)
  } finally {
    whole.close()
  }
}

const schemaOf = (database: Database): string =>
  JSON.stringify(
    database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
  )

/** Of a library on this device (main/store), and of what the embedded service keeps (server/store). */
const OURS: ReadonlySet<number> = new Set([0x53744c69, 0x53746574])
const EXCHANGED = 'holds another database of Stet: files were exchanged. Quit Stet and put each back.'
const ANOTHER = 'is a database of another program. Quit Stet and put the right file back.'

function checkOwner({ applicationId }: DatabaseKind, database: Database, file: string): void {
  const { application_id: owner } = database.prepare('PRAGMA application_id').get() as {
    application_id: number
  }
  const { n } = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number }
  if (n > 0 && owner !== applicationId)
    throw appError('not-allowed', `${file} ${OURS.has(owner) ? EXCHANGED : ANOTHER}`)
  if (n === 0) database.exec(`PRAGMA application_id = ${applicationId}`)
}

function migrate({ migrations, newer }: DatabaseKind, database: Database, file: string): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT',
  )
  const rows = database.prepare('SELECT id FROM migrations').all() as { id: string }[]
  const applied = new Set(rows.map(({ id }) => id))
  const known = new Set(migrations.map(({ id }) => id))
  if ([...applied].some((id) => !known.has(id))) throw newer(file)
  const next = migrations.find(({ id }) => !applied.has(id))
  if (next !== undefined && applied.size > 0 && file !== ':memory:') keepBefore(database, file, next.id)
  migrations.forEach(({ id, sql }, position) => {
    if (applied.has(id)) return
    inTransaction(database, () => {
      // Another process may have been first.
      if (database.prepare('SELECT 1 FROM migrations WHERE id = ?').get(id)) return
      database.exec(sql)
      database.prepare('INSERT INTO migrations VALUES (?, ?)').run(id, position)
    })
  })
}
