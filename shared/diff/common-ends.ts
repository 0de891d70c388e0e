import type { Hunk } from './sequence'

const chunk = 2048

/**
 * How many UTF-16 units two texts share from `fromA` and `fromB` on. Whole chunks are compared as strings,
 * which engines do many times faster than unit by unit.
 */
export function commonPrefix(a: string, b: string, fromA = 0, fromB = 0, limit = Infinity): number {
  const end = Math.min(a.length - fromA, b.length - fromB, limit)
  let at = 0
  while (at + chunk <= end && sameSlice(a, fromA + at, b, fromB + at, chunk)) at += chunk
  while (at < end && a.charCodeAt(fromA + at) === b.charCodeAt(fromB + at)) at++
  return at
}

/** How many UTF-16 units two texts share at their ends, at most `limit`. */
export function commonSuffix(a: string, b: string, limit = Infinity): number {
  const end = Math.min(a.length, b.length, limit)
  let at = 0
  while (at + chunk <= end && sameSlice(a, a.length - at - chunk, b, b.length - at - chunk, chunk))
    at += chunk
  while (at < end && a.charCodeAt(a.length - 1 - at) === b.charCodeAt(b.length - 1 - at)) at++
  return at
}

/** Whether an offset stands between two units that are one character: a surrogate pair, or a CRLF. */
export function cuts(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false
  const before = text.charCodeAt(at - 1)
  const next = text.charCodeAt(at)
  return (
    (before === 13 && next === 10) ||
    (before >= 0xd800 && before <= 0xdbff && next >= 0xdc00 && next <= 0xdfff)
  )
}

/** This much of the common ends is kept, so that the words and sentences at the seams are complete. */
const SEAM = 2_000

/** A hunk without the parts that both sides have in common at its ends. */
export function withoutCommonEnds(before: string, after: string, { aFrom, aTo, bFrom, bTo }: Hunk): Hunk {
  const most = Math.min(aTo - aFrom, bTo - bFrom)
  let head = Math.max(0, commonPrefix(before, after, aFrom, bFrom, most) - SEAM)
  if (head > 0 && (cuts(before, aFrom + head) || cuts(after, bFrom + head))) head--
  const [a, b] = [before.slice(aFrom, aTo), after.slice(bFrom, bTo)]
  let tail = Math.max(0, commonSuffix(a, b, most - head) - SEAM)
  if (tail > 0 && (cuts(before, aTo - tail) || cuts(after, bTo - tail))) tail--
  return { aFrom: aFrom + head, aTo: aTo - tail, bFrom: bFrom + head, bTo: bTo - tail }
}

function sameSlice(a: string, fromA: number, b: string, fromB: number, length: number): boolean {
  return a.slice(fromA, fromA + length) === b.slice(fromB, fromB + length)
}
