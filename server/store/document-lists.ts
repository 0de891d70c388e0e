import { preparedOnce } from '../../node/database'
import type { Database } from './database'

/** All given conditions must hold. */
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

/** A row of a list: the document's id and size, so that a page's size is known before it is read. */
export interface DocumentPointer {
  readonly id: number
  readonly size: number
}

const ORDERS = {
  updated_at: { column: 'updated_at', index: 'update' },
  created_at: { column: 'created_at', index: 'creation' },
  title: { column: 'title COLLATE NOCASE', index: 'title' },
} as const

/** Up to this many documents, sorting is quicker than walking along the order. */
const SORTED_MAX = 2_000

/**
 * Lists of documents. Each index covers every filter of lists, so a list walks at most one of them from end to end and
 * reads only the rows of its page, which are as wide as their texts. The index is chosen here, because SQLite cannot
 * know which one is short.
 */
export function createDocumentLists(database: Database) {
  const statement = preparedOnce(database)
  const counted = database.prepare(
    `SELECT ifnull(sum(n), 0) AS n FROM document_counts
     WHERE account_id = :account AND (:status IS NULL OR status = :status)`,
  )
  const countedInFolder = database.prepare(
    `SELECT ifnull(sum(n), 0) AS n FROM document_counts
     WHERE account_id = :account AND folder_id = :folder AND (:status IS NULL OR status = :status)`,
  )
  const size = database.prepare('SELECT id, length(content) AS size FROM documents WHERE id = ?')
  const tagCount = database.prepare('SELECT documents_count AS n FROM tags WHERE id = ? AND account_id = ?')

  /** The number of documents by the stored counts, which exist by folder and status. */
  const placed = (accountId: number, filter: Pick<DocumentFilter, 'folderId' | 'status'>): number => {
    const status = filter.status ?? null
    const row =
      filter.folderId === undefined
        ? counted.get({ account: accountId, status })
        : countedInFolder.get({ account: accountId, folder: filter.folderId ?? 0, status })
    return (row as { n: number }).n
  }
  /** Also 0 where the tag belongs to another account. */
  const tagged = (accountId: number, tagId: number): number =>
    (tagCount.get(tagId, accountId) as { n: number } | undefined)?.n ?? 0

  /** The shortest index along `updated_at`, so that `updated_since` narrows it further. */
  const shortest = (accountId: number, { folderId, status, tagId }: DocumentFilter): string => {
    if (tagId !== undefined) return 'update'
    if (folderId === undefined) return status === undefined ? 'update' : 'status'
    if (status === undefined) return 'folder'
    return placed(accountId, { folderId }) <= placed(accountId, { status }) ? 'folder' : 'status'
  }

  /** `index`: one of the table's indexes. */
  const source = (accountId: number, filter: DocumentFilter, index: string) => {
    const ofTag = filter.tagId !== undefined
    const table = ofTag ? 'document_tags' : 'documents'
    const conditions = [
      [ofTag ? 'tag_id = ?' : 'account_id = ?', filter.tagId ?? accountId],
      // `IS` is `=` that takes NULL too.
      ['folder_id IS ?', filter.folderId],
      ['status = ?', filter.status],
      ['updated_at >= ?', filter.updatedSince],
    ] as const
    const held = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]))
    const where = held.map(({ sql }) => sql).join(' AND ')
    return {
      sql: `FROM ${table} INDEXED BY ${table}_by_${index} WHERE ${where}`,
      values: held.map(({ value }) => value),
      id: ofTag ? 'document_id' : 'id',
    }
  }

  return {
    count(accountId: number, filter: DocumentFilter): number {
      const { tagId, folderId, status, updatedSince } = filter
      if (tagId !== undefined) {
        const all = tagged(accountId, tagId)
        const isWhole = folderId === undefined && status === undefined && updatedSince === undefined
        if (all === 0 || isWhole) return all
      } else if (updatedSince === undefined) return placed(accountId, filter)
      const from = source(accountId, filter, shortest(accountId, filter))
      return (statement(`SELECT count(*) AS n ${from.sql}`).get(...from.values) as { n: number }).n
    },

    /** `total`: the result of `count`. */
    page(
      accountId: number,
      filter: DocumentFilter,
      { by, descending }: DocumentOrder,
      { limit, offset, total }: { readonly limit: number; readonly offset: number; readonly total: number },
    ): readonly DocumentPointer[] {
      if (offset >= total) return []
      const order = ORDERS[by]
      const isAlongOrder = by !== 'updated_at' && total > SORTED_MAX
      const from = source(accountId, filter, isAlongOrder ? order.index : shortest(accountId, filter))
      const direction = descending ? 'DESC' : 'ASC'
      const found = statement(
        `SELECT ${from.id} AS id ${from.sql}
         ORDER BY ${order.column} ${direction}, ${from.id} ${direction} LIMIT ? OFFSET ?`,
      ).all(...from.values, limit, offset) as { id: number }[]
      return found.map(({ id }) => size.get(id) as DocumentPointer)
    },
  }
}
