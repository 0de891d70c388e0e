import type { Database } from './database'

/** The use of an allowance since `startedAt` (milliseconds since 1970). */
export interface Usage {
  readonly startedAt: number
  readonly used: number
}

/** The use of each account's search quota. */
export function createQuotaStore(database: Database) {
  const find = database.prepare('SELECT started_at, used FROM search_quota WHERE account_id = ?')
  const set = database.prepare('INSERT OR REPLACE INTO search_quota VALUES (?, ?, ?)')
  return {
    find(accountId: number): Usage | undefined {
      const row = find.get(accountId) as { started_at: number; used: number } | undefined
      return row && { startedAt: row.started_at, used: row.used }
    },
    set: (accountId: number, { startedAt, used }: Usage): void => void set.run(accountId, startedAt, used),
  }
}
