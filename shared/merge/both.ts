import { isBlank, lineContent, tabulate, type Lines } from '../diff/lines'
import type { Hunk, Sequence } from '../diff/sequence'
import { diffSequences } from '../diff/sequence-diff'
import { areNoMore, landmarks, weave, WORK_MAX } from './weave'

/** A piece of a text for the merged text. */
export interface Piece {
  readonly text: string
  /** Whether it is at the start of a line in its own text. */
  readonly startsLine: boolean
}

/**
 * Two versions of one place, mine first. Shared parts appear once, in their places among the parts of each version:
 * whole lines, compared without their line ends, and parts within lines that `weave` finds. If a blank line is around
 * the versions, one separates them too, as they are paragraphs.
 *
 * @param base the text of the place before both changes
 * @param standsAlone whether a line ends in both texts where the place ends
 * @param end the line end for a line that needs one
 */
export function both(
  my: Piece,
  their: Piece,
  base: string,
  standsAlone: boolean,
  end: string,
): readonly Piece[] {
  const isNoneNew = areNoMore(my.text, their.text, base)
  const table = tabulate([my.text, their.text])
  const [mine, theirs] = table.texts as readonly [Lines, Lines]
  const head = my.startsLine === their.startsLine ? headOf(mine, theirs, standsAlone) : 0
  const tail = tailOf(mine, theirs, head)
  const stretches = ownStretches(mine, theirs, head, tail, table.ids)
  if (head === 0 && tail === 0 && stretches.length < 2) return apart(my, their, isNoneNew, standsAlone, end)
  // One side may be completely shared, with its last line not ended.
  const heads = countOf(mine) > head ? mine : theirs
  const pieces: Piece[] = [{ text: linesFrom(heads, 0, head), startsLine: my.startsLine }]
  let at = head
  for (const { aFrom, aTo, bFrom, bTo } of stretches) {
    pieces.push({ text: linesFrom(mine, at, aFrom - at), startsLine: true })
    const isAfterBlank = aFrom > 0 && isBlank(mine, aFrom - 1)
    const isBeforeBlank = aTo < countOf(mine) && isBlank(mine, aTo)
    const isParted = (isAfterBlank || isBeforeBlank) && aTo > aFrom && bTo > bFrom
    const [mineOwn, theirOwn] = [linesFrom(mine, aFrom, aTo - aFrom), linesFrom(theirs, bFrom, bTo - bFrom)]
    const together = weave(mineOwn, theirOwn, isNoneNew, end)
    if (together !== undefined) pieces.push({ text: together, startsLine: aFrom > 0 || my.startsLine })
    else
      pieces.push(
        { text: mineOwn, startsLine: aFrom > 0 || my.startsLine },
        { text: isParted && !isBlank(mine, aTo - 1) ? end : '', startsLine: true },
        { text: theirOwn, startsLine: bFrom > 0 || their.startsLine },
      )
    at = aTo
  }
  return [...pieces, { text: linesFrom(mine, at, countOf(mine) - at), startsLine: true }]
}

/**
 * The ranges of lines between the shared head and tail that only one side has, or that differ. Lines between two ranges
 * are shared, and at least one of them occurs once in either version: a blank line, a fence or any other recurring line
 * is shared by chance.
 */
function ownStretches(mine: Lines, theirs: Lines, head: number, tail: number, ids: number): readonly Hunk[] {
  const between = (lines: Lines): Sequence => ({
    ids: lines.ids.subarray(head, countOf(lines) - tail),
    textOf: (index) => lineContent(lines, head + index),
  })
  const [from, to] = [between(mine), between(theirs)]
  const hasLandmark = landmarks(from, to)
  const stretches: Hunk[] = []
  for (const hunk of diffSequences(from, to, ids, { left: WORK_MAX })) {
    const last = stretches.at(-1)
    const isByChance = last !== undefined && !hasLandmark(last.aTo, hunk.aFrom)
    if (isByChance) stretches[stretches.length - 1] = { ...hunk, aFrom: last.aFrom, bFrom: last.bFrom }
    else stretches.push(hunk)
  }
  const inTheWhole = ({ aFrom, aTo, bFrom, bTo }: Hunk): Hunk => {
    return { aFrom: aFrom + head, aTo: aTo + head, bFrom: bFrom + head, bTo: bTo + head }
  }
  return stretches.map(inTheWhole)
}

/** Versions without a shared line; of two that end within a line the second begins a new paragraph or sentence. */
function apart(
  my: Piece,
  their: Piece,
  isNoneNew: boolean,
  standsAlone: boolean,
  end: string,
): readonly Piece[] {
  const isWithinLine = !endsLine(my.text) && !endsLine(their.text)
  const together = my.startsLine === their.startsLine ? weave(my.text, their.text, isNoneNew, end) : undefined
  if (together !== undefined) return [{ text: together, startsLine: my.startsLine }]
  if (my.text === '' || their.text === '') return [my, their]
  // Theirs would go on in the last line of mine, which it has nothing to do with.
  if (isWithinLine && !standsAlone && /[\r\n]/.test(my.text))
    return [my, { text: end, startsLine: false }, their]
  if (!their.startsLine) return [my, their]
  if (!isWithinLine) {
    const areParagraphs = [my, their].some(({ text }) => /[^\r\n](?:\r\n|\r|\n){2}./.test(text))
    const gap = areParagraphs && !/(?:\r\n|\r|\n){2}$/.test(my.text) ? end : ''
    return [my, { text: gap, startsLine: true }, their]
  }
  return [my, { text: (standsAlone ? end + end : ' ') + their.text, startsLine: false }]
}

const countOf = ({ ids }: Lines): number => ids.length

const linesFrom = ({ text, starts }: Lines, from: number, count: number): string =>
  text.slice(starts[from], starts[from + count])

/** Only the last line may have no end. */
const isEnded = (lines: Lines, index: number): boolean => endsLine(linesFrom(lines, index, 1))

/** How many lines both begin with; a line that is not ended counts where a line end follows. */
function headOf(mine: Lines, theirs: Lines, standsAlone: boolean): number {
  const isShared = (at: number) =>
    mine.ids[at] === theirs.ids[at] && (standsAlone || (isEnded(mine, at) && isEnded(theirs, at)))
  const least = Math.min(countOf(mine), countOf(theirs))
  let count = 0
  while (count < least && isShared(count)) count += 1
  return count
}

/** How many lines both end with, after those they begin with. */
function tailOf(mine: Lines, theirs: Lines, head: number): number {
  const [my, their] = [countOf(mine), countOf(theirs)]
  if (my === 0 || their === 0 || isEnded(mine, my - 1) !== isEnded(theirs, their - 1)) return 0
  const most = Math.min(my, their) - head
  let count = 0
  while (count < most && mine.ids[my - 1 - count] === theirs.ids[their - 1 - count]) count += 1
  return count
}

export function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13
}

export function endsLine(text: string): boolean {
  return text !== '' && isLineEnd(text.charCodeAt(text.length - 1))
}
