import { isBlank, tabulate, type Lines } from '../diff/lines'
import { numberOf } from '../diff/numbering'
import type { Hunk, Sequence } from '../diff/sequence'
import { diffSequences, isSeparator } from '../diff/sequence-diff'
import { sentencesOf } from '../text/words/sentences'
import { lineKinds, unitsOf, type LineKind } from './blocks'
import { wordsOf } from './tokens'

/** The bound in comparison steps; when they run out, the rest of both versions follows one after the other. */
export const WORK_MAX = 2_000_000

/**
 * Two versions of one place with shared parts once: sentences of a paragraph, and words with which one side begins and
 * the other continues. Parts of only one version are placed in between, mine before theirs. `undefined` where nothing
 * is shared.
 *
 * @param isNoneNew the result of `areNoMore` for the whole place: otherwise a list item, a heading or a row may be a
 * new one, and those of both sides are kept
 * @param end the line end for a line that needs one
 */
export function weave(my: string, their: string, isNoneNew: boolean, end: string): string | undefined {
  const [mine, theirs] = [unitsIn(my), unitsIn(their)]
  if (mine.length * theirs.length > PAIRS_MAX) return undefined
  const areInOrder = isNoneNew && mine.length === theirs.length
  const units: Unit[] = []
  let from = 0
  let at = 0
  mine.forEach((unit, index) => {
    for (let other = at; other < theirs.length; other++) {
      const mayBeSame = isProse(unit) || (areInOrder && index === other)
      const text = mayBeSame ? together(unit, theirs[other]!) : undefined
      if (text === undefined) continue
      const gap = longer(unit.gap, theirs[other]!.gap)
      units.push(...mine.slice(from, index), ...theirs.slice(at, other), { ...unit, text, gap })
      from = index + 1
      at = other + 1
      return
    }
  })
  if (units.length === 0) return undefined
  units.push(...mine.slice(from), ...theirs.slice(at))
  const lastGap = longer(mine.at(-1)!.gap, theirs.at(-1)!.gap)
  return units
    .map((unit, index) => unit.text + (units[index + 1] ? gapBetween(unit, units[index + 1]!, end) : lastGap))
    .join('')
}

/** Whether neither version of a place has more paragraphs, list items, rows and other blocks than the base. */
export function areNoMore(my: string, their: string, base: string): boolean {
  const count = unitsIn(base).length
  return unitsIn(my).length <= count && unitsIn(their).length <= count
}

/** The most pairs of units that are compared; beyond that the versions follow one after the other. */
const PAIRS_MAX = 4_000

/** A paragraph, a list item, a row or another block, with the line end and the blank lines after it. */
interface Unit {
  readonly kind: LineKind
  readonly text: string
  readonly gap: string
}

function unitsIn(text: string): readonly Unit[] {
  const [lines] = tabulate([text]).texts as readonly [Lines]
  const kinds = lineKinds(lines)
  const { to } = unitsOf(kinds)
  const units: Unit[] = []
  for (let line = 0; line < kinds.length;) {
    let next = to[line]!
    const content = text.slice(lines.starts[line], lines.starts[next])
    while (next < kinds.length && isBlank(lines, next)) next++
    const whole = text.slice(lines.starts[line], lines.starts[next])
    const words = kinds[line] === 'blank' ? '' : content.replace(LINE_END, '')
    units.push({ kind: kinds[line]!, text: words, gap: whole.slice(words.length) })
    line = next
  }
  return units
}

const LINE_END = /(?:\r\n|\r|\n)$/

const isProse = ({ kind }: Unit): boolean => kind === 'prose'
const longer = (one: string, other: string): string => (other.length > one.length ? other : one)

/** The separator of two units: two paragraphs would become one without a blank line. */
function gapBetween(unit: Unit, next: Unit, end: string): string {
  const ends = unit.gap.match(/\r\n|\r|\n/g)?.length ?? 0
  const wanted = isProse(unit) && isProse(next) ? 2 : 1
  return unit.gap + end.repeat(Math.max(0, wanted - ends))
}

function together(mine: Unit, theirs: Unit): string | undefined {
  if (mine.kind !== theirs.kind || mine.kind === 'blank') return undefined
  const whole = oneGoingOn(mine.text, theirs.text)
  if (whole !== undefined) return whole
  if (mine.kind === 'row') return oneRow(mine.text, theirs.text)
  return withSharedSentences(mine.text, theirs.text, !isProse(mine))
}

/** The longer version, where it continues the other one after the end of a word. */
function oneGoingOn(mine: string, theirs: string): string | undefined {
  const [my, their] = [wordsOf(mine), wordsOf(theirs)]
  const [short, long] = my.length < their.length ? [my, their] : [their, my]
  const cutsWord = /[\p{L}\p{N}]$/u.test(short) && /^[\p{L}\p{N}\p{M}]/u.test(long.slice(short.length))
  if (short === '' || cutsWord || !long.startsWith(short)) return undefined
  return long === my ? mine : theirs
}

/** Two rows of a table, each of whose cells continues the other row's. */
function oneRow(mine: string, theirs: string): string | undefined {
  const [my, their] = [mine, theirs].map((row) => row.split(/(?<!\\)\|/)) as [string[], string[]]
  if (!/^\s*\|/.test(mine) || my.length !== their.length) return undefined
  const cells = my.map((cell, column) =>
    cell.trim() === their[column]!.trim() ? cell : oneGoingOn(cell, their[column]!),
  )
  return cells.includes(undefined) ? undefined : cells.join('|')
}

/**
 * Two versions of one paragraph, or of one block whose first sentence has its mark; `undefined` where they share no
 * sentence.
 */
function withSharedSentences(mine: string, theirs: string, hasSign: boolean): string | undefined {
  const numbers = new Map<string, number>()
  const [from, to] = [sentencesIn(mine, numbers), sentencesIn(theirs, numbers)]
  if (hasSign && from.ids[0] !== to.ids[0]) return undefined
  const hasLandmark = landmarks(from, to)
  const hunks = diffSequences(from, to, numbers.size, { left: WORK_MAX })
  let at = 0
  let isAnyShared = false
  let text = ''
  const add = (sentences: Sequence, first: number, last: number) => {
    for (let index = first; index < last; index++) {
      const sentence = sentences.textOf(index)
      text += text === '' || /^\s/.test(sentence) ? sentence : ` ${sentence}`
    }
  }
  for (const { aFrom, aTo, bFrom, bTo } of [...hunks, atTheEnd(from)]) {
    isAnyShared ||= hasLandmark(at, aFrom)
    add(from, at, aFrom)
    const [my, their] = [joined(from, aFrom, aTo), joined(to, bFrom, bTo)]
    const longest = oneGoingOn(my, their)
    if (longest !== their) add(from, aFrom, aTo)
    if (longest !== my) add(to, bFrom, bTo)
    at = aTo
  }
  return isAnyShared ? text : undefined
}

const atTheEnd = ({ ids }: Sequence): Hunk => ({ aFrom: ids.length, aTo: ids.length, bFrom: 0, bTo: 0 })

function joined(sentences: Sequence, from: number, to: number): string {
  let text = ''
  for (let index = from; index < to; index++) text += sentences.textOf(index)
  return text
}

function sentencesIn(paragraph: string, numbers: Map<string, number>): Sequence {
  const sentences = sentencesOf(paragraph).map(({ from, to }) => paragraph.slice(from, to))
  const ids = sentences.map((sentence) => numberOf(wordsOf(sentence), numbers))
  return { ids: Int32Array.from(ids), textOf: (index) => sentences[index] ?? '' }
}

/**
 * Returns a function that tells whether a range of `from` contains words that occur once there and once in `to`: other
 * ranges are shared by chance.
 */
export function landmarks(from: Sequence, to: Sequence): (start: number, end: number) => boolean {
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
