import { isSeparator, type Hunk, type Sequence, type Work } from './sequence-diff'
import { wordNumbers } from './word-hunks'

/** Pairs of more units than this are not looked for, and of units less alike than this not made. */
const mostPairs = 2500
const leastLikeness = 0.5

/**
 * Makes hunks say what was rewritten, what added and what taken away. A shortest edit knows only equal units: of a
 * paragraph deleted and the next one changed it may tell that the first became the second. Here, where a hunk, or
 * hunks with nothing but separators between them, could be read in several ways, units are paired by the words they
 * share, each pair a hunk of its own. Hunks of one list may touch afterwards.
 */
export function pairUp(hunks: readonly Hunk[], a: Sequence, b: Sequence, work: Work): readonly Hunk[] {
  const result: Hunk[] = []
  for (let first = 0; first < hunks.length;) {
    let next = first + 1
    while (next < hunks.length && onlySeparators(a, hunks[next - 1]!.aTo, hunks[next]!.aFrom)) next++
    const group = hunks.slice(first, next)
    result.push(...(pairGroup(group, a, b, work) ?? group))
    first = next
  }
  return result
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
  const left = told(a, whole.aFrom, whole.aTo)
  const right = told(b, whole.bFrom, whole.bTo)
  if (left.length === 0 || right.length === 0 || (left.length === 1 && right.length === 1)) return undefined
  if (left.length * right.length > mostPairs) return undefined
  const pairs = bestPairs(left, right, a, b, work)
  if (pairs.length === 0) return undefined
  const result: Hunk[] = []
  let at = { aFrom: whole.aFrom, bFrom: whole.bFrom }
  for (const [i, j] of pairs) {
    result.push(...between(a, b, { ...at, aTo: i, bTo: j }), { aFrom: i, aTo: i + 1, bFrom: j, bTo: j + 1 })
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

/** What is left between two pairs: equal ends apart, one hunk. */
function between(a: Sequence, b: Sequence, { aFrom, aTo, bFrom, bTo }: Hunk): readonly Hunk[] {
  while (aFrom < aTo && bFrom < bTo && a.ids[aFrom] === b.ids[bFrom]) [aFrom, bFrom] = [aFrom + 1, bFrom + 1]
  while (aFrom < aTo && bFrom < bTo && a.ids[aTo - 1] === b.ids[bTo - 1]) [aTo, bTo] = [aTo - 1, bTo - 1]
  return aFrom < aTo || bFrom < bTo ? [{ aFrom, aTo, bFrom, bTo }] : []
}

/** The pairs, in order on both sides, that are together most alike. */
function bestPairs(
  left: number[],
  right: number[],
  a: Sequence,
  b: Sequence,
  work: Work,
): readonly (readonly [number, number])[] {
  const numbers = new Map<string, number>()
  const leftWords = left.map((index) => wordNumbers(a.textOf(index), numbers))
  const rightWords = right.map((index) => wordNumbers(b.textOf(index), numbers))
  const likeness: number[][] = leftWords.map((one) =>
    rightWords.map((other) => {
      work.left -= one.length + other.length
      return work.left < 0 ? 0 : likenessOf(one, other)
    }),
  )
  const total: number[][] = Array.from({ length: left.length + 1 }, () =>
    new Array<number>(right.length + 1).fill(0),
  )
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      total[i]![j] = Math.max(
        total[i + 1]![j]!,
        total[i]![j + 1]!,
        worth(likeness[i]![j]!) + total[i + 1]![j + 1]!,
      )
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const gain = worth(likeness[i]![j]!)
    if (gain > 0 && total[i]![j] === gain + total[i + 1]![j + 1]!) pairs.push([left[i++]!, right[j++]!])
    else if (total[i]![j] === total[i + 1]![j]) i++
    else j++
  }
  return pairs
}

const worth = (likeness: number): number => (likeness >= leastLikeness ? likeness : 0)

/** The share of words that two units have in common, from 0 to 1. Both are sorted. */
function likenessOf(one: readonly number[], other: readonly number[]): number {
  let shared = 0
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) [shared, i, j] = [shared + 1, i + 1, j + 1]
    else if (one[i]! < other[j]!) i++
    else j++
  }
  return one.length + other.length === 0 ? 0 : (2 * shared) / (one.length + other.length)
}
