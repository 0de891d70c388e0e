import { isBlank, lineContent, tabulate, type Lines } from '../diff/lines'
import { numberOf } from '../diff/numbering'
import type { Hunk, Sequence } from '../diff/sequence'
import { diffSequences, isSeparator } from '../diff/sequence-diff'
import { sentencesOf } from '../text/words/sentences'
import { lineKinds } from './blocks'
import { wordsOf } from './tokens'

/** A stretch of a text on its way into another. */
export interface Piece {
  readonly text: string
  /** Whether it stands at the start of a line where it comes from. */
  readonly startsLine: boolean
}

/**
 * Two versions of one place, mine first. What both share stands once, in its place among what each has of its own: whole
 * lines, compared without their line ends, and sentences of one paragraph. Where a blank line is around the versions, one
 * parts them too, as they are paragraphs.
 *
 * @param standsAlone a line ends in both texts where the place ends
 * @param end what ends a line that has to be ended
 */
export function both(my: Piece, their: Piece, standsAlone: boolean, end: string): readonly Piece[] {
  const table = tabulate([my.text, their.text])
  const [mine, theirs] = table.texts as readonly [Lines, Lines]
  const head = my.startsLine === their.startsLine ? headOf(mine, theirs, standsAlone) : 0
  const tail = tailOf(mine, theirs, head)
  const stretches = ownStretches(mine, theirs, head, tail, table.ids)
  if (head === 0 && tail === 0 && stretches.length < 2) return apart(my, their, standsAlone, end)
  // Of one side all may be shared, with its last line not ended.
  const heads = countOf(mine) > head ? mine : theirs
  const pieces: Piece[] = [{ text: linesFrom(heads, 0, head), startsLine: my.startsLine }]
  let at = head
  for (const { aFrom, aTo, bFrom, bTo } of stretches) {
    pieces.push({ text: linesFrom(mine, at, aFrom - at), startsLine: true })
    const isAfterBlank = aFrom > 0 && isBlank(mine, aFrom - 1)
    const isBeforeBlank = aTo < countOf(mine) && isBlank(mine, aTo)
    const isParted = (isAfterBlank || isBeforeBlank) && aTo > aFrom && bTo > bFrom
    const [mineOwn, theirOwn] = [linesFrom(mine, aFrom, aTo - aFrom), linesFrom(theirs, bFrom, bTo - bFrom)]
    const together = withSharedSentences(mineOwn, theirOwn)
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
 * The stretches of lines between the shared head and tail that only one side has, or each has in its own way. What lies
 * between two stretches is shared, and at least one line of it stands once in
 * either version: a blank line, a fence or any other line that recurs is shared by chance.
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

/** Answers whether a stretch of `from` holds words that stand once there and once in `to`. */
function landmarks(from: Sequence, to: Sequence): (start: number, end: number) => boolean {
  const [inFrom, inTo] = [countsOf(from), countsOf(to)]
  return (start, end) => {
    for (let index = start; index < end; index++) {
      const id = from.ids[index]!
      if (inFrom.get(id) === 1 && inTo.get(id) === 1 && !isSeparator(from, index)) return true
    }
    return false
  }
}

function countsOf({ ids }: Sequence): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** In steps of comparing; where they run out, the rest of both versions follows one after the other. */
const WORK_MAX = 2_000_000

/**
 * Two versions of one paragraph that share sentences, each of which stands once; mine comes before theirs in between.
 * `undefined` where they share none, or where they are no paragraph.
 */
function withSharedSentences(my: string, their: string): string | undefined {
  const [mine, theirs] = [my.replace(LINE_END, ''), their.replace(LINE_END, '')]
  if (!isProse(mine) || !isProse(theirs)) return undefined
  const numbers = new Map<string, number>()
  const [from, to] = [sentencesIn(mine, numbers), sentencesIn(theirs, numbers)]
  const hasLandmark = landmarks(from, to)
  const hunks = diffSequences(from, to, numbers.size, { left: WORK_MAX })
  let at = 0
  let isAnyShared = false
  let together = ''
  const add = (sentences: Sequence, first: number, last: number) => {
    for (let index = first; index < last; index++) {
      const sentence = sentences.textOf(index)
      together += together === '' || /^\s/.test(sentence) ? sentence : ` ${sentence}`
    }
  }
  for (const { aFrom, aTo, bFrom, bTo } of [...hunks, atTheEnd(from)]) {
    isAnyShared ||= hasLandmark(at, aFrom)
    add(from, at, aTo)
    add(to, bFrom, bTo)
    at = aTo
  }
  return isAnyShared ? together + my.slice(mine.length) : undefined
}

const atTheEnd = ({ ids }: Sequence): Hunk => ({ aFrom: ids.length, aTo: ids.length, bFrom: 0, bTo: 0 })

const LINE_END = /(?:\r\n|\r|\n)$/

function isProse(text: string): boolean {
  const [lines] = tabulate([text]).texts as readonly [Lines]
  return text !== '' && lineKinds(lines).every((kind) => kind === 'prose')
}

function sentencesIn(paragraph: string, numbers: Map<string, number>): Sequence {
  const sentences = sentencesOf(paragraph).map(({ from, to }) => paragraph.slice(from, to))
  const ids = sentences.map((sentence) => numberOf(wordsOf(sentence), numbers))
  return { ids: Int32Array.from(ids), textOf: (index) => sentences[index] ?? '' }
}

/** Versions that share no line; of two that end within a line the second begins a paragraph or a sentence. */
function apart(my: Piece, their: Piece, standsAlone: boolean, end: string): readonly Piece[] {
  const isWithinLine = !endsLine(my.text) && !endsLine(their.text)
  const together = my.startsLine === their.startsLine ? withSharedSentences(my.text, their.text) : undefined
  if (together !== undefined) return [{ text: together, startsLine: my.startsLine }]
  if (my.text === '' || their.text === '' || !their.startsLine) return [my, their]
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
