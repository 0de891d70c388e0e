import { createAccountRows } from './account-rows'
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

/** Tags; the tags of documents are stored with the documents. */
export function createTagStore(database: Database) {
  const findNamed = database.prepare(`SELECT ${COLUMNS} FROM tags WHERE folded_name = ? AND account_id = ?`)
  const add = database.prepare(
    'INSERT INTO tags (account_id, name, folded_name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  const rename = database.prepare('UPDATE tags SET name = ?, folded_name = ?, updated_at = ? WHERE id = ?')
  const unknown = database.prepare(
    `SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM tags WHERE account_id = ?)`,
  )

  return {
    /** Ordered by name. Removing a tag from documents does not change their revisions (requirement F). */
    ...createAccountRows<StoredTag>(database, 'tags', COLUMNS, 'folded_name'),

    /** Compares names ignoring case and Unicode form. */
    findNamed(accountId: number, name: string): StoredTag | undefined {
      return findNamed.get(fold(name), accountId) as StoredTag | undefined
    },

    /** Those of `ids` that are not tags of this account. */
    unknown: (accountId: number, ids: readonly number[]): readonly number[] =>
      ids.length === 0
        ? []
        : (unknown.all(JSON.stringify(ids), accountId) as { id: number }[]).map((row) => row.id),

    add: (accountId: number, name: string, now: number): number =>
      Number(add.run(accountId, name, fold(name), now, now).lastInsertRowid),

    rename(id: number, name: string, now: number): void {
      rename.run(name, fold(name), now, id)
    },
  }
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase()
