import { hash } from 'node:crypto'
import type { DocumentGroup, Group } from '../../../shared/ipc/document-groups'
import type { DocumentSort, DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { DocumentId, FolderId, RemoteId, TagId } from '../../../shared/terms'
import type { Database } from '../database'
import { createCounts, createQueries, type Counts, type Queries } from './list-counts'
import { conditions, groupColumn, type Conditions, type ListQuery, type Narrowing } from './list-query'

/** The data that the sidebar reads from the table `documents`; only `main/documents` writes to that table. */
export interface Replica {
  list(query: ListQuery): { readonly items: readonly DocumentSummary[]; readonly total: number }
  /** Every document of a list in its order, without the facts that are shown. */
  order(
    query: Omit<ListQuery, 'offset' | 'limit'>,
  ): readonly { readonly id: DocumentId; readonly title: string }[]
  /** The groups of a divided list, in no particular order. */
  groups(query: Omit<ListQuery, 'offset' | 'limit'>, by: DocumentGroup): readonly Group[]
  /** The summaries in the order of `ids`; documents that no list shows are left out. */
  summaries(ids: readonly DocumentId[]): readonly DocumentSummary[]
  counts(recentSince: string): Counts
  /** The documents directly in the folder that are not deleted. */
  documentsIn(folderId: FolderId): readonly DocumentId[]
  /** Whether a document of the folder is still on the service, or is being sent. */
  holdsDocuments(folderId: FolderId): boolean
  /** Those of `ids` that match, in their order. */
  passing(ids: readonly DocumentId[], narrowing: Narrowing): readonly DocumentId[]
  /** All documents that match, the latest first. */
  ids(narrowing: Narrowing): readonly DocumentId[]
  /** How many documents the service is known to have. */
  countThere(): number
  /** A short mark that changes when the set of these documents changes. */
  markThere(): string
  /** The service's ids of the documents in this folder, or with this tag. */
  thereInFolder(folderId: FolderId): readonly RemoteId[]
  thereWithTag(tagId: TagId): readonly RemoteId[]
  /** Titles that changed after `sequence`, in the order of their changes. */
  titlesSince(sequence: number): readonly TitleRow[]
}

interface TitleRow {
  readonly id: DocumentId
  readonly title: string
  readonly sequence: number
}

const ORDER: Record<DocumentSort, { readonly column: string; readonly collation: string }> = {
  updated: { column: 'updated_at', collation: '' },
  created: { column: 'created_at', collation: '' },
  title: { column: 'title', collation: 'COLLATE NOCASE' },
}
const directionOf = ({ descending }: Pick<ListQuery, 'descending'>): string => (descending ? 'DESC' : 'ASC')
const COLUMNS = `id, title, excerpt, folder_id AS folderId, status, updated_at AS updatedAt, phase,
  edited_since_published AS editedSincePublished, has_text AS hasText`
const IS_THERE = `remote_id IS NOT NULL AND phase <> 'deleted'`
const ALL_UNTAGGED = { filter: { smart: 'untagged' }, recentSince: '' } as const

interface Columns extends Omit<DocumentSummary, 'tagIds' | 'editedSincePublished' | 'textElsewhere'> {
  readonly editedSincePublished: number
  readonly hasText: number
}

export function createReplica(database: Database): Replica {
  const queries = createQueries(database)
  const { all, statement, count } = queries
  const { untagged, countUntagged, counts } = createCounts(queries)

  return {
    list(query) {
      const wanted = conditions(query, untagged)
      if (query.among) return listAmong(queries, query, wanted)
      const { where, values, isNarrow } = wanted
      const { column, collation } = ORDER[query.sort]
      // Sorting a few rows is quicker than walking all rows in their order.
      const key = isNarrow ? `+${column}` : column
      const rows = all<Columns>(
        `SELECT ${COLUMNS} FROM documents WHERE ${where}
         ORDER BY ${key} ${collation} ${directionOf(query)}, id LIMIT ? OFFSET ?`,
        ...values,
        query.limit,
        query.offset,
      )
      const isUntagged =
        query.filter.smart === 'untagged' && where === conditions(ALL_UNTAGGED, untagged).where
      const total = isUntagged ? countUntagged(count('hidden = 0')) : count(where, ...values)
      return { items: withTags(queries, rows), total }
    },

    order(query) {
      const { where, values, isNarrow } = conditions(query, untagged)
      const { column, collation } = ORDER[query.sort]
      return all<{ id: DocumentId; title: string }>(
        `SELECT id, title FROM documents WHERE ${where}
         ORDER BY ${isNarrow ? '+' : ''}${column} ${collation} ${directionOf(query)}, id`,
        ...values,
      )
    },

    groups(query, by) {
      const { where, values } = conditions(query, untagged)
      const column = groupColumn(by, query.sort)
      return all<{ key: string; n: number }>(
        `SELECT ${column} AS key, count(*) AS n FROM documents WHERE ${where} GROUP BY 1`,
        ...values,
      ).map(({ key, n }) => ({ key, count: n }))
    },

    summaries(ids) {
      const rows = all<Columns>(
        `SELECT ${COLUMNS} FROM documents WHERE +hidden = 0 AND id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      const byId = new Map(withTags(queries, rows).map((item) => [item.id, item]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },

    counts,

    documentsIn: (folderId) =>
      all<{ id: string }>('SELECT id FROM documents WHERE folder_id = ? AND hidden = 0', folderId).map(
        ({ id }) => id,
      ),

    holdsDocuments: (folderId) =>
      statement('SELECT 1 FROM documents WHERE folder_id = ? AND (hidden = 0 OR pending = 1) LIMIT 1').get(
        folderId,
      ) !== undefined,

    passing(ids, narrowing) {
      const { where, values } = conditions({ ...narrowing, among: ids }, untagged)
      const passing = new Set(
        all<{ id: string }>(`SELECT id FROM documents WHERE ${where}`, ...values).map(({ id }) => id),
      )
      return ids.filter((id) => passing.has(id))
    },

    ids(narrowing) {
      const { where, values } = conditions(narrowing, untagged)
      return all<{ id: string }>(
        `SELECT id FROM documents WHERE ${where} ORDER BY updated_at DESC, id`,
        ...values,
      ).map(({ id }) => id)
    },

    ...documentsThere(queries),

    titlesSince: (sequence) =>
      all<TitleRow>(
        'SELECT id, title, words_sequence AS sequence FROM documents WHERE words_sequence > ? ORDER BY words_sequence',
        sequence,
      ),
  }
}

function withTags({ all }: Queries, rows: readonly Columns[]): DocumentSummary[] {
  const tags = new Map<string, string[]>()
  const pairs = all<{ document_id: string; tag_id: string }>(
    'SELECT document_id, tag_id FROM document_tags WHERE document_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(rows.map(({ id }) => id)),
  )
  for (const { document_id, tag_id } of pairs)
    tags.set(document_id, [...(tags.get(document_id) ?? []), tag_id])
  return rows.map((row) => summaryOf(row, tags.get(row.id) ?? []))
}

/** Lists at most a few thousand documents: they are looked up once, then counted and sorted. */
function listAmong(
  queries: Queries,
  query: ListQuery,
  { where, values }: Conditions,
): ReturnType<Replica['list']> {
  const { all, count } = queries
  const { column, collation } = ORDER[query.sort]
  const order = `ORDER BY place ${collation} ${directionOf(query)}, tie`
  const rows = all<Columns & { readonly total: number }>(
    `WITH passing AS MATERIALIZED (SELECT rowid AS row, ${column} AS place, id AS tie FROM documents WHERE ${where})
     SELECT ${COLUMNS}, (SELECT count(*) FROM passing) AS total
     FROM (SELECT * FROM passing ${order} LIMIT ? OFFSET ?) JOIN documents ON documents.rowid = row ${order}`,
    ...values,
    query.limit,
    query.offset,
  )
  const total = rows[0]?.total ?? (query.offset === 0 ? 0 : count(where, ...values))
  return {
    items: withTags(
      queries,
      rows.map(({ total: _total, ...row }) => row),
    ),
    total,
  }
}

/** The documents that the service is known to have. */
function documentsThere({
  statement,
  all,
  count,
}: Queries): Pick<Replica, 'countThere' | 'markThere' | 'thereInFolder' | 'thereWithTag'> {
  return {
    countThere: () => count(IS_THERE),

    markThere() {
      const { ids } = statement(
        `SELECT json_group_array(remote_id) AS ids
         FROM (SELECT remote_id FROM documents WHERE ${IS_THERE} ORDER BY remote_id)`,
      ).get() as { ids: string }
      return hash('sha1', ids, 'base64')
    },

    thereInFolder: (folderId) =>
      all<{ id: string }>(
        'SELECT remote_id AS id FROM documents WHERE folder_id = ? AND remote_id IS NOT NULL',
        folderId,
      ).map(({ id }) => id),

    thereWithTag: (tagId) =>
      all<{ id: string }>(
        `SELECT remote_id AS id FROM document_tags JOIN documents ON documents.id = document_id
         WHERE tag_id = ? AND remote_id IS NOT NULL`,
        tagId,
      ).map(({ id }) => id),
  }
}

const summaryOf = ({ hasText, ...row }: Columns, tagIds: string[]): DocumentSummary => ({
  ...row,
  tagIds,
  editedSincePublished: row.editedSincePublished === 1,
  ...(hasText === 0 && { textElsewhere: true }),
})
