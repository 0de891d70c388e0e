import { sentencesOf } from '../shared/sentences'
import { readBlocks, readLines, type Block } from './markdown-blocks'

/** A piece of a document that search finds as one (content-api-v1.md, section 2). Offsets are UTF-16, into the content. */
export interface Chunk {
  readonly start: number
  readonly end: number
  /** `content.slice(start, end)`. */
  readonly text: string
  /** The headings above it and its own, outermost first. */
  readonly headingPath: readonly string[]
}

/** Blocks of one section are packed together up to this length. */
export const CHUNK_LENGTH_AIM = 900
/** No chunk of prose is longer. */
export const CHUNK_LENGTH_MAX = 1_200
/** Fenced code, tables and front matter stay whole up to this length, beyond it they are parted between lines. */
export const WHOLE_LENGTH_MAX = 6_000
/** So short a text before a block is its introduction and stays with it. */
const INTRODUCTION_LENGTH_MAX = 200

/**
 * Splits markdown into chunks: by heading, then by paragraph, a long paragraph by sentence. Every character that is
 * not white space is in exactly one chunk, in order; a heading opens the chunk of what follows it. Deterministic, in
 * time proportional to the text.
 */
export function splitIntoChunks(content: string): Chunk[] {
  const chunks: Chunk[] = []
  const headings: { level: number; text: string }[] = []
  let open: { start: number; end: number; onlyHeadings: boolean } | undefined
  let headingPath: readonly string[] = []

  const close = () => {
    if (!open) return
    const { start, end } = open
    chunks.push({ start, end, text: content.slice(start, end), headingPath })
    open = undefined
  }
  const add = (start: number, end: number, max: number) => {
    if (open && !fits(open, end, max)) close()
    open = { start: open?.start ?? start, end, onlyHeadings: false }
  }
  for (const block of readBlocks(content)) {
    if (block.kind === 'heading') {
      if (open && (!open.onlyHeadings || block.end - open.start > CHUNK_LENGTH_MAX)) close()
      while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop()
      headings.push({ level: block.level, text: block.text })
      headingPath = headings.map((heading) => heading.text)
      open = { start: open?.start ?? block.start, end: block.end, onlyHeadings: true }
      continue
    }
    const max = block.kind === 'whole' ? WHOLE_LENGTH_MAX : CHUNK_LENGTH_MAX
    for (const [start, end] of partsOf(block, content, max)) add(start, end, max)
  }
  close()
  return chunks
}

function fits(
  open: { start: number; end: number; onlyHeadings: boolean },
  end: number,
  max: number,
): boolean {
  if (end - open.start <= CHUNK_LENGTH_AIM) return true
  const isIntroduction = open.onlyHeadings || open.end - open.start <= INTRODUCTION_LENGTH_MAX
  return isIntroduction && end - open.start <= max
}

type Span = readonly [start: number, end: number]

const LIST_ITEM = /^[ \t]*(?:>[ \t]?)*(?:[-*+]|\d{1,9}[.)])[ \t]/

/** The block as spans of at most `max`: itself, its items, sentences or lines, and where all fail bare cuts. */
function partsOf(block: Block, content: string, max: number): Span[] {
  if (block.end - block.start <= max) return [[block.start, block.end]]
  const lines = readLines(content, block.start, block.end)
  if (block.kind === 'whole')
    return lines.flatMap((line) => cut(trim([line.start, line.end], content), content, max))
  const items = lines.some((line) => LIST_ITEM.test(line.text))
    ? groupItems(lines)
    : [[block.start, block.end] as const]
  return items
    .flatMap((item): Span[] => (item[1] - item[0] <= max ? [item] : sentenceSpans(item, content)))
    .flatMap((part) => cut(trim(part, content), content, max))
}

const sentenceSpans = ([start, end]: Span, content: string): Span[] =>
  sentencesOf(content.slice(start, end)).map(({ from, to }) => [start + from, start + to])

/** Each list item with the lines that go on with it. */
function groupItems(lines: readonly { start: number; end: number; text: string }[]): Span[] {
  const items: [number, number][] = []
  for (const line of lines) {
    const last = items.at(-1)
    if (last && !LIST_ITEM.test(line.text)) last[1] = line.end
    else items.push([line.start, line.end])
  }
  return items
}

function trim([start, end]: Span, content: string): Span {
  const text = content.slice(start, end)
  const from = start + text.length - text.trimStart().length
  return [from, Math.max(from, start + text.trimEnd().length)]
}

/** Pieces of at most `max`, parted at the last white space of each, never inside a character. */
function cut([start, end]: Span, content: string, max: number): Span[] {
  const pieces: Span[] = []
  let from = start
  while (end - from > max) {
    const window = content.slice(from, from + max)
    const space = window.search(/\s\S*$/)
    let to = from + (space > max / 2 ? space : max)
    if (isLowSurrogate(content.charCodeAt(to))) to--
    pieces.push([from, to])
    for (from = to; isSpace(content.charCodeAt(from));) from++
  }
  if (end > from) pieces.push([from, end])
  return pieces
}

const isSpace = (unit: number) => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x3000
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
