import { lineStyleOf, type LineStyle } from '../diff/lines'
import { both, endsLine, isLineEnd, type Piece } from './both'
import type { MergeRegion } from './regions'
import type { Span } from '../text/span'

/** A text, and the versions of two sides. */
export interface MergedTexts {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

/**
 * The decision about a clash: one side's text, mine followed by theirs (shared parts once), or a text that the writer
 * wrote.
 */
type Decision = 'mine' | 'theirs' | 'both' | { readonly text: string }

/** Decisions by the number of the clash, from 0. An array is accepted too. */
export type Decisions = { readonly [clash: number]: Decision | undefined }

/**
 * A text, and the beginning of each region in it; text that was inserted between two regions belongs to the earlier
 * one.
 */
export interface MergedRegions {
  readonly text: string
  readonly starts: readonly number[]
}

/** The text that results from regions and decisions. Clashes without a decision are mine. */
export function mergedRegions(
  regions: readonly MergeRegion[],
  texts: MergedTexts,
  decisions: Decisions,
): MergedRegions {
  const ends = lineEnds(texts)
  let clash = 0
  let last: Decision | undefined
  const pieces = regions.map((region) => {
    last = region.kind === 'clash' ? (decisions[clash++] ?? 'mine') : undefined
    return last === undefined ? [taken(region, texts)] : decided(region, last, texts, ends)
  })
  const { text, starts } = join(pieces, ends)
  const settled = settleLastEnd(text, last, texts, ends)
  return { text: settled, starts: starts.map((start) => Math.min(start, settled.length)) }
}

/** The same, the text alone. */
export const mergedText = (...of: Parameters<typeof mergedRegions>): string => mergedRegions(...of).text

function pieceOf(text: string, { from, to }: Span): Piece {
  return { text: text.slice(from, to), startsLine: from === 0 || isLineEnd(text.charCodeAt(from - 1)) }
}

/** The text of a region without a clash. It starts a line only if it does so in each text that contains it. */
function taken({ kind, base, mine, theirs }: MergeRegion, texts: MergedTexts): Piece {
  const [b, m, t] = [pieceOf(texts.base, base), pieceOf(texts.mine, mine), pieceOf(texts.theirs, theirs)]
  if (kind === 'mine') return m
  if (kind === 'theirs') return t
  if (kind === 'both') return { text: m.text, startsLine: m.startsLine && t.startsLine }
  return { text: b.text, startsLine: b.startsLine && m.startsLine && t.startsLine }
}

function decided(
  region: MergeRegion,
  decision: Decision,
  { base, mine, theirs }: MergedTexts,
  ends: Ends,
): readonly Piece[] {
  const my = pieceOf(mine, region.mine)
  const their = pieceOf(theirs, region.theirs)
  if (decision === 'mine') return [my]
  if (decision === 'theirs') return [their]
  if (decision === 'both') {
    const standsAlone = isLineEndAt(mine, region.mine.to) && isLineEndAt(theirs, region.theirs.to)
    return both(my, their, base.slice(region.base.from, region.base.to), standsAlone, ends.end)
  }
  const isWithinLine = !endsLine(my.text) && !endsLine(their.text)
  // A text field often ends with a line end; within a line it would split the following text.
  const text = isWithinLine ? decision.text.replace(/(?:\r\n?|\n)$/, '') : decision.text
  return [{ text, startsLine: my.startsLine }]
}

/**
 * Joins the pieces. They come from different texts, so two things are corrected where they meet: text that was at the
 * start of a line still is, and text that was further on in a line and now begins one loses the space before it.
 */
function join(regions: readonly (readonly Piece[])[], { end, isEnd, convert }: Ends): MergedRegions {
  const parts: string[] = []
  const starts: number[] = []
  let length = 0
  let atLineStart = true
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  for (const pieces of regions) {
    let start: number | undefined
    for (const piece of pieces) {
      if (piece.text === '') continue
      if (piece.startsLine && !atLineStart) add(end)
      start ??= length
      const converted = convert ? piece.text.replace(/\r\n?|\n/g, end) : piece.text
      const part = !piece.startsLine && atLineStart ? withoutGap(converted) : converted
      add(part)
      atLineStart = isEnd(part.charCodeAt(part.length - 1))
    }
    starts.push(start ?? length)
  }
  return { text: parts.join(''), starts }
}

/**
 * Without the white space before a sentence, if that contains at most one line end: a blank line separates paragraphs
 * and stays.
 */
function withoutGap(text: string): string {
  const rest = text.trimStart()
  const ends = text.slice(0, text.length - rest.length).match(/\r\n?|\n/g) ?? []
  return rest !== '' && ends.length <= 1 ? rest : text
}

type Ends = {
  /** The line end for a line that needs one. */
  readonly end: string
  /** Whether the line ends of the whole text are made uniform: where each text is uniform. */
  readonly convert: boolean
  readonly isEnd: (unit: number) => boolean
  readonly last: RegExp
}

/** The line ends of the result: the line style of each text is merged like a field, and a change wins. */
function lineEnds({ base, mine, theirs }: MergedTexts): Ends {
  const [b, m, t] = [lineStyleOf(base), lineStyleOf(mine), lineStyleOf(theirs)]
  if (b === 'mixed' || m === 'mixed' || t === 'mixed')
    return { end: '\n', convert: false, isEnd: (unit) => unit === 10, last: /\n$/ }
  const known = new Set([b, m, t].filter((end) => end !== 'none'))
  const end = known.size > 0 ? changed<LineStyle>(b, m === 'none' ? b : m, t === 'none' ? b : t) : '\n'
  return {
    end: end === 'none' ? '\n' : end,
    convert: known.size > 1,
    isEnd: isLineEnd,
    last: /(?:\r\n|\r|\n)$/,
  }
}

/** Of three values the one that a side changed; of two changes the one that sorts first. */
function changed<T extends LineStyle | boolean>(base: T, mine: T, theirs: T): T {
  if (mine === theirs || base === theirs) return mine
  if (base === mine) return theirs
  return mine < theirs ? mine : theirs
}

/** Adds or removes the last line end: a change of one side wins; a clash at the end has its own. */
function settleLastEnd(
  text: string,
  last: Decision | undefined,
  { base, mine, theirs }: MergedTexts,
  ends: Ends,
): string {
  const has = (one: string, otherwise: boolean): boolean =>
    one === '' ? otherwise : ends.isEnd(one.charCodeAt(one.length - 1))
  const isEnded = has(text, true)
  const before = has(base, has(mine, false) || has(theirs, false))
  const wanted =
    last === undefined
      ? changed(before, has(mine, before), has(theirs, before))
      : last === 'mine'
        ? has(mine, isEnded)
        : typeof last === 'string'
          ? has(theirs, isEnded)
          : isEnded
  if (isEnded === wanted || text === '') return text
  return wanted ? text + ends.end : text.replace(ends.last, '')
}

function isLineEndAt(text: string, at: number): boolean {
  return at === text.length || isLineEnd(text.charCodeAt(at))
}
