import type { Database } from './database'

export interface StoredFile {
  readonly id: number
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly sha256: string
  readonly alt: string
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
}

const COLUMNS =
  'id, name, mime_type AS mimeType, size, sha256, alt, revision, created_at AS createdAt, updated_at AS updatedAt'

/** What is known of uploads; their bytes are `blobs.ts`. */
export function createFileStore(database: Database) {
  const find = database.prepare(`SELECT ${COLUMNS} FROM files WHERE id = ? AND account_id = ?`)
  const count = database.prepare('SELECT count(*) AS n FROM files WHERE account_id = ?')
  const page = database.prepare(
    `SELECT ${COLUMNS} FROM files WHERE account_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const add = database.prepare(
    `INSERT INTO files (account_id, name, mime_type, size, sha256, alt, revision, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, '', 1, ?, ?)`,
  )
  const update = database.prepare(
    'UPDATE files SET name = ?, alt = ?, revision = ?, updated_at = ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM files WHERE id = ? AND account_id = ?')
  const isNamed = database.prepare('SELECT 1 FROM files WHERE sha256 = ? LIMIT 1')

  return {
    find(accountId: number, id: number): StoredFile | undefined {
      return find.get(id, accountId) as StoredFile | undefined
    },

    count: (accountId: number): number => (count.get(accountId) as { n: number }).n,

    /** Newest first. */
    page: (accountId: number, limit: number, offset: number): readonly StoredFile[] =>
      page.all(accountId, limit, offset),

    /** At revision 1, without alternative text. Answers with the id. */
    add(
      accountId: number,
      file: Pick<StoredFile, 'name' | 'mimeType' | 'size' | 'sha256'>,
      now: number,
    ): number {
      const { lastInsertRowid } = add.run(
        accountId,
        file.name,
        file.mimeType,
        file.size,
        file.sha256,
        now,
        now,
      )
      return Number(lastInsertRowid)
    },

    update(file: StoredFile): void {
      update.run(file.name, file.alt, file.revision, file.updatedAt, file.id)
    },

    remove(accountId: number, id: number): void {
      remove.run(id, accountId)
    },

    /** Whether a file of any account has these bytes. */
    isNamed: (sha256: string): boolean => isNamed.get(sha256) !== undefined,
  }
}
