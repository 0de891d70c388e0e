import { createAccountRows } from './account-rows'
import type { Database } from './database'

export interface StoredFolder {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  readonly position: number
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
}

const COLUMNS =
  'id, parent_id AS parentId, name, position, revision, created_at AS createdAt, updated_at AS updatedAt'

export function createFolderStore(database: Database) {
  const add = database.prepare(
    `INSERT INTO folders (account_id, parent_id, name, position, revision, created_at, updated_at)
     VALUES (?, ?, ?, ?, 1, ?, ?)`,
  )
  const update = database.prepare(
    'UPDATE folders SET parent_id = ?, name = ?, position = ?, revision = ?, updated_at = ? WHERE id = ?',
  )
  const hasChild = database.prepare('SELECT 1 FROM folders WHERE parent_id = ? LIMIT 1')
  const lastPosition = database.prepare(
    'SELECT max(position) AS position FROM folders WHERE account_id = ? AND parent_id IS ?',
  )
  const isAbove = database.prepare(
    `WITH RECURSIVE above(id) AS (
       VALUES (:folder)
       UNION SELECT parent_id FROM folders JOIN above ON folders.id = above.id WHERE parent_id IS NOT NULL
     ) SELECT 1 FROM above WHERE id = :candidate`,
  )

  return {
    /** Ordered by position, then by id. */
    ...createAccountRows<StoredFolder>(database, 'folders', COLUMNS, 'position, id'),

    /** Adds a folder at revision 1. Returns its id. */
    add(accountId: number, folder: Omit<StoredFolder, 'id' | 'revision'>): number {
      const { lastInsertRowid } = add.run(
        accountId,
        folder.parentId,
        folder.name,
        folder.position,
        folder.createdAt,
        folder.updatedAt,
      )
      return Number(lastInsertRowid)
    },

    update(folder: StoredFolder): void {
      update.run(folder.parentId, folder.name, folder.position, folder.revision, folder.updatedAt, folder.id)
    },

    hasChild: (id: number): boolean => hasChild.get(id) !== undefined,

    /** The position after the last child of `parentId`. */
    nextPosition(accountId: number, parentId: number | null): number {
      const { position } = lastPosition.get(accountId, parentId) as { position: number | null }
      return position === null ? 0 : position + 1
    },

    /** Whether `candidate` is `id` itself or one of its ancestors. */
    isSelfOrAbove: (candidate: number, id: number): boolean =>
      isAbove.get({ folder: id, candidate }) !== undefined,
  }
}
