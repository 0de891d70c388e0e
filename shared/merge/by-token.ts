import { withLineFeeds } from '../text/normal-form'
import { clustersOf, type Cluster, type Range, type SidedHunk } from './clusters'
import type { RegionKind } from './regions'
import type { TokenKind, Tokens } from './tokens'
import { joinTouching, pairUp } from '../diff/pair-up'
import { diffSequences } from '../diff/sequence-diff'
import type { Hunk, Sequence, Work } from '../diff/sequence'

/** The same place in three texts, changed on both sides, as tokens. */
export type Stretch = {
  readonly base: Tokens
  readonly mine: Tokens
  readonly theirs: Tokens
  /** All numbers of tokens are below this. */
  readonly ids: number
  /** Whether line ends count, because one of the texts mixes them. */
  readonly isMixed: boolean
}

/** Takes the next region: its kind, and where it ends in each text. */
export type AddRegion = (kind: RegionKind, baseTo: number, mineTo: number, theirsTo: number) => void

/**
 * Merges a stretch that both sides changed, token by token, and adds its regions. Where the work runs out the whole
 * stretch is one clash.
 */
export function mergeStretch(stretch: Stretch, add: AddRegion, work: Work): void {
  const { base, mine, theirs, ids } = stretch
  const [from, my, their] = [sequenceOf(base), sequenceOf(mine), sequenceOf(theirs)]
  const mineFound = diffSequences(from, my, ids, work)
  const theirsFound = diffSequences(from, their, ids, work)
  // Rows depend on each other: a change of several rows stays one change.
  const isAmongRows = (index: number): boolean =>
    base.kinds[index - 1] === 'row' && base.kinds[index] === 'row'
  const mineHunks = joinTouching(pairUp(mineFound, theirsFound, from, my, work), isAmongRows)
  const theirHunks = joinTouching(pairUp(theirsFound, mineFound, from, their, work), isAmongRows)
  if (work.left < 0) return add('clash', base.starts.at(-1)!, mine.starts.at(-1)!, theirs.starts.at(-1)!)
  const at: Places = { base: 0, mine: 0, theirs: 0 }
  for (const cluster of clustersOf(mineHunks, theirHunks, (first, second) =>
    canStandSideBySide(stretch, first, second),
  )) {
    addEqual(stretch, at, cluster.base.from, add)
    addCluster(stretch, cluster, at, add)
  }
  addEqual(stretch, at, base.ids.length, add)
}

function sequenceOf(tokens: Tokens): Sequence {
  return { ids: tokens.ids, textOf: (index) => textOf(tokens, index) }
}

/** How many tokens of each text are done. */
type Places = { base: number; mine: number; theirs: number }

/**
 * Whether two changes, one of each side, may be adjacent without unchanged text between them. diff3 reports each such
 * pair as a conflict, rightly for code. In prose they can be merged where both sides agree about the text on either
 * side of the seam:
 * - both rewrote, token for token, sentences or blocks that the other side left unchanged. Each text contains the seam,
 *   so the order is known and each word has one author. A question could not even be answered with "mine" or "theirs":
 *   the writer would have to copy one sentence by hand, and might lose it.
 * - one side rewrote, and the other added or removed a whole paragraph with its blank line on this side of it.
 * Every other case asks: a sentence added or removed directly beside a changed one may belong to that change, and the
 * order of two additions is unknown. Rows of code and tables depend on each other and always ask.
 */
function canStandSideBySide({ base, mine, theirs }: Stretch, first: SidedHunk, second: SidedHunk): boolean {
  const sides = { mine, theirs }
  const seam = second.hunk.aFrom
  const above = sides[first.side].kinds[first.hunk.bTo - 1]
  const below = sides[second.side].kinds[second.hunk.bFrom]
  if (rewrites(first.hunk) && rewrites(second.hunk))
    return isWhole(above) && isWhole(below) && above === base.kinds[seam - 1] && below === base.kinds[seam]
  if (rewrites(first.hunk))
    return (adds(second.hunk) ? below : drops(second.hunk) && base.kinds[seam]) === 'blank'
  if (rewrites(second.hunk))
    return (adds(first.hunk) ? above : drops(first.hunk) && base.kinds[seam - 1]) === 'blank'
  return false
}

const rewrites = (hunk: Hunk): boolean => hunk.aTo - hunk.aFrom === hunk.bTo - hunk.bFrom
const adds = (hunk: Hunk): boolean => hunk.aFrom === hunk.aTo
const drops = (hunk: Hunk): boolean => hunk.bFrom === hunk.bTo
const isWhole = (kind: TokenKind | undefined): boolean => kind === 'sentence' || kind === 'block'

/**
 * Adds the tokens before a cluster: their words are equal; white space that one side changed is taken from that side.
 */
function addEqual(stretch: Stretch, at: Places, baseTo: number, add: AddRegion): void {
  const { base, mine, theirs } = stretch
  while (at.base < baseTo) {
    const kind = whoseSpace(
      stretch,
      textOf(base, at.base++),
      textOf(mine, at.mine++),
      textOf(theirs, at.theirs++),
    )
    add(kind, base.starts[at.base]!, mine.starts[at.mine]!, theirs.starts[at.theirs]!)
  }
}

function addCluster(stretch: Stretch, cluster: Cluster, at: Places, add: AddRegion): void {
  const { base, mine, theirs } = stretch
  if (cluster.by === 'several') addShared(stretch, cluster, add)
  else
    add(
      cluster.by,
      base.starts[cluster.base.to]!,
      mine.starts[cluster.mine.to]!,
      theirs.starts[cluster.theirs.to]!,
    )
  Object.assign(at, { base: cluster.base.to, mine: cluster.mine.to, theirs: cluster.theirs.to })
}

/** Adds a place that both sides changed: equal parts at either end are agreed, the rest is the clash. */
function addShared(stretch: Stretch, cluster: Cluster, add: AddRegion): void {
  const { base, mine, theirs } = stretch
  const baseFrom = base.starts[cluster.base.from]!
  const baseTo = base.starts[cluster.base.to]!
  const { head, tail } = agreedEnds(mine, cluster.mine, theirs, cluster.theirs)
  const rest = {
    mine: { from: cluster.mine.from + head, to: cluster.mine.to - tail },
    theirs: { from: cluster.theirs.from + head, to: cluster.theirs.to - tail },
  }
  const addAgreed = (i: number, j: number, baseAt: number): void =>
    add(
      whoseSpace(stretch, undefined, textOf(mine, i), textOf(theirs, j)),
      baseAt,
      mine.starts[i + 1]!,
      theirs.starts[j + 1]!,
    )
  const mineIsEmpty = rest.mine.from === rest.mine.to
  const theirsIsEmpty = rest.theirs.from === rest.theirs.to
  const isSettled = mineIsEmpty && theirsIsEmpty
  if (isSettled && head === 0) add('both', baseTo, mine.starts[rest.mine.to]!, theirs.starts[rest.theirs.to]!)
  for (let k = 0; k < head; k++)
    addAgreed(cluster.mine.from + k, cluster.theirs.from + k, isSettled && k === head - 1 ? baseTo : baseFrom)
  if (!isSettled) {
    // Where both added the same and one side added more, without any text of the base, the rest is an addition.
    const isAddition = baseFrom === baseTo && (mineIsEmpty || theirsIsEmpty)
    const kind = isAddition ? (mineIsEmpty ? 'theirs' : 'mine') : 'clash'
    add(kind, baseTo, mine.starts[rest.mine.to]!, theirs.starts[rest.theirs.to]!)
  }
  for (let k = 0; k < tail; k++) addAgreed(rest.mine.to + k, rest.theirs.to + k, baseTo)
}

/** How many tokens two stretches share at their beginnings and ends. */
function agreedEnds(mine: Tokens, m: Range, theirs: Tokens, t: Range): { head: number; tail: number } {
  const length = Math.min(m.to - m.from, t.to - t.from)
  let head = 0
  while (head < length && mine.ids[m.from + head] === theirs.ids[t.from + head]) head++
  let tail = 0
  while (tail < length - head && mine.ids[m.to - tail - 1] === theirs.ids[t.to - tail - 1]) tail++
  if (head + tail === length) return { head, tail }
  // A separator of blocks stays with the clash, so that keeping both sides keeps them apart.
  while (head > 0 && [mine.kinds[m.from + head - 1], theirs.kinds[t.from + head - 1]].includes('blank'))
    head--
  while (tail > 0 && (parts(mine.kinds[m.to - tail]) || parts(theirs.kinds[t.to - tail]))) tail--
  return { head, tail }
}

const parts = (kind: TokenKind | undefined): boolean => kind === 'blank' || kind === 'end'

function textOf({ text, starts }: Tokens, index: number): string {
  return text.slice(starts[index], starts[index + 1])
}

/**
 * The side from which white space is taken where the words are equal. Where both changed it differently, nobody is
 * asked: the value that sorts first is taken, so that every device gets the same text.
 */
function whoseSpace(stretch: Stretch, base: string | undefined, mine: string, theirs: string): RegionKind {
  const isAlike = (a: string, b: string): boolean => a === b || inner(a, stretch) === inner(b, stretch)
  if (isAlike(mine, theirs)) return base !== undefined && isAlike(base, mine) ? 'same' : 'both'
  if (base !== undefined && isAlike(base, mine)) return 'theirs'
  if (base !== undefined && isAlike(base, theirs)) return 'mine'
  return mine < theirs ? 'mine' : 'theirs'
}

/**
 * A token without its last line end, and with other line ends made LF unless they count: line ends are decided for the
 * whole text.
 */
function inner(token: string, { isMixed }: Stretch): string {
  return (isMixed ? token : withLineFeeds(token)).replace(/\n$/, '')
}
