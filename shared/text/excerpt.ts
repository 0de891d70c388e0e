import { readingEscapes } from '../markdown/escapes'
import { frontMatterEnd } from '../markdown/front-matter-lines'
import { linksAsWords } from '../markdown/links'
import { BEFORE_WORDS, BREAK, FENCES, MARK_TAG, REFERENCE, RULES } from '../markdown/strip-markdown'

const LENGTH = 200
/** Most excerpts are within this many characters. */
const NEAR = 300
/** A mark that is cut in two at that limit stays in the words, so it must be beyond the shown part. */
const LONGEST_MARK = 16

/** The first words of a text for a list, as a reader sees them: without front matter, marks and line breaks. */
export function excerptOf(text: string): string {
  const from = frontMatterEnd(text)
  const start = startOf(text, from)
  // Where no construct extends beyond its line, later text has no effect.
  const near = start.slice(0, NEAR)
  const words = /[*_`~[|^=<$]/.test(near) ? '' : wordsOf(near)
  return shortened(words.length > LENGTH + LONGEST_MARK ? words : wordsOf(start))
}

/** The rest of a longer paragraph is not read. */
const PARAGRAPH_MAX = 4_000
/** A link, above all a picture with its data, that is cut within its address. */
const CUT_LINK = /!?\[([^\][\n]*)\]\([^()\s]*$/

/** More than is shown, up to the end of a paragraph, beyond which no mark or link extends. */
function startOf(text: string, from: number): string {
  const end = text.indexOf('\n\n', from + 4 * LENGTH)
  const start = text.slice(from, Math.min(end < 0 ? text.length : end, from + PARAGRAPH_MAX))
  return from + start.length < text.length ? start.replace(CUT_LINK, '$1') : start
}

const wordsOf = (start: string): string => readingEscapes(start, plain)

function plain(start: string): string {
  const lines = start.replace(FENCES, '').replace(RULES, '')
  const shown = lines.includes('<') ? lines.replace(UNSEEN, seen) : lines
  const unlinked = shown.includes('[') ? withoutLinks(shown) : shown
  const bare = unlinked.replace(BEFORE_LINE, '')
  const prose = bare.includes('|') ? withoutTables(bare) : bare
  const words = /[*_`~]/.test(prose) ? withoutEmphasis(withoutEmphasis(prose)) : prose
  const unmarked = /[~^=]/.test(words) ? withoutOwnMarks(words) : words
  // Most matches would be single spaces, which stay.
  return unmarked.replace(/\\\n|\s{2,}|[^\S ]/g, ' ').trim()
}

const BEFORE_LINE = new RegExp(
  `^[ \\t]*(?:(?:>|(?:[-*+]|\\d{1,9}[.)])(?:[ \\t]|$))[ \\t]*)*${BEFORE_WORDS}`,
  'gm',
)
/** Comments, the angle brackets of an address, and the tags of marks; code, the first group, stays. */
const UNSEEN = new RegExp(
  `(\`[^\`\\n]+\`)|<!--[^<]*?-->|<((?:https?://|mailto:)[^<>\\s]+)>|(${BREAK.source})|(<sup ?>(?=\\d))|${MARK_TAG.source}`,
  'gi',
)

const seen = (_all: string, code = '', address = '', lineBreak?: string, raised?: string): string =>
  code + address + (lineBreak === undefined ? '' : ' ') + (raised === undefined ? '' : '^')

const withoutLinks = (lines: string): string =>
  linksAsWords(lines.replace(DEFINITIONS, '').replace(FOOTNOTE, '').replace(REFERENCE, '$2'))

/** Emphasis may be nested. */
const withoutEmphasis = (words: string): string =>
  words.replace(/(?<!\w)(\*{1,3}|_{1,3}|`{1,3}|~~)(\S(?:[^*_`~]*\S)?)\1(?!\w)/g, '$2')

/**
 * Removes marks of highlights, superscript and subscript; a superscript number would look like a part of the number
 * before it.
 */
const withoutOwnMarks = (words: string): string =>
  words
    .replace(/==(?!\s)([^=\n]+)(?<!\s)==(?!=)/g, '$1')
    .replace(/(?<![~^])([~^])([\p{L}\p{N}+\-−.,]{1,40})\1(?![~^])/gu, (_all, sign: string, inner: string) =>
      sign === '^' && /\d/.test(inner) ? `^${inner}` : inner,
    )

/** Definitions of link targets in the text. */
const DEFINITIONS = /^ {0,3}\[(?!\^)[^\][\r\n]+\]:[ \t]+\S.*$/gm
const FOOTNOTE = /\[\^[^\][\s^]{1,64}\]:?/g

/** The words of table cells, from lines that begin with the mark of one. */
const withoutTables = (start: string): string =>
  start
    .replace(/^[ \t]*\|[-: \t|]*$/gm, '')
    .replace(/^[ \t]*\|.*$/gm, (row) => row.replace(/(?<!\\)\|/g, ' ').replaceAll('\\|', '|'))

function shortened(words: string): string {
  return words.length <= LENGTH
    ? words
    : `${words
        .slice(0, LENGTH)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
}
