import { DatabaseSync } from '@photostructure/sqlite'
import { openDatabase, transaction, type Database } from './database'

/** Ids and revisions that must not be issued again, and keys that must stay revoked. */
interface Issued {
  /** The highest id or revision ever issued. */
  readonly highest: number
  readonly revokedKeys: readonly Uint8Array[]
}

const WITH_REVISIONS = ['documents', 'folders', 'files'] as const

/** The ids, revisions and revoked keys of the library at `path`, as far as it can be read. */
export function issuedBy(path: string): Issued {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      const rows = database.prepare('SELECT hash FROM keys WHERE revoked_at IS NOT NULL').all()
      return {
        highest: highestIn(database),
        revokedKeys: (rows as { hash: Uint8Array }[]).map((row) => row.hash),
      }
    } finally {
      database.close()
    }
  } catch {
    // The file is damaged or missing, so only the clock is left.
    return { highest: 0, revokedKeys: [] }
  }
}

/**
 * Makes a restored library never repeat itself: every later id and revision is greater than any ever issued
 * (requirement G1). The backup does not contain what was issued after it, so both continue from the clock in
 * microseconds: nothing is ever written a million times a second. Stored answers to creates are deleted, because they
 * contain ETags.
 */
export function renew(path: string, before: Issued, nowMs: number): void {
  const database = openDatabase(path)
  try {
    const floor = Math.max(before.highest + 1, highestIn(database) + 1, nowMs * 1000)
    transaction(database, () => {
      for (const table of WITH_REVISIONS)
        database.prepare(`UPDATE ${table} SET revision = ? + revision`).run(floor)
      for (const table of numberedTables(database)) {
        database.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table)
        database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, floor)
      }
      database.exec('DELETE FROM idempotency')
      const revoke = database.prepare('UPDATE keys SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL')
      for (const hash of before.revokedKeys) revoke.run(nowMs, hash)
    })
  } finally {
    database.close()
  }
}

const numberedTables = (database: Database): readonly string[] =>
  (
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
      .all() as { name: string }[]
  ).map((row) => row.name)

function highestIn(database: Database): number {
  const highest = (sql: string) => (database.prepare(sql).get() as { n: number | null }).n ?? 0
  return Math.max(
    highest('SELECT max(seq) AS n FROM sqlite_sequence'),
    ...WITH_REVISIONS.map((table) => highest(`SELECT max(revision) AS n FROM ${table}`)),
  )
}
