import type { Database } from './database'

export interface StoredTag {
  readonly id: number
  readonly name: string
  readonly documentsCount: number
  readonly createdAt: number
  readonly updatedAt: number
}

const COLUMNS =
  'id, name, documents_count AS documentsCount, created_at AS createdAt, updated_at AS updatedAt'

/** Tags; which documents carry one is with the documents. */
export function createTagStore(database: Database) {
  const find = database.prepare(`SELECT ${COLUMNS} FROM tags WHERE id = ? AND account_id = ?`)
  const findNamed = database.prepare(`SELECT ${COLUMNS} FROM tags WHERE folded_name = ? AND account_id = ?`)
  const count = database.prepare('SELECT count(*) AS n FROM tags WHERE account_id = ?')
  const page = database.prepare(
    `SELECT ${COLUMNS} FROM tags WHERE account_id = ? ORDER BY folded_name LIMIT ? OFFSET ?`,
  )
  const add = database.prepare(
    'INSERT INTO tags (account_id, name, folded_name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  const rename = database.prepare('UPDATE tags SET name = ?, folded_name = ?, updated_at = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM tags WHERE id = ? AND account_id = ?')
  const unknown = database.prepare(
    `SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM tags WHERE account_id = ?)`,
  )

  return {
    find(accountId: number, id: number): StoredTag | undefined {
      return find.get(id, accountId) as StoredTag | undefined
    },

    /** Names are compared without regard to case and Unicode form. */
    findNamed(accountId: number, name: string): StoredTag | undefined {
      return findNamed.get(fold(name), accountId) as StoredTag | undefined
    },

    /** Those of `ids` that are no tags of this account. */
    unknown: (accountId: number, ids: readonly number[]): readonly number[] =>
      ids.length === 0
        ? []
        : (unknown.all(JSON.stringify(ids), accountId) as { id: number }[]).map((row) => row.id),

    count: (accountId: number): number => (count.get(accountId) as { n: number }).n,

    /** By name. */
    page: (accountId: number, limit: number, offset: number): readonly StoredTag[] =>
      page.all(accountId, limit, offset),

    add: (accountId: number, name: string, now: number): number =>
      Number(add.run(accountId, name, fold(name), now, now).lastInsertRowid),

    rename(id: number, name: string, now: number): void {
      rename.run(name, fold(name), now, id)
    },

    /** Documents lose it without a new revision (requirement F). */
    remove(accountId: number, id: number): void {
      remove.run(id, accountId)
    },
  }
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase()
