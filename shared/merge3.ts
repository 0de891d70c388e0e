import { clustersOf, type Cluster, type Range } from './merge/clusters'
import { lineContent, tabulate, type Lines } from './diff/lines'
import { fieldClusters, headsOf, type Heads } from './merge/by-field'
import { addLines } from './merge/by-line'
import { regionList, type MergeRegion } from './merge/regions'
import { mergedText, type MergedTexts } from './merge/merged-text'
import { joinTouching, pairUp } from './diff/pair-up'
import { diffSequences } from './diff/sequence-diff'
import type { Sequence, Work } from './diff/sequence'

export type { MergeRegion } from './merge/regions'

export type MergeResult =
  | {
      readonly kind: 'merged'
      readonly text: string
      readonly regions: readonly MergeRegion[]
      /** How many changes were taken from theirs. */
      readonly taken: number
    }
  | { readonly kind: 'clashes'; readonly regions: readonly MergeRegion[]; readonly clashes: number }
  /** The bound was passed: the texts as a whole are one conflict (W9). */
  | { readonly kind: 'too-large' }

/** The most comparison steps of one merge: about a fifth of a second on a machine of the year 2020. */
const WORK_MAX = 12_000_000

/**
 * Merges two versions of one text: front matter by key, the rest by line, and by sentence inside a paragraph that both
 * changed, never finer (W9). Each line or sentence of the result is in one of the three texts, and everything that
 * either side added is in the result or in a clash. Deterministic: the bound is a number of steps (`work`), not a time.
 */
export function merge3(
  { base, mine, theirs }: MergedTexts,
  options: { readonly work?: number } = {},
): MergeResult {
  const work: Work = { left: options.work ?? WORK_MAX }
  const table = tabulate([base, mine, theirs])
  const [baseLines, mineLines, theirLines] = table.texts as readonly [Lines, Lines, Lines]
  const lines = { base: baseLines, mine: mineLines, theirs: theirLines, isMixed: table.isMixed }
  const heads = headsOf(lines)
  const fields = fieldClusters(lines, heads, work)
  const from = sequenceOf(baseLines, heads.base)
  const my = sequenceOf(mineLines, heads.mine)
  const their = sequenceOf(theirLines, heads.theirs)
  const mineFound = diffSequences(from, my, table.ids, work)
  const theirsFound = mine === theirs ? mineFound : diffSequences(from, their, table.ids, work)
  const mineHunks = joinTouching(pairUp(mineFound, theirsFound, from, my, work))
  const theirHunks = joinTouching(pairUp(theirsFound, mineFound, from, their, work))
  const isOneSided = mine === base || theirs === base || mine === theirs
  if (work.left < 0 && !isOneSided) return { kind: 'too-large' }
  const { add, regions } = regionList()
  const clusters = clustersOf(mineHunks, theirHunks, never).map((cluster) => below(heads, cluster))
  addLines(lines, fields, clusters, add, work)
  return resultOf({ base, mine, theirs }, regions())
}

/** The lines below the front matter. */
function sequenceOf(lines: Lines, head: number): Sequence {
  return { ids: lines.ids.subarray(head), textOf: (line) => lineContent(lines, head + line) }
}

function below(heads: Heads, { by, base, mine, theirs }: Cluster): Cluster {
  const moved = ({ from, to }: Range, head: number): Range => ({ from: head + from, to: head + to })
  return {
    by,
    base: moved(base, heads.base),
    mine: moved(mine, heads.mine),
    theirs: moved(theirs, heads.theirs),
  }
}

function resultOf(texts: MergedTexts, regions: readonly MergeRegion[]): MergeResult {
  const count = (kind: MergeRegion['kind']): number => regions.filter((region) => region.kind === kind).length
  const clashes = count('clash')
  if (clashes > 0) return { kind: 'clashes', regions, clashes }
  return {
    kind: 'merged',
    text: mergedText(regions, texts, []),
    regions,
    taken: count('theirs'),
  }
}

const never = (): boolean => false
