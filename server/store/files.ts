import { createAccountRows } from './account-rows'
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

/** The metadata of uploads; their bytes are in `blobs.ts`. */
export function createFileStore(database: Database) {
  const add = database.prepare(
    `INSERT INTO files (account_id, name, mime_type, size, sha256, alt, revision, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, '', 1, ?, ?)`,
  )
  const update = database.prepare(
    'UPDATE files SET name = ?, alt = ?, revision = ?, updated_at = ? WHERE id = ?',
  )
  const isNamed = database.prepare('SELECT 1 FROM files WHERE sha256 = ? LIMIT 1')

  return {
    /** Newest first. */
    ...createAccountRows<StoredFile>(database, 'files', COLUMNS, 'id DESC'),

    /** Adds a file at revision 1, without alternative text. Returns its id. */
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

    /** Whether a file of any account has these bytes. */
    isNamed: (sha256: string): boolean => isNamed.get(sha256) !== undefined,
  }
}
