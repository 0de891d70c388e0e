import { lineKinds, unitsOf, type LineKind, type Units } from './blocks'
import type { Cluster, Range, Side } from './clusters'
import { isBlank, type Lines } from '../diff/lines'
import { mergeStretch, type AddRegion, type Stretch } from './by-token'
import { tokensOf } from './tokens'
import type { Work } from '../diff/sequence-diff'

export type ThreeLines = {
  readonly base: Lines
  readonly mine: Lines
  readonly theirs: Lines
  /** Whether line ends count, because one of the texts mixes them. */
  readonly isMixed: boolean
}

type TextName = 'base' | Side

/** Adds the regions of clusters of changed lines, and of the unchanged lines around them. */
export function addLines(lines: ThreeLines, clusters: readonly Cluster[], add: AddRegion, work: Work): void {
  const { base, mine, theirs } = lines
  const kinds = kindsOnDemand(lines)
  for (const cluster of withinUnits(lines, clusters, kinds)) {
    add(
      'same',
      base.starts[cluster.base.from]!,
      mine.starts[cluster.mine.from]!,
      theirs.starts[cluster.theirs.from]!,
    )
    if (cluster.by === 'several') mergeStretch(tokensOfAll(lines, cluster, kinds), add, work)
    else
      add(
        cluster.by,
        base.starts[cluster.base.to]!,
        mine.starts[cluster.mine.to]!,
        theirs.starts[cluster.theirs.to]!,
      )
  }
  add('same', base.text.length, mine.text.length, theirs.text.length)
}

/** Reading the markdown takes time, and most merges never need it. */
type Kinds = (text: TextName) => readonly LineKind[]

function kindsOnDemand(lines: ThreeLines): Kinds {
  const known: { -readonly [Text in TextName]?: readonly LineKind[] } = {}
  return (text) => (known[text] ??= lineKinds(lines[text]))
}

function tokensOfAll(lines: ThreeLines, cluster: LineCluster, kinds: Kinds): Stretch {
  const numbers = new Map<string, number>()
  const tokens = (text: TextName) =>
    tokensOf(lines[text], kinds(text), cluster[text].from, cluster[text].to, numbers)
  const stretch = { base: tokens('base'), mine: tokens('mine'), theirs: tokens('theirs') }
  return { ...stretch, ids: numbers.size, isMixed: lines.isMixed }
}

/** A cluster, or lines that both sides changed alike. */
type LineCluster = Omit<Cluster, 'by'> & { readonly by: Cluster['by'] | 'both' }

/**
 * Two sides may have changed different lines of one paragraph or of one list item, which are not to be merged by
 * line: a line is often less than a sentence. Such changes become one cluster, the whole unit, as does any cluster
 * that both sides changed.
 */
function withinUnits(lines: ThreeLines, clusters: readonly Cluster[], kinds: Kinds): readonly LineCluster[] {
  const agreed = clusters.map((cluster): LineCluster =>
    isAgreed(lines, cluster) ? { ...cluster, by: 'both' } : cluster,
  )
  if (!agreed.some((cluster, index) => mayShareUnit(lines.base, agreed[index - 1], cluster))) return agreed
  const baseKinds = kinds('base')
  const units = unitsOf(baseKinds)
  const result: LineCluster[] = []
  let group: LineCluster[] = []
  let reach: Range = { from: 0, to: 0 }
  const close = (): void => {
    const sides = new Set(group.map(({ by }) => by))
    if (sides.has('several') || (sides.has('mine') && sides.has('theirs'))) result.push(joined(group, reach))
    else result.push(...group)
  }
  for (const cluster of agreed) {
    const next = reachOf(lines, cluster, baseKinds, units)
    if (group.length > 0 && next.from < reach.to)
      reach = { from: Math.min(reach.from, next.from), to: Math.max(reach.to, next.to) }
    else {
      close()
      group = []
      reach = next
    }
    group.push(cluster)
  }
  close()
  return result
}

function isAgreed({ mine, theirs }: ThreeLines, cluster: Cluster): boolean {
  const { from, to } = cluster.mine
  if (cluster.by !== 'several' || to - from !== cluster.theirs.to - cluster.theirs.from) return false
  for (let i = from, j = cluster.theirs.from; i < to; i++, j++)
    if (mine.ids[i] !== theirs.ids[j]) return false
  return true
}

/** A quick look, without reading the markdown: whether anything here needs more than lines. */
function mayShareUnit(base: Lines, before: LineCluster | undefined, cluster: LineCluster): boolean {
  if (cluster.by === 'several') return true
  if (!before || before.by === cluster.by) return false
  for (let line = before.base.to; line < cluster.base.from; line++) if (isBlank(base, line)) return false
  return true
}

/** The lines of the base whose units a cluster touches. Added lines belong to the unit that they adjoin. */
function reachOf(lines: ThreeLines, cluster: LineCluster, kinds: readonly LineKind[], units: Units): Range {
  const { from, to } = cluster.base
  const reach = { from, to }
  if (from < to) {
    reach.from = units.from[from]!
    reach.to = units.to[to - 1]!
  }
  if (
    from > 0 &&
    (units.to[from - 1]! > from || (holds(kinds[from - 1]) && adjoins(lines, cluster, 'first')))
  )
    reach.from = units.from[from - 1]!
  if (to < kinds.length && (units.from[to]! < to || (holds(kinds[to]) && adjoins(lines, cluster, 'last'))))
    reach.to = units.to[to]!
  return reach
}

const holds = (kind: LineKind | undefined): boolean => kind === 'prose' || kind === 'block' || kind === 'more'

/** Whether the change puts text next to the unchanged line above (`first`) or below it (`last`), or lets text move up to it. */
function adjoins(lines: ThreeLines, cluster: LineCluster, edge: 'first' | 'last'): boolean {
  const at = (range: Range): number => (edge === 'first' ? range.from : range.to - 1)
  const { base } = cluster
  if (base.from < base.to && !isBlank(lines.base, at(base))) return false
  const sides: readonly Side[] =
    cluster.by === 'mine' || cluster.by === 'theirs' ? [cluster.by] : ['mine', 'theirs']
  return sides.some((side) => {
    const range = cluster[side]
    return range.from === range.to || !isBlank(lines[side], at(range))
  })
}

function joined(group: readonly LineCluster[], reach: Range): LineCluster {
  const first = group[0]!
  const last = group.at(-1)!
  const range = (text: TextName): Range => ({
    from: first[text].from - (first.base.from - reach.from),
    to: last[text].to + (reach.to - last.base.to),
  })
  return { by: 'several', base: reach, mine: range('mine'), theirs: range('theirs') }
}
