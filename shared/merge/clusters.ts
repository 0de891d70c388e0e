import type { Hunk } from '../diff/sequence'

export type Side = 'mine' | 'theirs'
export type Range = { readonly from: number; readonly to: number }

/** Changes that belong together, as ranges of the base and of both sides; between clusters nothing changed. */
export type Cluster = {
  readonly by: Side | 'several'
  readonly base: Range
  readonly mine: Range
  readonly theirs: Range
}

/** A change and its side. */
export type SidedHunk = { readonly side: Side; readonly hunk: Hunk }

/**
 * Groups the hunks of both sides into clusters: overlapping hunks form one, and so do touching ones, unless
 * `seamIsSafe` allows the two changes, one of each side, to be adjacent. Hunks of one side are never grouped for their
 * own sake.
 */
export function clustersOf(
  mine: readonly Hunk[],
  theirs: readonly Hunk[],
  seamIsSafe: (first: SidedHunk, second: SidedHunk) => boolean,
): Cluster[] {
  const all = inOrder(mine, theirs)
  const groups: SidedHunk[][] = []
  const shift = { mine: 0, theirs: 0 }
  // For each change, the first one to which it belongs; searched backwards among the changes of the other side.
  const seen = { mine: [] as number[], theirs: [] as number[] }
  const reach = all.map((next, index) => {
    const others = seen[next.side === 'mine' ? 'theirs' : 'mine']
    let first = index
    for (let back = others.length - 1; back >= 0; back--) {
      const other = all[others[back]!]!
      if (other.hunk.aTo < next.hunk.aFrom) break
      if (other.hunk.aTo > next.hunk.aFrom || !seamIsSafe(other, next)) first = others[back]!
    }
    seen[next.side].push(index)
    return first
  })
  for (let to = all.length; to > 0;) {
    let from = to - 1
    for (let index = to - 1; index >= from; index--) from = Math.min(from, reach[index]!)
    groups.push(all.slice(from, to))
    to = from
  }
  return groups.reverse().map((group) => clusterOf(group, shift))
}

/** Both lists in order; at equal positions an insertion comes before a change that follows it. */
function inOrder(mine: readonly Hunk[], theirs: readonly Hunk[]): SidedHunk[] {
  const all: SidedHunk[] = []
  let i = 0
  let j = 0
  while (i < mine.length || j < theirs.length) {
    const left = mine[i]
    const right = theirs[j]
    const isLeft =
      !right || (left && (left.aFrom < right.aFrom || (left.aFrom === right.aFrom && left.aTo <= right.aTo)))
    all.push(isLeft ? { side: 'mine', hunk: mine[i++]! } : { side: 'theirs', hunk: theirs[j++]! })
  }
  return all
}

function clusterOf(changes: readonly SidedHunk[], shift: { mine: number; theirs: number }): Cluster {
  const base = {
    from: changes[0]!.hunk.aFrom,
    to: changes.reduce((most, { hunk }) => Math.max(most, hunk.aTo), 0),
  }
  const range = (side: Side): Range => {
    const from = base.from + shift[side]
    for (const change of changes) if (change.side === side) shift[side] = change.hunk.bTo - change.hunk.aTo
    return { from, to: base.to + shift[side] }
  }
  const sides = new Set(changes.map(({ side }) => side))
  return {
    by: sides.size > 1 ? 'several' : changes[0]!.side,
    base,
    mine: range('mine'),
    theirs: range('theirs'),
  }
}
