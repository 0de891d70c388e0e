import type { DocumentGroup } from '../../../shared/ipc/document-groups'
import type { DocumentFilter, DocumentSort } from '../../../shared/ipc/ipc-records'
import { LOST_AND_FOUND, type DocumentId, type FolderId } from '../../../shared/terms'

export interface ListQuery {
  readonly filter: DocumentFilter
  readonly sort: DocumentSort
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
  /** ISO 8601: what counts as recent. */
  readonly recentSince: string
  /** The folder of the filter and those below it, where its list holds their documents too. */
  readonly folders?: readonly FolderId[]
  /** One part of a divided list. */
  readonly within?: Within
  /** The filter's words, resolved: only these documents. */
  readonly among?: readonly DocumentId[]
  /** Not these: they are deleted, and no disk has taken that yet. */
  readonly without?: readonly DocumentId[]
}

interface Within {
  readonly by: DocumentGroup
  readonly key: string
}

/** Which documents a list or a search may hold. */
export type Narrowing = Pick<ListQuery, 'filter' | 'recentSince' | 'folders'>

export type Value = string | number

const IS_LOST = `folder_id IS NOT NULL AND folder_id NOT IN (SELECT id FROM things WHERE kind = 'folder')`

/** What tells the parts of a divided list apart; documents that are sorted by title are divided by their last change. */
export const groupColumn = (by: DocumentGroup, sort: ListQuery['sort']): string =>
  by === 'folder'
    ? `ifnull(folder_id, '')`
    : by === 'status'
      ? 'status'
      : `substr(${sort === 'created' ? 'created_at' : 'updated_at'}, 1, 7)`

export interface Conditions {
  readonly where: string
  readonly values: Value[]
  /** It names a folder, tags or documents, so few rows are expected: no index over all of them is walked (`+`). */
  readonly isNarrow: boolean
}

/** The rows of `documents` that a list shows, as SQL. `untagged` says how those without a tag are told. */
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
