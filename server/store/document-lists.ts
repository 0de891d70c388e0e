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
/**
 * Where a list starts from. SQLite cannot know which is shorter; the counts that are kept can tell. `order`: along the sort
 * order, leaving out what does not match; the others: from what one filter names, sorted afterwards; `free`: an index has
 * both, and SQLite finds it.
 */
type Start = 'free' | 'order' | 'tag' | 'place' | 'time'

/** Looking up a row, which is as wide as its text, costs about as much as so many steps along an index. */
const LOOKUP_STEPS = 20

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
  const size = database.prepare('SELECT id, length(content) AS size FROM documents WHERE id = ?')
  const countedSince = database.prepare(
    'SELECT count(*) AS n FROM documents WHERE account_id = ? AND updated_at >= ?',
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

  const since = (accountId: number, time: number): number =>
    (countedSince.get(accountId, time) as { n: number }).n

  /** The filter that names the fewest documents, and how many these are. */
  const narrowest = (accountId: number, filter: DocumentFilter): { start: Start; size: number } => {
    const found: { start: Start; size: number }[] = [{ start: 'place', size: all(accountId, filter) }]
    if (filter.tagId !== undefined) found.push({ start: 'tag', size: tagged(accountId, filter.tagId) })
    if (filter.updatedSince !== undefined)
      found.push({ start: 'time', size: since(accountId, filter.updatedSince) })
    return found.reduce((least, one) => (one.size < least.size ? one : least))
  }

  /** A plus before a column keeps SQLite from starting there. `isListed`: the documents of the tag are read first. */
  const conditions = (
    accountId: number,
    filter: DocumentFilter,
    start: Start,
    isListed = start === 'tag',
  ) => {
    const only = (...starts: readonly Start[]) => (start === 'free' || starts.includes(start) ? '' : '+')
    const where = [`${start === 'tag' ? '+' : ''}d.account_id = ?`]
    const values: (number | string)[] = [accountId]
    if (filter.folderId === null) where.push(`${only('place')}d.folder_id IS NULL`)
    else if (filter.folderId !== undefined) {
      where.push(`${only('place')}d.folder_id = ?`)
      values.push(filter.folderId)
    }
    if (filter.status !== undefined) {
      where.push(`${only('place')}d.status = ?`)
      values.push(filter.status)
    }
    if (filter.updatedSince !== undefined) {
      where.push(`${only('time')}d.updated_at >= ?`)
      values.push(filter.updatedSince)
    }
    if (filter.tagId !== undefined) {
      where.push(
        isListed
          ? `${start === 'tag' ? '' : '+'}d.id IN (SELECT document_id FROM document_tags WHERE tag_id = ?)`
          : 'EXISTS (SELECT 1 FROM document_tags dt WHERE dt.document_id = d.id AND dt.tag_id = +?)',
      )
      values.push(filter.tagId)
    }
    return { where: where.join(' AND '), values }
  }

  const startOf = (
    accountId: number,
    filter: DocumentFilter,
    order: DocumentOrder,
    reach: number,
    total: number,
  ): Start => {
    const isPlaced = filter.folderId !== undefined || filter.status !== undefined
    const isSimple = order.by === 'updated_at' || (!isPlaced && filter.updatedSince === undefined)
    if (isSimple && filter.tagId === undefined) return 'free'
    const { start, size } = narrowest(accountId, filter)
    const steps = (reach * all(accountId, {})) / total
    return steps < size ? 'order' : start
  }

  /** Counts what no count that is kept can tell. */
  const countRows = (accountId: number, filter: DocumentFilter): number => {
    const { tagId, ...rest } = filter
    let from = 'documents d'
    let start: Start = 'free'
    let isListed = false
    if (tagId !== undefined) {
      const found = narrowest(accountId, rest)
      const ofTag = tagged(accountId, tagId)
      isListed = ofTag < found.size
      // `documents_by_id` does not hold the time
      const isById = filter.updatedSince === undefined
      const fromTag = isById ? ofTag < found.size : ofTag * LOOKUP_STEPS < found.size
      start = fromTag ? 'tag' : found.start
      if (fromTag && isById) from += ' INDEXED BY documents_by_id'
    }
    const { where, values } = conditions(accountId, filter, start, isListed)
    const counting = statement(`SELECT count(*) AS n FROM ${from} WHERE ${where}`)
    return (counting.get(...values) as { n: number }).n
  }

  return {
    count(accountId: number, filter: DocumentFilter): number {
      if (filter.updatedSince === undefined) {
        if (filter.tagId === undefined) return all(accountId, filter)
        if (filter.folderId === undefined && filter.status === undefined)
          return tagged(accountId, filter.tagId)
      }
      return countRows(accountId, filter)
    },

    /** `total`: what `count` says. */
    page(
      accountId: number,
      filter: DocumentFilter,
      order: DocumentOrder,
      { limit, offset, total }: { readonly limit: number; readonly offset: number; readonly total: number },
    ): readonly DocumentPointer[] {
      if (offset >= total) return []
      const start = startOf(accountId, filter, order, offset + limit, total)
      const { where, values } = conditions(accountId, filter, start)
      const direction = order.descending ? 'DESC' : 'ASC'
      const sorted = start === 'free' || start === 'order' ? '' : '+'
      const found = statement(
        `SELECT d.id FROM documents d WHERE ${where}
         ORDER BY ${sorted}d.${ORDER_COLUMN[order.by]} ${direction}, d.id ${direction} LIMIT ? OFFSET ?`,
      ).all(...values, limit, offset) as { id: number }[]
      return found.map(({ id }) => size.get(id) as DocumentPointer)
    },
  }
}
