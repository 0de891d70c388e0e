import type { FolderId, TagId } from '../../../shared/terms'
import { preparedOnce } from '../../../node/database'
import type { Database } from '../database'
import type { Value } from './list-query'

export interface Counts {
  readonly smart: Readonly<Record<string, number>>
  readonly byFolder: ReadonlyMap<FolderId, number>
  readonly byTag: ReadonlyMap<TagId, number>
  readonly inNoFolder: number
}

const HAS_NO_TAG = 'NOT EXISTS (SELECT 1 FROM document_tags WHERE document_id = documents.id)'
/** The row of a document may still have a tag that was deleted on the service; such a tag does not count. */
const HAS_NO_LIVE_TAG = `id NOT IN (SELECT document_id FROM document_tags
  WHERE tag_id IN (SELECT id FROM things WHERE kind = 'tag'))`
const COUNTED = ['all', 'recent', 'drafts', 'published', 'edited-since-published', 'needs-you'] as const

interface TagCount {
  readonly tag_id: string
  readonly n: number
}

export type Queries = ReturnType<typeof createQueries>

/** Runs queries on the database; each statement is prepared once. */
export function createQueries(database: Database) {
  const statement = preparedOnce(database)
  const all = <T>(sql: string, ...values: Value[]) => statement(sql).all(...values) as T[]
  const count = (where: string, ...values: Value[]) =>
    (statement(`SELECT count(*) AS n FROM documents WHERE ${where}`).get(...values) as { n: number }).n
  return { statement, all, count }
}

/** How many documents each list has; documents without a tag have a counting method and a condition of their own. */
export function createCounts({ statement, all, count }: Queries) {
  /**
   * Whether any row has a deleted tag. This goes from one tag to the next along the index: there are few tags, and many
   * documents with each.
   */
  const hasGhostTags = () =>
    statement(
      `WITH RECURSIVE named(id) AS (
         SELECT min(tag_id) FROM document_tags
         UNION ALL
         SELECT (SELECT min(tag_id) FROM document_tags WHERE tag_id > named.id) FROM named WHERE named.id IS NOT NULL
       )
       SELECT 1 FROM named WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM things WHERE kind = 'tag') LIMIT 1`,
    ).get() !== undefined
  const untagged = () => (hasGhostTags() ? HAS_NO_LIVE_TAG : HAS_NO_TAG)

  /** Documents with tags are counted along their index, and the few hidden ones separately. */
  const countUntagged = (shown: number) => {
    if (hasGhostTags()) return count(`hidden = 0 AND ${HAS_NO_LIVE_TAG}`)
    const [tagged] = all<{ n: number }>(
      'SELECT count(*) AS n FROM (SELECT 1 FROM document_tags GROUP BY document_id)',
    )
    return shown - (tagged?.n ?? 0) + count(`hidden = 1 AND NOT (${HAS_NO_TAG})`)
  }

  function counts(recentSince: string): Counts {
    const folders = all<Record<(typeof COUNTED)[number], number> & { folder_id: string | null }>(
      `SELECT folder_id, count(*) AS 'all', sum(updated_at >= ?) AS recent, sum(status = 'draft') AS drafts,
         sum(status = 'published') AS published, sum(edited_since_published) AS 'edited-since-published',
         sum(phase IN ('conflicted', 'rejected')) AS 'needs-you'
       FROM documents WHERE hidden = 0 GROUP BY folder_id`,
      recentSince,
    )
    const smart: Record<string, number> = Object.fromEntries(COUNTED.map((name) => [name, 0]))
    for (const row of folders) for (const name of COUNTED) smart[name] = smart[name]! + row[name]
    // The few hidden documents are counted separately, so that not every pair of document and tag has to be joined.
    const hidden = new Map(
      all<TagCount>(
        `SELECT tag_id, count(*) AS n FROM documents JOIN document_tags ON document_id = id WHERE hidden = 1 GROUP BY tag_id`,
      ).map(({ tag_id, n }) => [tag_id, n]),
    )
    const tags = all<TagCount>('SELECT tag_id, count(*) AS n FROM document_tags GROUP BY tag_id')
    return {
      smart: { ...smart, untagged: countUntagged(smart['all'] ?? 0) },
      byFolder: new Map(folders.flatMap((row) => (row.folder_id === null ? [] : [[row.folder_id, row.all]]))),
      byTag: new Map(tags.map(({ tag_id, n }) => [tag_id, n - (hidden.get(tag_id) ?? 0)])),
      inNoFolder: folders.find(({ folder_id }) => folder_id === null)?.all ?? 0,
    }
  }

  return { untagged, countUntagged, counts }
}
