import type { Group } from '../../../shared/ipc/document-groups'

/** A line of the document list: the head of a part, or a document by its place in the list. */
type ListRow =
  { readonly kind: 'head'; readonly group: Group } | { readonly kind: 'document'; readonly index: number }

export interface ListRows {
  readonly count: number
  at(row: number): ListRow
  /** The line of a document. */
  rowOf(index: number): number
  /** The part that a document stands in; `undefined` in a list that is not divided. */
  groupOf(index: number): Group | undefined
}

/** Where heads and documents of a list stand; `groups` in the order of the list, with how many documents each has. */
export function listRows(total: number, groups: readonly Group[] = []): ListRows {
  /** The first document of each part. */
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

/** The last of `count` places for which something holds that holds up to there and no further; -1 for none. */
function lastWhere(count: number, holds: (at: number) => boolean): number {
  let [low, high] = [-1, count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
