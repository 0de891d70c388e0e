import type { Database } from './database'

/** The common queries of tables whose rows belong to an account; pages have this order. */
export function createAccountRows<Row>(
  database: Database,
  table: 'files' | 'folders' | 'tags',
  columns: string,
  order: string,
) {
  const find = database.prepare(`SELECT ${columns} FROM ${table} WHERE id = ? AND account_id = ?`)
  const count = database.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`)
  const page = database.prepare(
    `SELECT ${columns} FROM ${table} WHERE account_id = ? ORDER BY ${order} LIMIT ? OFFSET ?`,
  )
  const remove = database.prepare(`DELETE FROM ${table} WHERE id = ? AND account_id = ?`)
  return {
    find: (accountId: number, id: number) => find.get(id, accountId) as Row | undefined,
    count: (accountId: number): number => (count.get(accountId) as { n: number }).n,
    page: (accountId: number, limit: number, offset: number): readonly Row[] =>
      page.all(accountId, limit, offset),
    remove(accountId: number, id: number): void {
      remove.run(id, accountId)
    },
  }
}
