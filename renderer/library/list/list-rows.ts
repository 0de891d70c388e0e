import type { Group } from '../../../shared/ipc/document-groups'

/** A row of the document list: the heading of a group, or a document, given by its index in the list. */
type ListRow =
  { readonly kind: 'head'; readonly group: Group } | { readonly kind: 'document'; readonly index: number }

export interface ListRows {
  readonly count: number
  at(row: number): ListRow
  /** The row of a document. */
  rowOf(index: number): number
  /** The group of a document; `undefined` in a list without groups. */
  groupOf(index: number): Group | undefined
}

/**
 * The positions of headings and documents. `groups` are in the order of the list, with the number of documents in each.
 */
export function listRows(total: number, groups: readonly Group[] = []): ListRows {
  /** The index of the first document of each group. */
  const starts: number[] = []
  let sum = 0
  for (const { count } of groups) {
    starts.push(sum)
    sum += count
  }
  const partOf = (index: number) => lastWhere(starts.length, (part) => (starts[part] ?? 0) <= index)
  return {
    count: total + groups.length,
    at(row) {
      const part = lastWhere(starts.length, (before) => (starts[before] ?? 0) + before <= row)
      const group = groups[part]
      if (group === undefined) return { kind: 'document', index: row }
      const index = row - part - 1
      return index < (starts[part] ?? 0) ? { kind: 'head', group } : { kind: 'document', index }
    },
    rowOf: (index) => index + partOf(index) + 1,
    groupOf: (index) => groups[partOf(index)],
  }
}

/** The last of `count` positions at which a monotonic condition holds; -1 if there is none. */
function lastWhere(count: number, holds: (at: number) => boolean): number {
  let [low, high] = [-1, count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
