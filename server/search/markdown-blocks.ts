import { headingIn, headingWords } from '../../shared/markdown/headings'
import { isTableRule } from '../../shared/markdown/tables'

/** The structure of markdown as far as chunking needs it. Offsets are UTF-16; `end` is before the last line break. */
export type Block =
  | {
      readonly kind: 'heading'
      readonly start: number
      readonly end: number
      readonly level: number
      readonly text: string
    }
  /** A paragraph, a list, a quotation: lines without a blank line between them. */
  | { readonly kind: 'prose'; readonly start: number; readonly end: number }
  /** Fenced code, a table, front matter: meaningful only as a whole. */
  | { readonly kind: 'whole'; readonly start: number; readonly end: number }

/** A longer line is text, whatever its beginning, and a heading's text is cut here. */
const HEADING_LENGTH_MAX = 500
/** A longer line is text too: an expression with a repeated group exhausts the stack on a line of megabytes. */
const MARKED_LINE_LENGTH_MAX = 100_000
/** How many lines are read between two pauses. */
export const LINES_PER_PAUSE = 10_000
const FRONT_MATTER_LINES_MAX = 500

const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/
const NO_SETEXT = /^ {0,3}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|\||<)/
const FENCE = /^[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^[ \t]*(?:>[ \t]*)*(`{3,}|~{3,})[ \t]*$/

/** A point at which the reader may pause, so that a text of megabytes is not processed at once. */
export const PAUSE = Symbol('pause')

export interface Line {
  readonly start: number
  /** The offset before the line break. */
  readonly end: number
  readonly text: string
}

/** The blocks of a text in order; the text between them is white space. One pass, with any line ends. */
export function* readBlocks(content: string): Generator<Block | typeof PAUSE> {
  const lines: Line[] = []
  for (const line of readLines(content)) if (lines.push(line) % LINES_PER_PAUSE === 0) yield PAUSE
  let at = 0
  let prose: { first: number; last: number } | undefined
  const takeProse = (): Block[] => {
    const found = prose
    prose = undefined
    return found ? [span('prose', lines, found.first, found.last)] : []
  }

  const frontMatter = frontMatterEnd(lines)
  if (frontMatter > 0) {
    yield span('whole', lines, 0, frontMatter)
    at = frontMatter + 1
  }
  for (let turn = 1; at < lines.length; at++, turn++) {
    if (turn % LINES_PER_PAUSE === 0) yield PAUSE
    const line = lines[at]!
    if (isBlank(line.text)) {
      yield* takeProse()
      continue
    }
    const whole = prose ? fenceEnd(lines, at) : (tableEnd(lines, at) ?? fenceEnd(lines, at))
    if (whole !== undefined) {
      yield* takeProse()
      yield span('whole', lines, at, whole)
      at = whole
      continue
    }
    const atx = readAtx(line)
    if (atx) {
      yield* takeProse()
      yield atx
      continue
    }
    const setext = prose && readSetext(lines, prose.first, at)
    if (setext) {
      prose = undefined
      yield setext
      continue
    }
    prose = { first: prose?.first ?? at, last: at }
  }
  yield* takeProse()
}

/** Blank lines count too; the text after the last line break is a line even when it is empty. */
export function* readLines(content: string, from = 0, to = content.length): Generator<Line> {
  const breaks = /\r\n|\n|\r/g
  breaks.lastIndex = from
  for (let start = from; ;) {
    const found = breaks.exec(content)
    const end = found && found.index < to ? found.index : to
    yield { start, end, text: content.slice(start, end) }
    if (!found || found.index >= to) return
    start = found.index + found[0].length
  }
}

const isBlank = (text: string) => text.trim() === ''

/** The part of a line that is parsed for marks: all of it, or nothing of a line that is too long. */
export const marksOf = ({ text }: Line): string => (text.length > MARKED_LINE_LENGTH_MAX ? '' : text)

function span(kind: 'prose' | 'whole', lines: readonly Line[], first: number, last: number): Block {
  const end = lines[last]!
  return { kind, start: lines[first]!.start, end: end.start + end.text.trimEnd().length }
}

/** The number of the line that ends the front matter, 0 where there is none. */
function frontMatterEnd(lines: readonly Line[]): number {
  if (lines[0]?.text.replace(/^\ufeff/, '').trimEnd() !== '---') return 0
  const last = Math.min(lines.length, FRONT_MATTER_LINES_MAX)
  for (let i = 1; i < last; i++) if (/^(---|\.\.\.)\s*$/.test(lines[i]!.text)) return i
  return 0
}

/** The end of a fence; one that is never closed extends to the end of the text, as in CommonMark. */
function fenceEnd(lines: readonly Line[], at: number): number | undefined {
  const fence = FENCE.exec(marksOf(lines[at]!))?.[1]
  if (fence === undefined) return undefined
  for (let i = at + 1; i < lines.length; i++) {
    const end = FENCE_END.exec(marksOf(lines[i]!))?.[1]
    if (end !== undefined && end[0] === fence[0] && end.length >= fence.length) return i
  }
  return lastFilled(lines, at)
}

function lastFilled(lines: readonly Line[], at: number): number {
  let last = lines.length - 1
  while (last > at && isBlank(lines[last]!.text)) last--
  return last
}

function tableEnd(lines: readonly Line[], at: number): number | undefined {
  const below = lines[at + 1]
  const rule = below ? marksOf(below) : ''
  if (!lines[at]!.text.includes('|') || !rule.includes('|') || !isTableRule(rule)) return undefined
  let last = at + 1
  while (lines[last + 1]?.text.includes('|')) last++
  return last
}

function readAtx(line: Line): Block | undefined {
  if (line.text.length > HEADING_LENGTH_MAX) return undefined
  const found = headingIn(line.text)
  if (!found) return undefined
  return {
    kind: 'heading',
    start: line.start,
    end: line.start + line.text.trimEnd().length,
    level: found.level,
    text: headingWords(found.text),
  }
}

/** A setext heading: `at` underlines the paragraph that starts at `first`. */
function readSetext(lines: readonly Line[], first: number, at: number): Block | undefined {
  const underline = SETEXT.exec(lines[at]!.text)?.[1]
  const start = lines[first]!
  if (underline === undefined || NO_SETEXT.test(start.text)) return undefined
  if (lines[at]!.start - start.start > HEADING_LENGTH_MAX) return undefined
  const words = lines.slice(first, at).map((line) => line.text.trim())
  return {
    kind: 'heading',
    start: start.start,
    end: lines[at]!.start + lines[at]!.text.trimEnd().length,
    level: underline.startsWith('=') ? 1 : 2,
    text: headingWords(words.join(' ')),
  }
}
