import type { DocumentGroup } from '../../../shared/ipc/document-groups'
import type { DocumentFilter, DocumentSort } from '../../../shared/ipc/ipc-records'
import { LOST_AND_FOUND, type DocumentId, type FolderId } from '../../../shared/terms'

export interface ListQuery {
  readonly filter: DocumentFilter
  readonly sort: DocumentSort
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
  /** ISO 8601: the time since which a document counts as recent. */
  readonly recentSince: string
  /** The folder of the filter and those below it, where the list includes their documents too. */
  readonly folders?: readonly FolderId[]
  /** One group of a divided list. */
  readonly within?: Within
  /** The documents that match the filter's words; the list is limited to them. */
  readonly among?: readonly DocumentId[]
  /** Documents to leave out: they are deleted, and no disk has recorded that yet. */
  readonly without?: readonly DocumentId[]
}

interface Within {
  readonly by: DocumentGroup
  readonly key: string
}

/** The documents to which a list or a search is limited. */
export type Narrowing = Pick<ListQuery, 'filter' | 'recentSince' | 'folders'>

export type Value = string | number

const IS_LOST = `folder_id IS NOT NULL AND folder_id NOT IN (SELECT id FROM things WHERE kind = 'folder')`

/** The column by which a list is divided into groups; documents sorted by title are grouped by their last change. */
export const groupColumn = (by: DocumentGroup, sort: ListQuery['sort']): string =>
  by === 'folder'
    ? `ifnull(folder_id, '')`
    : by === 'status'
      ? 'status'
      : `substr(${sort === 'created' ? 'created_at' : 'updated_at'}, 1, 7)`

export interface Conditions {
  readonly where: string
  readonly values: Value[]
  /**
   * Whether the query names a folder, tags or documents. Few rows are expected then, and no index over all rows is
   * walked (`+`).
   */
  readonly isNarrow: boolean
}

/**
 * The SQL condition for the rows of `documents` that a list shows. `untagged` is the condition for those without a tag.
 */
export function conditions(
  {
    filter,
    recentSince,
    among,
    without,
    folders,
    within,
    sort,
  }: Pick<ListQuery, 'filter' | 'recentSince' | 'among' | 'without' | 'folders' | 'within'> &
    Partial<Pick<ListQuery, 'sort'>>,
  untagged: () => string,
): Conditions {
  const isNarrow = filter.folderId != null || (filter.tagIds?.length ?? 0) > 0 || among !== undefined
  const where = [isNarrow ? '+hidden = 0' : 'hidden = 0']
  const values: Value[] = []
  const add = (sql: string, ...more: Value[]) => {
    where.push(sql)
    values.push(...more)
  }
  switch (filter.smart) {
    case 'recent':
      add('updated_at >= ?', recentSince)
      break
    case 'drafts':
      add(`status = 'draft'`)
      break
    case 'published':
      add(`status = 'published'`)
      break
    case 'edited-since-published':
      add('edited_since_published = 1')
      break
    case 'needs-you':
      add(`phase IN ('conflicted', 'rejected')`)
      break
    case 'untagged':
      add(untagged())
      break
    case 'all':
    case undefined:
      break
  }
  if (filter.folderId === null) add('folder_id IS NULL')
  else if (folders) {
    const isIn = 'folder_id IN (SELECT value FROM json_each(?))'
    add(folders.includes(LOST_AND_FOUND) ? `(${isIn} OR (${IS_LOST}))` : isIn, JSON.stringify(folders))
  } else if (filter.folderId === LOST_AND_FOUND) add(IS_LOST)
  else if (filter.folderId !== undefined) add('folder_id = ?', filter.folderId)
  for (const tagId of filter.tagIds ?? [])
    add('id IN (SELECT document_id FROM document_tags WHERE tag_id = ?)', tagId)
  if (filter.status !== undefined) add('status = ?', filter.status)
  if (filter.since !== undefined) add('updated_at >= ?', filter.since)
  if (among) add('id IN (SELECT value FROM json_each(?))', JSON.stringify(among))
  if (without) add('id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(without))
  if (within) add(`${groupColumn(within.by, sort ?? 'updated')} = ?`, within.key)
  return { where: where.join(' AND '), values, isNarrow }
}
