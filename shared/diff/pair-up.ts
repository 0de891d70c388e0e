import { isSeparator, slideApart } from './sequence-diff'
import type { Hunk, Sequence, Work } from './sequence'
import { wordNumbers } from './word-parts'

/** With more possible pairs than this no pairs are searched for. */
const PAIRS_MAX = 400
const SIMILARITY_MIN = 0.5
/** A unit that contains this share of a shorter one's words may be the later state of that one. */
const HELD_MIN = 0.75

/**
 * Splits hunks into rewritten, added and removed units. A shortest edit knows only equal units: where a paragraph was
 * deleted and the next one changed, it may say that the first became the second. Where a hunk, or hunks with only
 * separators between them, can be read in several ways, units are paired here by the words they share, and each pair
 * becomes a hunk of its own. That takes time, so it is done only near `others`, the hunks of the other side of a merge.
 * Hunks of one list may touch afterwards.
 */
export function pairUp(
  hunks: readonly Hunk[],
  others: readonly Hunk[],
  a: Sequence,
  b: Sequence,
  work: Work,
): readonly Hunk[] {
  const result: Hunk[] = []
  let other = 0
  for (let first = 0; first < hunks.length;) {
    let next = first + 1
    while (next < hunks.length && onlySeparators(a, hunks[next - 1]!.aTo, hunks[next]!.aFrom)) next++
    const group = hunks.slice(first, next)
    const near = withSeparators(a, group[0]!.aFrom, group.at(-1)!.aTo)
    while (other < others.length && others[other]!.aTo < near.from) other++
    const isNear = other < others.length && others[other]!.aFrom <= near.to
    result.push(...((isNear ? pairGroup(group, a, b, work) : undefined) ?? group))
    first = next
  }
  // An addition that both sides made is recognised as one only where both read it in the same place.
  return slideApart(a.ids, b.ids, result)
}

/** Joins hunks that touch into one, where `joins` returns true for the index in a at which the second begins. */
export function joinTouching(
  hunks: readonly Hunk[],
  joins: (index: number) => boolean = () => true,
): readonly Hunk[] {
  const joined: Hunk[] = []
  for (const hunk of hunks) {
    const last = joined.at(-1)
    if (last && last.aTo === hunk.aFrom && last.bTo === hunk.bFrom && joins(hunk.aFrom))
      joined[joined.length - 1] = { aFrom: last.aFrom, aTo: hunk.aTo, bFrom: last.bFrom, bTo: hunk.bTo }
    else joined.push(hunk)
  }
  return joined
}

/** The range with the separators around it: an addition may be read on either side of these. */
function withSeparators(units: Sequence, from: number, to: number): { from: number; to: number } {
  while (from > 0 && isSeparator(units, from - 1)) from--
  while (to < units.ids.length && isSeparator(units, to)) to++
  return { from, to }
}

function onlySeparators(units: Sequence, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (!isSeparator(units, index)) return false
  return true
}

function pairGroup(
  group: readonly Hunk[],
  a: Sequence,
  b: Sequence,
  work: Work,
): readonly Hunk[] | undefined {
  const whole = {
    aFrom: group[0]!.aFrom,
    aTo: group.at(-1)!.aTo,
    bFrom: group[0]!.bFrom,
    bTo: group.at(-1)!.bTo,
  }
  if (!maySpend(work, (whole.aTo - whole.aFrom + whole.bTo - whole.bFrom) * STEPS_PER_UNIT)) return undefined
  const left = told(a, whole.aFrom, whole.aTo)
  const right = told(b, whole.bFrom, whole.bTo)
  if (left.length === 0 || right.length === 0 || (left.length === 1 && right.length === 1)) return undefined
  if (left.length * right.length > PAIRS_MAX) return undefined
  const pairs = bestPairs(left, right, a, b, work)
  if (!pairs) return undefined
  // There are as many units as before, none similar to another: then each unit replaces the one in its place.
  if (pairs.length === 0 && left.length === right.length) return undefined
  const result: Hunk[] = []
  let at = { aFrom: whole.aFrom, bFrom: whole.bFrom }
  for (const [i, j] of pairs) {
    result.push(...between(a, b, { ...at, aTo: i, bTo: j }))
    result.push(...between(a, b, { aFrom: i, aTo: i + 1, bFrom: j, bTo: j + 1 }))
    at = { aFrom: i + 1, bFrom: j + 1 }
  }
  result.push(...between(a, b, { ...at, aTo: whole.aTo, bTo: whole.bTo }))
  return result
}

function told(units: Sequence, from: number, to: number): number[] {
  const places: number[] = []
  for (let index = from; index < to; index++) if (!isSeparator(units, index)) places.push(index)
  return places
}

/** The remainder between two pairs as one hunk, without its equal ends. */
function between(a: Sequence, b: Sequence, { aFrom, aTo, bFrom, bTo }: Hunk): readonly Hunk[] {
  while (aFrom < aTo && bFrom < bTo && a.ids[aFrom] === b.ids[bFrom]) [aFrom, bFrom] = [aFrom + 1, bFrom + 1]
  while (aFrom < aTo && bFrom < bTo && a.ids[aTo - 1] === b.ids[bTo - 1]) [aTo, bTo] = [aTo - 1, bTo - 1]
  return aFrom < aTo || bFrom < bTo ? [{ aFrom, aTo, bFrom, bTo }] : []
}

/** The cost, in comparison steps, of reading a character as part of a word; and of examining a unit. */
const STEPS_PER_CHARACTER = 20
const STEPS_PER_UNIT = 50

/** Takes the steps from the budget for words; false, and nothing taken, where it has too few. */
function maySpend(work: Work, steps: number): boolean {
  work.forWords ??= work.left / 2
  if (steps > work.forWords) return false
  work.forWords -= steps
  return true
}

/**
 * The pairs, in order on both sides, that are most similar together; none where units seem joined or split; `undefined`
 * where finding them would take too much of the work.
 */
function bestPairs(
  left: number[],
  right: number[],
  a: Sequence,
  b: Sequence,
  work: Work,
): readonly Pair[] | undefined {
  // Reading words is work as well, even where there are too many to pair.
  const characters = left.reduce((sum, index) => sum + a.textOf(index).length, 0)
  const others = right.reduce((sum, index) => sum + b.textOf(index).length, 0)
  if (!maySpend(work, (characters + others) * STEPS_PER_CHARACTER)) return undefined
  const numbers = new Map<string, number>()
  const leftWords = left.map((index) => wordNumbers(a.textOf(index), numbers))
  const rightWords = right.map((index) => wordNumbers(b.textOf(index), numbers))
  // Pairing may use a part of the remaining work, but must never endanger the result.
  const count = (list: readonly (readonly number[])[]): number =>
    list.reduce((sum, one) => sum + one.length, 0)
  const cost = count(leftWords) * right.length + count(rightWords) * left.length
  if (cost > work.left / 4) return undefined
  work.left -= cost
  const shared = leftWords.map((one) => rightWords.map((other) => inCommon(one, other)))
  const worth = (i: number, j: number): number => {
    const [one, other] = [leftWords[i]!.length, rightWords[j]!.length]
    const similarity = (2 * shared[i]![j]!) / (one + other)
    const isHeld = shared[i]![j]! >= Math.min(one, other) * HELD_MIN
    return similarity >= SIMILARITY_MIN || isHeld ? similarity : 0
  }
  const chosen = bestChain(left.length, right.length, worth)
  const isTorn = areTorn(leftWords, rightWords, chosen) || areTorn(rightWords, leftWords, chosen.map(turned))
  return isTorn ? [] : chosen.map(([i, j]) => [left[i]!, right[j]!])
}

/**
 * Whether a unit without a partner was joined to one of the other side, or split from it: that one contains half of its
 * words, and a quarter of them are words that the other's own partner does not have. Otherwise the shared words may be
 * such as any two texts of a language share.
 */
function areTorn(
  units: readonly (readonly number[])[],
  others: readonly (readonly number[])[],
  pairs: readonly Pair[],
): boolean {
  const isPaired = new Set(pairs.map(([unit]) => unit))
  const partners = new Map(pairs.map(([unit, other]) => [other, units[unit]!]))
  const isPartOf = (words: readonly number[], other: number): boolean => {
    const theirs = others[other]!
    const own = notIn(theirs, partners.get(other) ?? [])
    return inCommon(words, theirs) >= words.length / 2 && inCommon(words, own) >= words.length / 4
  }
  return units.some((words, unit) => !isPaired.has(unit) && others.some((_, other) => isPartOf(words, other)))
}

const turned = ([one, other]: Pair): Pair => [other, one]

type Pair = readonly [number, number]

/** Of all ways to pair indexes in order, the one with the highest total. */
function bestChain(rows: number, columns: number, worth: (i: number, j: number) => number): readonly Pair[] {
  const total = Array.from({ length: rows + 1 }, () => Array.from({ length: columns + 1 }, () => 0))
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      total[i]![j] = Math.max(total[i + 1]![j]!, total[i]![j + 1]!, worth(i, j) + total[i + 1]![j + 1]!)
  const chain: Pair[] = []
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (worth(i, j) > 0 && total[i]![j] === worth(i, j) + total[i + 1]![j + 1]!) chain.push([i++, j++])
    else if (total[i]![j] === total[i + 1]![j]) i++
    else j++
  }
  return chain
}

/** The words that the other unit does not have. Both lists are sorted. */
function notIn(words: readonly number[], other: readonly number[]): readonly number[] {
  let at = 0
  return words.filter((word) => {
    while (at < other.length && other[at]! < word) at++
    if (other[at] !== word) return true
    at++
    return false
  })
}

/** How many words two units have in common. Both lists are sorted. */
function inCommon(one: readonly number[], other: readonly number[]): number {
  let shared = 0
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) [shared, i, j] = [shared + 1, i + 1, j + 1]
    else if (one[i]! < other[j]!) i++
    else j++
  }
  return shared
}
