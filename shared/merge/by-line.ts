import { lineKinds, unitsOf, type LineKind, type Units } from './blocks'
import type { Cluster, Range, Side } from './clusters'
import { isBlank, type Lines } from '../diff/lines'
import { mergeStretch, type AddRegion, type Stretch } from './by-token'
import { tokensOf } from './tokens'
import type { Work } from '../diff/sequence'

/** The lines of a text and of both sides' versions of it. */
export type ThreeLines = {
  readonly base: Lines
  readonly mine: Lines
  readonly theirs: Lines
  /** Whether line ends count, because one of the texts mixes them. */
  readonly isMixed: boolean
}

export type TextName = 'base' | Side

/** Adds the regions of changed lines, beginning with the front matter, and of the unchanged lines around them. */
export function addLines(
  lines: ThreeLines,
  fields: readonly LineCluster[],
  clusters: readonly Cluster[],
  add: AddRegion,
  work: Work,
): void {
  const { base, mine, theirs } = lines
  const kinds = kindsOnDemand(lines)
  let readable = STRETCHES_MAX
  for (const cluster of [...fields, ...withinUnits(lines, clusters, kinds)]) {
    add(
      'same',
      base.starts[cluster.base.from]!,
      mine.starts[cluster.mine.from]!,
      theirs.starts[cluster.theirs.from]!,
    )
    const cost = cluster.by === 'several' ? STRETCH_COSTS + lengthOf(lines, cluster) : 0
    if (cluster.by === 'several' && cost <= readable) {
      readable -= cost
      mergeStretch(tokensOfAll(lines, cluster, kinds), add, work)
    } else
      add(
        cluster.by === 'several' ? 'clash' : cluster.by,
        base.starts[cluster.base.to]!,
        mine.starts[cluster.mine.to]!,
        theirs.starts[cluster.theirs.to]!,
      )
  }
  add('same', base.text.length, mine.text.length, theirs.text.length)
}

/** Parsing the markdown takes time, and most merges never need it. */
type Kinds = (text: TextName) => readonly LineKind[]

function kindsOnDemand(lines: ThreeLines): Kinds {
  const known: { -readonly [Text in TextName]?: readonly LineKind[] } = {}
  return (text) => (known[text] ??= lineKinds(lines[text]))
}

/**
 * The bound, in UTF-16 units, of all stretches in all three texts: three paragraphs of 600,000 each. Merging more by
 * sentence would block the thread, so further stretches become clashes, as when the work runs out.
 */
const STRETCHES_MAX = 2_000_000
/** The fixed cost of each stretch, in units: there may be a hundred thousand short ones. */
const STRETCH_COSTS = 300

function lengthOf(lines: ThreeLines, cluster: LineCluster): number {
  const length = (text: TextName): number =>
    lines[text].starts[cluster[text].to]! - lines[text].starts[cluster[text].from]!
  return length('base') + length('mine') + length('theirs')
}

function tokensOfAll(lines: ThreeLines, cluster: LineCluster, kinds: Kinds): Stretch {
  const numbers = new Map<string, number>()
  const tokens = (text: TextName) =>
    tokensOf(lines[text], kinds(text), cluster[text].from, cluster[text].to, numbers)
  const stretch = { base: tokens('base'), mine: tokens('mine'), theirs: tokens('theirs') }
  return { ...stretch, ids: numbers.size, isMixed: lines.isMixed }
}

/** A cluster, or lines that both sides changed alike, or that are one question as a whole. */
export type LineCluster = Omit<Cluster, 'by'> & { readonly by: Cluster['by'] | 'both' | 'clash' }

/**
 * Two sides may have changed different lines of one paragraph or list item, which must not be merged by line, because a
 * line is often less than a sentence. Such changes become one cluster that covers the whole unit, as does any cluster
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
  let reach: Reach = { changed: nowhere, near: nowhere }
  let last: { readonly group: readonly LineCluster[]; readonly near: Range } | undefined
  const close = (): void => {
    const sides = new Set(group.map(({ by }) => by))
    const isOneSided = !sides.has('several') && !(sides.has('mine') && sides.has('theirs'))
    if (isOneSided) return void result.push(...group)
    // Both are next to one unchanged unit.
    const touches = last !== undefined && reach.near.from < last.near.to
    if (touches) result.pop()
    last = touches
      ? { group: [...last!.group, ...group], near: span(last!.near, reach.near) }
      : { group, near: reach.near }
    result.push(joined(last.group, last.near))
  }
  for (const cluster of agreed) {
    const next = reachOf(lines, cluster, baseKinds, units)
    const isShared = next.near.from < reach.changed.to || next.changed.from < reach.near.to
    if (isShared) reach = { changed: span(reach.changed, next.changed), near: span(reach.near, next.near) }
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

const nowhere: Range = { from: 0, to: 0 }

function span(one: Range, other: Range): Range {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
}

function isAgreed({ mine, theirs }: ThreeLines, cluster: Cluster): boolean {
  const { from, to } = cluster.mine
  if (cluster.by !== 'several' || to - from !== cluster.theirs.to - cluster.theirs.from) return false
  for (let i = from, j = cluster.theirs.from; i < to; i++, j++)
    if (mine.ids[i] !== theirs.ids[j]) return false
  return true
}

/** Whether any change here may need more than lines; a quick check without parsing the markdown. */
function mayShareUnit(base: Lines, before: LineCluster | undefined, cluster: LineCluster): boolean {
  if (cluster.by === 'several') return true
  if (!before || before.by === cluster.by) return false
  for (let line = before.base.to; line < cluster.base.from; line++) if (isBlank(base, line)) return false
  return true
}

/**
 * Ranges of the base in lines: the units that a cluster changes, and additionally those next to it, because text that
 * is added to a paragraph becomes part of it. Two changes share a unit only if one of them changes it.
 */
type Reach = { readonly changed: Range; readonly near: Range }

function reachOf(lines: ThreeLines, cluster: LineCluster, kinds: readonly LineKind[], units: Units): Reach {
  const { from, to } = cluster.base
  const isWithin = from > 0 && from < kinds.length && units.to[from - 1]! > from
  const changed =
    from < to
      ? { from: units.from[from]!, to: units.to[to - 1]! }
      : isWithin
        ? { from: units.from[from]!, to: units.to[from]! }
        : { from, to }
  const joinsAbove =
    changed.from > 0 && changed.from === from && holds(kinds[from - 1]) && adjoins(lines, cluster, 'first')
  const joinsBelow =
    changed.to === to && to < kinds.length && holds(kinds[to]) && adjoins(lines, cluster, 'last')
  const near = {
    from: joinsAbove ? units.from[from - 1]! : changed.from,
    to: joinsBelow ? units.to[to]! : changed.to,
  }
  return { changed, near }
}

const holds = (kind: LineKind | undefined): boolean => kind === 'prose' || kind === 'block' || kind === 'more'

/**
 * Whether the change puts text next to the unchanged line above (`first`) or below it (`last`), or lets text move up to
 * it.
 */
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
