import { z } from 'zod'

export const documentGroup = z.enum(['folder', 'status', 'month'])
export type DocumentGroup = z.infer<typeof documentGroup>

/** A group of a list: the id of a folder (empty: none), a status, or a month as `2026-11`. */
export interface Group {
  readonly key: string
  readonly count: number
}

const STATUSES = ['draft', 'published']

/**
 * Groups in the order in which a list shows them: folders in the order of the tree, with documents in none at the end,
 * drafts before published documents, months as the list is sorted.
 */
export function inGroupOrder(
  groups: readonly Group[],
  by: DocumentGroup,
  order: { readonly folders: readonly string[]; readonly descending: boolean },
): readonly Group[] {
  const known = by === 'folder' ? order.folders : by === 'status' ? STATUSES : []
  const places = new Map(known.map((key, index) => [key, index]))
  const place = (key: string) => (key === '' ? Infinity : (places.get(key) ?? known.length))
  const back = by === 'month' && order.descending ? -1 : 1
  return groups.toSorted(
    (a, b) =>
      Math.sign(place(a.key) - place(b.key) || 0) || (a.key < b.key ? -back : Number(a.key > b.key) * back),
  )
}

/** The range of each group that a page of the whole list covers, in order. */
export function partsOf(
  groups: readonly Group[],
  offset: number,
  limit: number,
): readonly { readonly key: string; readonly offset: number; readonly limit: number }[] {
  let start = 0
  return groups.flatMap(({ key, count }) => {
    const from = Math.max(0, offset - start)
    const to = Math.min(count, offset + limit - start)
    start += count
    return to > from ? [{ key, offset: from, limit: to - from }] : []
  })
}
