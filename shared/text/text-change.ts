import { commonPrefix, commonSuffix, cuts } from '../diff/common-ends'
import type { Hunk } from '../diff/sequence'
import { wordHunks } from '../diff/word-hunks'

/** One replacement in a text: UTF-16 offsets in the text before any change of the same list; lists are sorted and do not overlap. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The most UTF-16 units that one message about a text may insert, in all its changes together. */
export const INSERTED_MAX = 128 * 1024 * 1024

/** The text after the changes. Throws a RangeError where a list is unsorted, overlaps or reaches past the end. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = ''
  let at = 0
  for (const change of changes) {
    if (change.from < at || change.to < change.from || change.to > text.length)
      throw new RangeError(`change ${change.from}..${change.to} does not fit a text of ${text.length}`)
    result += text.slice(at, change.from) + change.insert
    at = change.to
  }
  return result + text.slice(at)
}

/** The bound in comparison steps: about a tenth of a second on a machine of the year 2020. */
const WORK_MAX = 5_000_000

/**
 * Small changes that turn `from` into `to`, for updating an open editor so that cursor, selection and undo history stay
 * in place. No change begins or ends within a surrogate pair or between the two characters of a CRLF. Bounded: beyond a
 * number of steps changes are larger, but still correct.
 */
export function textChanges(from: string, to: string): readonly TextChange[] {
  return joinNear(wordHunks(from, to, { left: WORK_MAX }), from).map(({ aFrom, aTo, bFrom, bTo }) => {
    const most = Math.min(aTo - aFrom, bTo - bFrom)
    let head = commonPrefix(from, to, aFrom, bFrom, most)
    while (head > 0 && (cuts(from, aFrom + head) || cuts(to, bFrom + head))) head--
    let tail = commonSuffix(from.slice(aFrom, aTo), to.slice(bFrom, bTo), most - head)
    while (tail > 0 && (cuts(from, aTo - tail) || cuts(to, bTo - tail))) tail--
    return { from: aFrom + head, to: aTo - tail, insert: to.slice(bFrom + head, bTo - tail) }
  })
}

/** Joins changes with no more than a space or a mark between them: an editor applies few changes faster than many. */
function joinNear(hunks: readonly Hunk[], from: string): readonly Hunk[] {
  const joined: Hunk[] = []
  for (const hunk of hunks) {
    const last = joined.at(-1)
    const isNear =
      last && hunk.aFrom - last.aTo <= 2 && !/[\p{L}\p{N}\r\n]/u.test(from.slice(last.aTo, hunk.aFrom))
    if (isNear) joined[joined.length - 1] = { ...hunk, aFrom: last.aFrom, bFrom: last.bFrom }
    else joined.push(hunk)
  }
  return joined
}
