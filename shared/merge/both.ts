import { isBlank, tabulate, type Lines } from '../diff/lines'

/** A stretch of a text on its way into another. */
export interface Piece {
  readonly text: string
  /** Whether it stands at the start of a line where it comes from. */
  readonly startsLine: boolean
}

/**
 * Two versions of one place, mine first. Whole lines that both begin or end with stand once around them, compared without
 * their line ends; where a blank line is among those, one parts the versions too, as they are paragraphs.
 *
 * @param standsAlone a line ends in both texts where the place ends
 * @param end what ends a line that has to be ended
 */
export function both(my: Piece, their: Piece, standsAlone: boolean, end: string): readonly Piece[] {
  const [mine, theirs] = tabulate([my.text, their.text]).texts as readonly [Lines, Lines]
  const head = my.startsLine === their.startsLine ? headOf(mine, theirs, standsAlone) : 0
  const tail = tailOf(mine, theirs, head)
  if (head === 0 && tail === 0) return apart(my, their, standsAlone, end)
  const [myOwn, theirOwn] = [countOf(mine) - tail - head, countOf(theirs) - tail - head]
  const isAfterBlank = head > 0 && isBlank(mine, head - 1)
  const isBeforeBlank = tail > 0 && isBlank(mine, countOf(mine) - tail)
  const isParted = (isAfterBlank || isBeforeBlank) && myOwn > 0 && theirOwn > 0
  // Of one side all may be shared, with its last line not ended.
  const heads = countOf(mine) > head ? mine : theirs
  return [
    { text: linesFrom(heads, 0, head), startsLine: my.startsLine },
    { text: linesFrom(mine, head, myOwn), startsLine: head > 0 || my.startsLine },
    { text: isParted && !isBlank(mine, head + myOwn - 1) ? end : '', startsLine: true },
    { text: linesFrom(theirs, head, theirOwn), startsLine: head > 0 || their.startsLine },
    { text: linesFrom(mine, head + myOwn, tail), startsLine: true },
  ]
}

/** Versions that share no line; of two that end within a line the second begins a paragraph or a sentence. */
function apart(my: Piece, their: Piece, standsAlone: boolean, end: string): readonly Piece[] {
  const isWithinLine = !endsLine(my.text) && !endsLine(their.text)
  if (my.text === '' || their.text === '' || !isWithinLine || !their.startsLine) return [my, their]
  return [my, { text: (standsAlone ? end + end : ' ') + their.text, startsLine: false }]
}

const countOf = ({ ids }: Lines): number => ids.length

const linesFrom = ({ text, starts }: Lines, from: number, count: number): string =>
  text.slice(starts[from], starts[from + count])

/** Only the last line may have no end. */
const isEnded = (lines: Lines, index: number): boolean => endsLine(linesFrom(lines, index, 1))

/** How many lines both begin with; one that is not ended counts where a line end follows. */
function headOf(mine: Lines, theirs: Lines, standsAlone: boolean): number {
  const isShared = (at: number) =>
    mine.ids[at] === theirs.ids[at] && (standsAlone || (isEnded(mine, at) && isEnded(theirs, at)))
  const least = Math.min(countOf(mine), countOf(theirs))
  let count = 0
  while (count < least && isShared(count)) count += 1
  return count
}

/** How many lines both end with, behind those that they begin with. */
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
