import type { Database, Statement } from './database'

/** All given conditions hold together. */
export interface DocumentFilter {
  readonly status?: string | undefined
  /** `null`: in no folder. */
  readonly folderId?: number | null | undefined
  readonly tagId?: number | undefined
  /** Changed at this time or later. */
  readonly updatedSince?: number | undefined
}

export interface DocumentOrder {
  readonly by: 'updated_at' | 'created_at' | 'title'
  readonly descending: boolean
}

/** A row of a list: where the document is and how large, so that a page's size is known before it is read. */
export interface DocumentPointer {
  readonly id: number
  readonly size: number
}

const ORDER_COLUMN = {
  updated_at: 'updated_at',
  created_at: 'created_at',
  title: 'title COLLATE NOCASE',
} as const
/** A page is found sooner along the sort order where at least one in so many documents carries the tag. */
const DENSE_TAG = 50

export function createDocumentLists(database: Database) {
  const prepared = new Map<string, Statement>()
  const statement = (sql: string): Statement => {
    const found = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, found)
    return found
  }
  const counted = database.prepare(
    `SELECT ifnull(sum(n), 0) AS n FROM document_counts
     WHERE account_id = :account AND (:status IS NULL OR status = :status)`,
  )
  const countedInFolder = database.prepare(
    `SELECT ifnull(sum(n), 0) AS n FROM document_counts
     WHERE account_id = :account AND folder_id = :folder AND (:status IS NULL OR status = :status)`,
  )
  const tagCount = database.prepare('SELECT documents_count AS n FROM tags WHERE id = ? AND account_id = ?')

  const all = (accountId: number, filter: DocumentFilter): number => {
    const status = filter.status ?? null
    const row =
      filter.folderId === undefined
        ? counted.get({ account: accountId, status })
        : countedInFolder.get({ account: accountId, folder: filter.folderId ?? 0, status })
    return (row as { n: number }).n
  }
  const tagged = (accountId: number, tagId: number): number =>
    (tagCount.get(tagId, accountId) as { n: number } | undefined)?.n ?? 0

  const conditions = (accountId: number, filter: DocumentFilter, alongTag: boolean) => {
    const where = [alongTag ? '+d.account_id = ?' : 'd.account_id = ?']
    const values: (number | string)[] = [accountId]
    if (filter.folderId === null) where.push('d.folder_id IS NULL')
    else if (filter.folderId !== undefined) where.push('d.folder_id = ?') && values.push(filter.folderId)
    if (filter.status !== undefined) where.push('d.status = ?') && values.push(filter.status)
    if (filter.updatedSince !== undefined) where.push('d.updated_at >= ?') && values.push(filter.updatedSince)
    if (filter.tagId !== undefined) {
      where.push(
        alongTag
          ? 'd.id IN (SELECT document_id FROM document_tags WHERE tag_id = ?)'
          : 'EXISTS (SELECT 1 FROM document_tags dt WHERE dt.document_id = d.id AND dt.tag_id = +?)',
      )
      values.push(filter.tagId)
    }
    return { where: where.join(' AND '), values }
  }

  return {
    count(accountId: number, filter: DocumentFilter): number {
      if (filter.updatedSince === undefined) {
        if (filter.tagId === undefined) return all(accountId, filter)
        if (filter.folderId === undefined && filter.status === undefined)
          return tagged(accountId, filter.tagId)
      }
      const { where, values } = conditions(accountId, filter, filter.tagId !== undefined)
      return (
        statement(`SELECT count(*) AS n FROM documents d WHERE ${where}`).get(...values) as { n: number }
      ).n
    },

    page(
      accountId: number,
      filter: DocumentFilter,
      order: DocumentOrder,
      limit: number,
      offset: number,
    ): readonly DocumentPointer[] {
      const alongTag =
        filter.tagId !== undefined && tagged(accountId, filter.tagId) * DENSE_TAG < all(accountId, {})
      const { where, values } = conditions(accountId, filter, alongTag)
      const direction = order.descending ? 'DESC' : 'ASC'
      return statement(
        `SELECT d.id, length(d.content) AS size FROM documents d WHERE ${where}
         ORDER BY d.${ORDER_COLUMN[order.by]} ${direction}, d.id ${direction} LIMIT ? OFFSET ?`,
      ).all(...values, limit, offset) as DocumentPointer[]
    },
  }
}
