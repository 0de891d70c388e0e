import { alignByMyers } from './myers'
import type { Hunk, Sequence, Work } from './sequence'

/**
 * Whether the unit has no word: a blank line, a fence, a lone bracket. Such units recur, so finding one again means
 * little.
 */
export function isSeparator(sequence: Sequence, index: number): boolean {
  return !/[\p{L}\p{N}]/u.test(sequence.textOf(index))
}

/**
 * The hunks that turn `a` into `b`, whose numbers are all below `ids`. Equal ends are trimmed, values that occur once
 * on both sides become anchors (patience), and Myers' shortest edit runs between them. An insertion or a deletion that
 * could be in several places is put into the last of them, as in git. Where the work runs out the rest counts as one
 * change: still correct, but no longer small.
 */
export function diffSequences(from: Sequence, to: Sequence, ids: number, work: Work): Hunk[] {
  const { ids: a } = from
  const { ids: b } = to
  const partner = new Int32Array(a.length).fill(-1)
  const census = { a: new Int32Array(ids), b: new Int32Array(ids), place: new Int32Array(ids) }
  const pending: Range[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }]
  for (let range = pending.pop(); range; range = pending.pop()) {
    const core = trimEnds(a, b, range, partner)
    if (core.aFrom === core.aTo || core.bFrom === core.bTo) continue
    work.left -= core.aTo - core.aFrom + core.bTo - core.bFrom
    if (work.left < 0) break
    count(a, b, core, census)
    const anchors = anchorsIn(from, core, census)
    const straight = anchors.length === 0 && standsInPlace(a, b, core, census)
    const shared = anchors.length === 0 && !straight ? sharedPlaces(a, b, core, census) : undefined
    uncount(a, b, core, census)
    if (straight) matchInPlace(a, b, core, partner)
    else if (shared) alignByMyers(a, b, shared.a, shared.b, partner, work)
    else pushBetween(anchors, core, partner, pending)
  }
  return slideDown(a, b, hunksOf(partner, b.length))
}

type Range = { aFrom: number; aTo: number; bFrom: number; bTo: number }
type Census = { readonly a: Int32Array; readonly b: Int32Array; readonly place: Int32Array }

function trimEnds(a: Int32Array, b: Int32Array, range: Range, partner: Int32Array): Range {
  let { aFrom, aTo, bFrom, bTo } = range
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) partner[aFrom++] = bFrom++
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) partner[--aTo] = --bTo
  return { aFrom, aTo, bFrom, bTo }
}

function count(a: Int32Array, b: Int32Array, { aFrom, aTo, bFrom, bTo }: Range, census: Census): void {
  for (let i = aFrom; i < aTo; i++) census.a[a[i]!]!++
  for (let j = bFrom; j < bTo; j++) {
    census.b[b[j]!]!++
    census.place[b[j]!] = j
  }
}

function uncount(a: Int32Array, b: Int32Array, { aFrom, aTo, bFrom, bTo }: Range, census: Census): void {
  for (let i = aFrom; i < aTo; i++) census.a[a[i]!] = 0
  for (let j = bFrom; j < bTo; j++) census.b[b[j]!] = 0
}

/**
 * Pairs (i, j), flattened, of values that occur once on each side: the longest chain of them that ascends on both.
 * Where not all fit into one chain, something was moved, and separators must not outvote units with words.
 */
function anchorsIn(a: Sequence, core: Range, census: Census): number[] {
  const all = uniquePairs(a.ids, core, census)
  const chain = longestChain(all)
  if (chain.length === all.length) return chain
  const told: number[] = []
  for (let k = 0; k < all.length; k += 2) if (!isSeparator(a, all[k]!)) told.push(all[k]!, all[k + 1]!)
  return told.length > 0 ? longestChain(told) : chain
}

function uniquePairs(a: Int32Array, { aFrom, aTo }: Range, census: Census): number[] {
  const pairs: number[] = []
  for (let i = aFrom; i < aTo; i++) {
    const id = a[i]!
    if (census.a[id] === 1 && census.b[id] === 1) pairs.push(i, census.place[id]!)
  }
  return pairs
}

function longestChain(pairs: readonly number[]): number[] {
  const before = new Int32Array(pairs.length)
  // ends[n]: the pair that ends the best chain of n + 1 pairs, as its index in the list.
  const ends: number[] = []
  for (let k = 0; k < pairs.length; k += 2) {
    let high = ends.length
    let low = high > 0 && pairs[ends[high - 1]! + 1]! < pairs[k + 1]! ? high : 0
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]! + 1]! < pairs[k + 1]!) low = middle + 1
      else high = middle
    }
    before[k] = low > 0 ? ends[low - 1]! : -1
    ends[low] = k
  }
  const chain: number[] = []
  for (let k = ends.at(-1) ?? -1; k >= 0; k = before[k]!) chain.push(pairs[k + 1]!, pairs[k]!)
  return chain.reverse()
}

function pushBetween(anchors: number[], core: Range, partner: Int32Array, pending: Range[]): void {
  let { aFrom, bFrom } = core
  for (let k = 0; k < anchors.length; k += 2) {
    const i = anchors[k]!
    const j = anchors[k + 1]!
    partner[i] = j
    if (i > aFrom || j > bFrom) pending.push({ aFrom, aTo: i, bFrom, bTo: j })
    aFrom = i + 1
    bFrom = j + 1
  }
  pending.push({ aFrom, aTo: core.aTo, bFrom, bTo: core.bTo })
}

/**
 * Whether leaving every value in its place matches as many as any alignment could. Then rows that were changed one for
 * one among many equal rows keep their places, where a shortest edit might pair any with any.
 */
function standsInPlace(a: Int32Array, b: Int32Array, core: Range, census: Census): boolean {
  const { aFrom, aTo, bFrom, bTo } = core
  if (aTo - aFrom !== bTo - bFrom) return false
  let inPlace = 0
  for (let i = aFrom, j = bFrom; i < aTo; i++, j++) if (a[i] === b[j]) inPlace++
  let possible = 0
  for (let i = aFrom; i < aTo; i++) {
    const id = a[i]!
    if (census.place[id] === -1) continue
    possible += Math.min(census.a[id]!, census.b[id]!)
    census.place[id] = -1
  }
  return inPlace === possible
}

function matchInPlace(a: Int32Array, b: Int32Array, { aFrom, aTo, bFrom }: Range, partner: Int32Array): void {
  for (let i = aFrom, j = bFrom; i < aTo; i++, j++) if (a[i] === b[j]) partner[i] = j
}

/** Only values that occur on both sides can be matched; leaving out the rest keeps Myers' algorithm fast. */
function sharedPlaces(
  a: Int32Array,
  b: Int32Array,
  core: Range,
  census: Census,
): { a: Int32Array; b: Int32Array } {
  const inA: number[] = []
  const inB: number[] = []
  for (let i = core.aFrom; i < core.aTo; i++) if (census.b[a[i]!]! > 0) inA.push(i)
  for (let j = core.bFrom; j < core.bTo; j++) if (census.a[b[j]!]! > 0) inB.push(j)
  return { a: Int32Array.from(inA), b: Int32Array.from(inB) }
}

function hunksOf(partner: Int32Array, bLength: number): Hunk[] {
  const hunks: Hunk[] = []
  let aFrom = 0
  let bFrom = 0
  for (let i = 0; i <= partner.length; i++) {
    const j = i < partner.length ? partner[i]! : bLength
    if (j < 0) continue
    if (i > aFrom || j > bFrom) hunks.push({ aFrom, aTo: i, bFrom, bTo: j })
    aFrom = i + 1
    bFrom = j + 1
  }
  return hunks
}

/** Moves pure insertions and deletions as far down as equal values allow; those that meet become one. */
function slideDown(a: Int32Array, b: Int32Array, hunks: readonly Hunk[]): Hunk[] {
  const slid: Hunk[] = []
  for (let k = hunks.length - 1; k >= 0; k--) {
    let { aFrom, aTo, bFrom, bTo } = hunks[k]!
    let next = slid[slid.length - 1]
    for (;;) {
      if (next && aTo === next.aFrom) {
        aTo = next.aTo
        bTo = next.bTo
        slid.pop()
        next = slid[slid.length - 1]
      } else if (slidesOn(a, b, { aFrom, aTo, bFrom, bTo }))
        [aFrom, aTo, bFrom, bTo] = [aFrom + 1, aTo + 1, bFrom + 1, bTo + 1]
      else break
    }
    slid.push({ aFrom, aTo, bFrom, bTo })
  }
  return slid.reverse()
}

/** Whether an addition, or a removal, can equally be read one unit further down. */
function slidesOn(a: Int32Array, b: Int32Array, { aFrom, aTo, bFrom, bTo }: Hunk): boolean {
  if (aFrom === aTo) return aTo < a.length && b[bFrom] === b[bTo]
  return bFrom === bTo && bTo < b.length && a[aFrom] === a[aTo]
}

/**
 * Moves each addition and each removal down as far as possible without touching the next hunk. Hunks that touch already
 * stay apart.
 */
export function slideApart(a: Int32Array, b: Int32Array, hunks: readonly Hunk[]): Hunk[] {
  const slid: Hunk[] = []
  for (let k = hunks.length - 1, limit = a.length; k >= 0; k--) {
    let { aFrom, aTo, bFrom, bTo } = hunks[k]!
    while (aTo < limit && slidesOn(a, b, { aFrom, aTo, bFrom, bTo }))
      [aFrom, aTo, bFrom, bTo] = [aFrom + 1, aTo + 1, bFrom + 1, bTo + 1]
    slid.push({ aFrom, aTo, bFrom, bTo })
    limit = aFrom
  }
  return slid.reverse()
}
