import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { appError, type AppError } from '../shared/problem'
import { keepBefore } from './before-migration'

/** One connection to the file. Keep it referenced while statements of it are in use. */
export type Database = InstanceType<typeof DatabaseSync>
export type Statement = ReturnType<Database['prepare']>

/**
 * A migration. Each runs once, in a transaction of its own, so that a kill leaves all of it or nothing. New ones are
 * appended; one that has shipped is never edited.
 */
export interface Migration {
  /** Its file name without the extension; it is recorded in the table `migrations` and never renamed. */
  readonly id: string
  readonly sql: string
}

/** The kind of a database, and the errors for one that cannot be used. */
export interface DatabaseKind {
  /** The id in the file's header, by which another program's database is recognised and left alone. */
  readonly applicationId: number
  readonly migrations: readonly Migration[]
  /** How long a statement waits for another connection. */
  readonly busyMs: number
  /** Pragmas in order; one that must precede every write comes first. */
  readonly pragmas: string
  /** Below this size a start always checks every page; above it only after an unclean stop. */
  readonly checkAlwaysBytes: number
  /** Below this size every index is also compared with its table, which costs more than reading the pages. */
  readonly compareIndexesBytes: number
  /**
   * Whether the schema is also compared with that of a new database: migrations have always produced exactly the same
   * one.
   */
  readonly comparesForm: boolean
  readonly damaged: (file: string) => AppError
  readonly newer: (file: string) => AppError
  readonly unusable: (error: unknown, file: string) => AppError
}

/** Prepares each statement at its first use. */
export function preparedOnce(database: Database): (sql: string) => Statement {
  const prepared = new Map<string, Statement>()
  return (sql) => {
    const found = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, found)
    return found
  }
}

/**
 * Opens a database, creates it where it does not exist, and migrates it. `:memory:` is for tests. Throws the errors of
 * its kind; never deletes or repairs a file. `checks`: every page and the whole schema, none of it, or as much as the
 * file needs.
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
 * Runs `work` in one write transaction: all of it is durable when this returns, or none of it has happened. The lock is
 * taken at the start, so that data which `work` reads stays valid until it has written. Does not nest.
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

/** Checks the schema: a flipped bit in a table's definition damages no page, but every statement on the table fails. */
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

/** The ids of libraries on this device (main/store), and of the embedded service's data (server/store). */
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
