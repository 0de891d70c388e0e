import { sentencesOf } from '../../shared/text/words/sentences'
import {
  LINES_PER_PAUSE,
  marksOf,
  PAUSE,
  readBlocks,
  readLines,
  type Block,
  type Line,
} from './markdown-blocks'

/** A piece of a document that search finds as a unit (content API, section 2). Offsets in the content are UTF-16. */
export interface Chunk {
  readonly start: number
  readonly end: number
  /** `content.slice(start, end)`. */
  readonly text: string
  /** The headings above it and its own, the outermost first. */
  readonly headingPath: readonly string[]
}

/** Blocks of one section are combined up to this length. */
const CHUNK_LENGTH_AIM = 900
/** No chunk of prose is longer. */
export const CHUNK_LENGTH_MAX = 1_200
/** Fenced code, tables and front matter stay whole up to this length, and are split between lines beyond it. */
export const WHOLE_LENGTH_MAX = 6_000
/** A longer paragraph is split into sentences in pieces of this length, so that it is not processed at once. */
const PARAGRAPH_LENGTH_MAX = 100_000
/** A shorter block says too little alone and stays with the text before it. */
const CLOSING_LENGTH_MAX = 80
/** A shorter text before a block is its introduction and stays with it. */
const INTRODUCTION_LENGTH_MAX = 200

/** All chunks of a text, without pauses (`readChunks`). */
export const splitIntoChunks = (content: string): Chunk[] =>
  [...readChunks(content)].filter((chunk) => chunk !== PAUSE)

/**
 * Splits markdown into chunks: by heading, then by paragraph, and a long paragraph by sentence. Every character except
 * white space is in exactly one chunk, in order; a heading begins the chunk of the text after it. Deterministic, in
 * time proportional to the text; with pauses, so that no text is processed at once.
 */
export function* readChunks(content: string): Generator<Chunk | typeof PAUSE> {
  const headings: { level: number; text: string }[] = []
  let open: { start: number; end: number; onlyHeadings: boolean } | undefined
  let headingPath: readonly string[] = []

  const close = (): Chunk[] => {
    if (!open) return []
    const { start, end } = open
    open = undefined
    return [{ start, end, text: content.slice(start, end), headingPath }]
  }
  for (const block of readBlocks(content)) {
    if (block === PAUSE) {
      yield PAUSE
      continue
    }
    if (block.kind === 'heading') {
      if (open && (!open.onlyHeadings || block.end - open.start > CHUNK_LENGTH_MAX)) yield* close()
      while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop()
      headings.push({ level: block.level, text: block.text })
      headingPath = headings.map((heading) => heading.text)
      open = { start: open?.start ?? block.start, end: block.end, onlyHeadings: true }
      continue
    }
    const max = block.kind === 'whole' ? WHOLE_LENGTH_MAX : CHUNK_LENGTH_MAX
    for (const part of partsOf(block, content, max)) {
      if (part === PAUSE) {
        yield PAUSE
        continue
      }
      const [start, end] = part
      const isClosing = block.end - block.start <= CLOSING_LENGTH_MAX
      if (open && !fits(open, end, max, isClosing)) yield* close()
      open = { start: open?.start ?? start, end, onlyHeadings: false }
    }
  }
  yield* close()
}

function fits(
  open: { start: number; end: number; onlyHeadings: boolean },
  end: number,
  max: number,
  isClosing: boolean,
): boolean {
  if (end - open.start <= CHUNK_LENGTH_AIM) return true
  const isIntroduction = open.onlyHeadings || open.end - open.start <= INTRODUCTION_LENGTH_MAX
  return (isIntroduction || isClosing) && end - open.start <= max
}

type Span = readonly [start: number, end: number]

const LIST_ITEM = /^[ \t]*(?:>[ \t]?)*(?:[-*+]|\d{1,9}[.)])[ \t]/

/** The block as spans of at most `max`: whole, or as items, sentences or lines, and otherwise cut at that length. */
function* partsOf(block: Block, content: string, max: number): Generator<Span | typeof PAUSE> {
  if (block.end - block.start <= max) return yield [block.start, block.end]
  const units = block.kind === 'whole' ? readLines(content, block.start, block.end) : items(block, content)
  let from = block.start
  for (const unit of units) {
    if (unit === PAUSE) {
      yield PAUSE
      continue
    }
    const span: Span = [unit.start, unit.end]
    const parts = block.kind === 'whole' || unit.end - unit.start <= max ? [span] : sentences(span, content)
    for (const part of parts) yield* cut(trim(part, content), content, max)
    if (unit.end - from < PARAGRAPH_LENGTH_MAX) continue
    from = unit.end
    yield PAUSE
  }
}

/** Sentence by sentence, in pieces of bounded length. */
function* sentences(span: Span, content: string): Generator<Span> {
  for (const [start, end] of cut(span, content, PARAGRAPH_LENGTH_MAX))
    for (const { from, to } of sentencesOf(content.slice(start, end))) yield [start + from, start + to]
}

/** Each list item with its further lines; everything where there is no item. */
function* items(
  { start, end }: Block,
  content: string,
): Generator<Pick<Block, 'start' | 'end'> | typeof PAUSE> {
  let open: { start: number; end: number } | undefined
  let hasItem = false
  let read = 0
  for (const line of readLines(content, start, end)) {
    if (++read % LINES_PER_PAUSE === 0) yield PAUSE
    const begins = isItem(line)
    hasItem ||= begins
    if (open && !begins) open.end = line.end
    else {
      if (open) yield open
      open = { start: line.start, end: line.end }
    }
  }
  if (!hasItem) yield { start, end }
  else if (open) yield open
}

const isItem = (line: Line): boolean => LIST_ITEM.test(marksOf(line))

function trim([start, end]: Span, content: string): Span {
  const text = content.slice(start, end)
  const from = start + text.length - text.trimStart().length
  return [from, Math.max(from, start + text.trimEnd().length)]
}

/** Pieces of at most `max`, split at the last white space of each, never inside a character. */
function* cut([start, end]: Span, content: string, max: number): Generator<Span> {
  let from = start
  while (end - from > max) {
    const window = content.slice(from, from + max)
    const space = window.search(/\s\S*$/)
    let to = from + (space > max / 2 ? space : max)
    if (isLowSurrogate(content.charCodeAt(to))) to--
    yield [from, to]
    for (from = to; isSpace(content.charCodeAt(from));) from++
  }
  if (end > from) yield [from, end]
}

const isSpace = (unit: number) => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x3000
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
