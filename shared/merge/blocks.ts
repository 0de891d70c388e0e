import { trimEndOf } from '../text/trim'
import { isTableRule } from '../markdown/tables'
import { lineContent, type Lines } from '../diff/lines'

/**
 * The kind of a markdown line in a merge.
 * - `blank` separates blocks.
 * - `prose` is a line of a paragraph: consecutive lines of prose form one paragraph and may be split by sentence.
 * - `block` begins a unit that is not split: a list item, a quote, a heading, a footnote.
 * - `more` continues that block.
 * - `row` depends on its neighbours and is not split: code, table, front matter, HTML, mathematics.
 */
export type LineKind = 'blank' | 'prose' | 'block' | 'more' | 'row'

/** A longer line is text, whatever its beginning: the expressions below would exhaust the stack on one of megabytes. */
const MARKED_LINE_LENGTH_MAX = 100_000

/** The kind of each line. Parses markdown as far as a merge needs it; in doubt a line is not split. */
export function lineKinds(lines: Lines): readonly LineKind[] {
  const kinds: LineKind[] = []
  let block: Block = 'none'
  let inList = false
  while (kinds.length < lines.ids.length) {
    const index = kinds.length
    const line = lineContent(lines, index)
    if (line === '' || startsWithLetter(line) || line.length > MARKED_LINE_LENGTH_MAX) {
      // Most lines are prose; the checks below would only cost time.
      kinds.push(line === '' ? 'blank' : block === 'none' ? 'prose' : 'more')
      if (line === '') block = 'none'
      else if (block === 'none') inList = false
      continue
    }
    const before = kinds[index - 1] ?? 'blank'
    const rowsTo = endOfRows(lines, index, line, before)
    if (rowsTo > index) {
      while (kinds.length < rowsTo) kinds.push('row')
      block = 'none'
      continue
    }
    const read = readPlain(line, before, block, inList)
    kinds.push(read.kind)
    block = read.block
    if (block === 'item') inList = true
    else if (read.kind === 'prose' || (read.kind === 'block' && !/^\s/.test(line))) inList = false
  }
  return kinds
}

/** For each line, the range of lines that form one unit with it: its paragraph, its list item, or the line alone. */
export type Units = { readonly from: Int32Array; readonly to: Int32Array }

/** The units of lines of these kinds. */
export function unitsOf(kinds: readonly LineKind[]): Units {
  const from = new Int32Array(kinds.length)
  const to = new Int32Array(kinds.length)
  for (let line = 0; line < kinds.length; line++) {
    const goesOn = kinds[line] === 'more' || (kinds[line] === 'prose' && kinds[line - 1] === 'prose')
    from[line] = goesOn && line > 0 ? from[line - 1]! : line
  }
  for (let line = kinds.length - 1; line >= 0; line--)
    to[line] = line + 1 < kinds.length && from[line + 1] === from[line] ? to[line + 1]! : line + 1
  return { from, to }
}

function startsWithLetter(line: string): boolean {
  const first = line.charCodeAt(0)
  const isLetter =
    (first >= 97 && first <= 122) || (first >= 65 && first <= 90) || (first > 0x3000 && first < 0xd800)
  return isLetter && !line.includes('|')
}

const marker = /^\s*(?:(?:[-*+]|\d{1,9}[.)]|>)\s+)*/.source
const fence = new RegExp(`${marker}(?:(\`{3,})[^\`]*$|(~{3,}))`)
const frontMatter = /^\ufeff?(?:---|\+\+\+)\s*$/
const rawHtml = /^ {0,3}<(script|pre|style|textarea)\b/i
const html = /^ {0,3}<[a-z/!?]/i
const htmlInProse =
  /^ {0,3}<\/?(?:address|article|aside|blockquote|center|details|div|dl|dt|dd|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/i
const autolink = /^ {0,3}<[a-z][\w+.-]*[:@]/i

/** The end of the rows that begin at line `index`; `index` where none begin. */
function endOfRows(lines: Lines, index: number, line: string, before: LineKind): number {
  if (index === 0 && frontMatter.test(line)) {
    const mark = line.trim()
    return (
      after(lines, 1, (next) => next.trimEnd() === mark || (mark === '---' && next.trimEnd() === '...')) ??
      index
    )
  }
  const opened = fence.exec(line)
  if (opened) {
    const ticks = opened[1] ?? opened[2]!
    return after(lines, index + 1, (next) => closesFence(next, ticks)) ?? lines.ids.length
  }
  if (/^\s*\$\$\s*$/.test(line)) return after(lines, index + 1, (next) => /\$\$\s*$/.test(next)) ?? index
  if (line.startsWith('<!--')) return after(lines, index, (next) => next.includes('-->')) ?? lines.ids.length
  const raw = rawHtml.exec(line)
  if (raw) {
    const closing = new RegExp(`</${raw[1]}>`, 'i')
    return after(lines, index, (next) => closing.test(next)) ?? lines.ids.length
  }
  const isHtml = htmlInProse.test(line) || (before !== 'prose' && html.test(line) && !autolink.test(line))
  if (isHtml || isTableHead(lines, index, line)) return blankAfter(lines, index)
  return index
}

function isTableHead(lines: Lines, index: number, line: string): boolean {
  if (!line.includes('|')) return false
  if (/^\s*\|/.test(line)) return true
  const next = index + 1 < lines.ids.length ? lineContent(lines, index + 1) : ''
  return next.includes('|') && isTableRule(next)
}

/** Whether a line contains only this fence, or a longer one of its kind, after the marks of quotes. */
function closesFence(line: string, opening: string): boolean {
  const text = line.trimEnd()
  const before = trimEndOf(text, opening.charAt(0))
  return text.length - before.length >= opening.length && /^[\s>]*$/.test(before)
}

/** The line after the first one, from `from` on, that `ends` a range; `undefined` where none does. */
function after(lines: Lines, from: number, ends: (line: string) => boolean): number | undefined {
  for (let index = from; index < lines.ids.length; index++)
    if (ends(lineContent(lines, index))) return index + 1
  return undefined
}

function blankAfter(lines: Lines, from: number): number {
  let index = from
  while (index < lines.ids.length && /\S/.test(lineContent(lines, index))) index++
  return index
}

/** The block that a line of text would continue. */
type Block = 'none' | 'item' | 'quote' | 'other'

const heading = /^ {0,3}#{1,6}(?:\s|$)/
const rule = /^ {0,3}(?:([-*_])[ \t]*(?:\1[ \t]*){2,}|:::.*)$/
const underline = /^ {0,3}(?:=+|-+)\s*$/
const quote = /^ {0,3}>/
const item = /^\s*(?:[-*+]|(\d{1,9})[.)])(?:\s|$)/
const definition = /^ {0,3}\[[^\]]+\]:/
const code = /^(?: {4}|\t| {1,3}\t)/

function readPlain(
  line: string,
  before: LineKind,
  block: Block,
  inList: boolean,
): { kind: LineKind; block: Block } {
  if (!/\S/.test(line)) return { kind: 'blank', block: 'none' }
  if (heading.test(line)) return { kind: 'block', block: 'none' }
  if (before === 'prose' && underline.test(line)) return { kind: 'row', block: 'none' }
  if (rule.test(line)) return { kind: 'row', block: 'none' }
  if (quote.test(line)) {
    if (/^[\s>]*$/.test(line)) return { kind: 'block', block: 'none' }
    return { kind: block === 'quote' ? 'more' : 'block', block: 'quote' }
  }
  const numbered = item.exec(line)
  // "1999. A good year" in the middle of a paragraph is not a list: only a list that begins with 1 interrupts a
  // paragraph.
  if (numbered && !(before === 'prose' && numbered[1] !== undefined && numbered[1] !== '1'))
    return { kind: 'block', block: 'item' }
  if (definition.test(line)) return { kind: 'block', block: 'other' }
  if (block !== 'none') return { kind: 'more', block }
  if (before !== 'prose' && inList && /^\s/.test(line)) return { kind: 'block', block: 'other' }
  if (before !== 'prose' && code.test(line)) return { kind: 'row', block: 'none' }
  return { kind: 'prose', block: 'none' }
}
