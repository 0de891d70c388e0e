import { commonPrefix, commonSuffix, cuts } from '../diff/common-ends'
import { appended } from '../text/append'

/** A range of a text, and its replacement. */
interface Change {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The difference between two texts as a single change that does not split a character. */
export function oneChange(before: string, after: string): Change {
  let from = commonPrefix(before, after)
  while (cuts(before, from) || cuts(after, from)) from--
  let tail = commonSuffix(before, after, Math.min(before.length, after.length) - from)
  while (cuts(before, before.length - tail) || cuts(after, after.length - tail)) tail--
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}

/**
 * Merges a field that was changed in two places: it contains the words of both sides. Where both changed the same
 * place, theirs comes first and mine follows as a paragraph.
 */
export function bothChanges(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const my = oneChange(base, mine)
  const their = oneChange(base, theirs)
  const [first, second] =
    my.from < their.from || (my.from === their.from && my.to < their.to) ? [my, their] : [their, my]
  const isOneTaken = first.insert === '' || second.insert === ''
  if (first.to < second.from || (first.to === second.from && isOneTaken))
    return (
      base.slice(0, first.from) +
      first.insert +
      base.slice(first.to, second.from) +
      second.insert +
      base.slice(second.to)
    )
  const from = first.from
  const to = Math.max(first.to, second.to)
  const inPlace = (text: string) => text.slice(from, to + text.length - base.length)
  const together = [inPlace(theirs), inPlace(mine)].filter((words) => words !== '')
  const [there = '', here] = together
  return (
    base.slice(0, from) +
    there +
    (here === undefined ? '' : appended(there, here.trimStart())) +
    base.slice(to)
  )
}
