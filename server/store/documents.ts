import { crc32 } from 'node:zlib'
import { requireWhole, type Database } from './database'
import { createDocumentLists } from './document-lists'

interface TagReference {
  readonly id: number
  readonly name: string
}

/** A stored document; times in milliseconds. */
export interface StoredDocument {
  readonly id: number
  readonly folderId: number | null
  readonly title: string
  readonly status: string
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly publishedAt: number | null
  /** UTF-8. */
  readonly content: Uint8Array
  readonly tags: readonly TagReference[]
}

type DocumentRow = Omit<StoredDocument, 'tags'> & { readonly checksum: number; readonly tags: string | null }

/** NULL where there are no tags, which is usual: checking for one is quicker than building an empty ordered list. */
const TAGS = `CASE WHEN EXISTS (SELECT 1 FROM document_tags WHERE document_id = d.id) THEN
  (SELECT json_group_array(json_object('id', t.id, 'name', t.name) ORDER BY t.name COLLATE NOCASE, t.id)
   FROM document_tags dt JOIN tags t ON t.id = dt.tag_id WHERE dt.document_id = d.id) END AS tags`

/** Documents with their texts and tags. A text that does not match its checksum throws the error of damage. */
export function createDocumentStore(database: Database) {
  const find = database.prepare(
    `SELECT id, folder_id AS folderId, title, status, revision, created_at AS createdAt, updated_at AS updatedAt,
       published_at AS publishedAt, checksum, content, ${TAGS}
     FROM documents d WHERE id = ? AND account_id = ?`,
  )
  const findRevision = database.prepare('SELECT revision FROM documents WHERE id = ? AND account_id = ?')
  const add = database.prepare(
    `INSERT INTO documents
       (account_id, folder_id, title, status, revision, created_at, updated_at, published_at, checksum, content)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
  )
  const FIELDS = 'folder_id = ?, title = ?, status = ?, revision = ?, updated_at = ?, published_at = ?'
  const updateFields = database.prepare(`UPDATE documents SET ${FIELDS} WHERE id = ?`)
  const updateAll = database.prepare(`UPDATE documents SET ${FIELDS}, checksum = ?, content = ? WHERE id = ?`)
  const remove = database.prepare('DELETE FROM documents WHERE id = ? AND account_id = ?')
  const addTag = database.prepare(
    `INSERT INTO document_tags (document_id, tag_id, folder_id, status, title, created_at, updated_at)
     SELECT id, ?, folder_id, status, title, created_at, updated_at FROM documents WHERE id = ?`,
  )
  const removeTag = database.prepare('DELETE FROM document_tags WHERE document_id = ? AND tag_id = ?')
  const isInFolder = database.prepare('SELECT 1 FROM documents WHERE folder_id = ? LIMIT 1')

  return {
    ...createDocumentLists(database),

    find(accountId: number, id: number): StoredDocument | undefined {
      const row = find.get(id, accountId) as DocumentRow | undefined
      return row && documentOf(row)
    },

    revision: (accountId: number, id: number): number | undefined =>
      (findRevision.get(id, accountId) as { revision: number } | undefined)?.revision,

    /** Adds a document at revision 1, without tags. Returns its id. */
    add(accountId: number, document: Omit<StoredDocument, 'id' | 'revision' | 'tags'>): number {
      const { lastInsertRowid } = add.run(
        accountId,
        document.folderId,
        document.title,
        document.status,
        document.createdAt,
        document.updatedAt,
        document.publishedAt,
        crc32(document.content),
        document.content,
      )
      return Number(lastInsertRowid)
    },

    /** Writes everything except tags; the text only where it differs. */
    update(before: StoredDocument, after: Omit<StoredDocument, 'tags'>): void {
      const { folderId, title, status, revision, updatedAt, publishedAt, content, id } = after
      const fields = [folderId, title, status, revision, updatedAt, publishedAt] as const
      if (content === before.content) updateFields.run(...fields, id)
      else updateAll.run(...fields, crc32(content), content, id)
    },

    setTags(id: number, before: readonly number[], after: readonly number[]): void {
      for (const tagId of before) if (!after.includes(tagId)) removeTag.run(id, tagId)
      for (const tagId of after) if (!before.includes(tagId)) addTag.run(tagId, id)
    },

    /** Removes a document with its versions, tags and chunks. */
    remove(accountId: number, id: number): void {
      remove.run(id, accountId)
    },

    areInFolder: (folderId: number): boolean => isInFolder.get(folderId) !== undefined,
  }
}

function documentOf({ checksum, tags, ...document }: DocumentRow): StoredDocument {
  requireWhole(document.content, checksum)
  return { ...document, tags: tags === null ? [] : (JSON.parse(tags) as TagReference[]) }
}
