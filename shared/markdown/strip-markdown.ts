import type { Span } from '../text/span'
import { codeIn } from './code'
import { EMPHASIS } from './emphasis'
import { withHiddenFormulas } from './escapes'
import { readLinks } from './links'
import { isTableRule } from './tables'

interface StrippedMarkdown {
  readonly text: string
  readonly marks: Span[]
}

/** Whole lines without words: rules, and underlines of headings. */
export const RULES = /^[ \t>]*(?:=+|([-*_])(?:[ \t]*\1){2,})[ \t]*$/gm
/** Whole lines that are fences, including those in quotations and items. */
export const FENCES = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])[ \t]*)*(?:`{3,}[^`\n]*|~{3,}[^\n]*)$/gm
/**
 * The markup before the words of a line, after the marks of quotes and lists: of a heading, a callout or a checkbox.
 */
export const BEFORE_WORDS =
  /(?:#{1,6}(?:[ \t]+|$)|\[![a-zA-Z][\w-]{0,30}\][-+]?(?=[ \t]|$)[ \t]*|\[[ xX]\][ \t]+)?/.source
/** Nested quotes and bullets, followed by that. */
const BEFORE_LINE = new RegExp(`^[ \\t]*(?:(?:>|[-*+](?:[ \\t]|$))[ \\t]*)*${BEFORE_WORDS}`, 'gm')
const LINE = /^.+$/gm
const ROW = /^[ \t>]*\|.*$/gm
export const BREAK = /<br\s*\/?>/gi
/** The simple tags that are read as marks (`inline-tags.ts`). */
export const MARK_TAG = /<\/?(?:b|strong|i|em|u|ins|s|del|strike|mark|sub|sup|kbd|samp|code) ?>/gi
const QUOTED = /^[ \t>]+/
/** A reference link; its words are the second group. */
export const REFERENCE = /(!?\[)([^\][\n]+)(\]\[[^\][\n]*\])/g
/** A part of a text may contain one half of a pair of marks. */
const HALVES = /\*\*+|~~/g
const ESCAPES = /\\(?=[!-/:-@[-`{-~\n])/g

/**
 * A part of markdown as a reader sees it, in one line: the words of links and tables, without marks of headings, lists
 * and emphasis. `marks` are spans of the part; they are returned as spans of the result.
 */
export function stripMarkdown(written: string, marks: readonly Span[]): StrippedMarkdown {
  const source = withHiddenFormulas(written)
  /** The replacement of each character that changes. */
  const instead = new Map<number, string>()
  const drop = (from: number, to: number) => {
    for (let at = from; at < to; at++) instead.set(at, '')
  }
  const each = (pattern: RegExp, found: (match: RegExpExecArray) => void) => {
    // Text that is removed already, above all code, is not processed twice.
    for (const match of source.matchAll(pattern))
      if (match[0] !== '' && !instead.has(match.index)) found(match)
  }
  const dropEnds = ({ index, 0: whole, 2: words = '' }: RegExpExecArray) => {
    const from = index + whole.indexOf(words, 1)
    drop(index, from)
    drop(from + words.length, index + whole.length)
  }
  for (const pattern of [FENCES, RULES])
    each(pattern, ({ index, 0: line }) => drop(index, index + line.length))
  each(LINE, ({ index, 0: line }) => {
    if (line.includes('|') && isTableRule(line.replace(QUOTED, ''))) drop(index, index + line.length)
  })
  /** 1 for code, and for other characters that must stay as they are. */
  const literal = new Uint8Array(source.length)
  const code = codeIn(source)
  for (const { from, to } of code) {
    if (instead.has(from)) continue
    const ticks = /^`+/.exec(source.slice(from, to))?.[0].length ?? 0
    drop(from, from + ticks)
    drop(to - ticks, to)
    literal.fill(1, from, to)
  }
  const isLiteral = (at: number) => literal[at] === 1
  const eachOutside = (pattern: RegExp, found: (match: RegExpExecArray) => void) =>
    each(pattern, (match) => isLiteral(match.index) || found(match))
  eachOutside(ESCAPES, ({ index }) => {
    drop(index, index + 1)
    literal[index + 1] = 1
  })
  eachOutside(ROW, ({ index, 0: line }) => {
    const cells = [...line.matchAll(/(?<!\\)\|/g)].map((pipe) => index + pipe.index)
    for (const [place, at] of cells.entries())
      instead.set(at, place === 0 || source.slice(at + 1, index + line.length).trim() === '' ? '' : '·')
  })
  eachOutside(BREAK, ({ index, 0: tag }) => {
    drop(index, index + tag.length)
    instead.set(index, ' ')
  })
  eachOutside(BEFORE_LINE, ({ index, 0: sign }) => drop(index, index + sign.length))
  for (const { from, to, words } of readLinks(source, code)) {
    if (isLiteral(from)) continue
    drop(from, words.from)
    drop(words.to, to)
  }
  for (const pattern of [REFERENCE, ...EMPHASIS]) eachOutside(pattern, dropEnds)
  eachOutside(MARK_TAG, ({ index, 0: tag }) => drop(index, index + tag.length))
  eachOutside(HALVES, ({ index, 0: half }) => drop(index, index + half.length))
  return oneLine(written, instead, marks)
}

/** Collapses white space to single spaces. */
function oneLine(
  source: string,
  instead: ReadonlyMap<number, string>,
  marks: readonly Span[],
): StrippedMarkdown {
  const places: number[] = []
  let text = ''
  for (let at = 0; at < source.length; at++) {
    places.push(text.length)
    const character = instead.get(at) ?? source[at]!
    if (!/\s/.test(character)) text += character
    else if (text !== '' && !text.endsWith(' ')) text += ' '
  }
  places.push(text.length)
  const length = text.trimEnd().length
  const moved = marks.map(({ from, to }) => ({
    from: Math.min(length, places[from] ?? length),
    to: Math.min(length, places[to] ?? length),
  }))
  return { text: text.slice(0, length), marks: moved.filter(({ from, to }) => from < to) }
}
