import { readingEscapes } from '../markdown/escapes'
import { frontMatterEnd } from '../markdown/front-matter-lines'
import { linksAsWords } from '../markdown/links'
import { BEFORE_WORDS, FENCES, REFERENCE, RULES } from '../markdown/strip-markdown'

const LENGTH = 200
/** Most excerpts are found in so much. */
const NEAR = 300
/** A mark that is cut in two there is left in the words, and has to be beyond what is shown. */
const LONGEST_MARK = 16

/** The first words of a text for a list, as they are read: without front matter, marks and line breaks. */
export function excerptOf(text: string): string {
  const from = frontMatterEnd(text)
  const start = startOf(text, from)
  // Where nothing reaches further than its line, what comes later changes nothing.
  const near = start.slice(0, NEAR)
  const words = /[*_`~[|^=<]/.test(near) ? '' : wordsOf(near)
  return shortened(words.length > LENGTH + LONGEST_MARK ? words : wordsOf(start))
}

/** Of a longer paragraph the rest is not read. */
const PARAGRAPH_MAX = 4_000
/** A link, a picture with its data above all, that is cut in its address. */
const CUT_LINK = /!?\[([^\][\n]*)\]\([^()\s]*$/

/** More than is shown, up to the end of a paragraph: no mark and no link reaches further. */
function startOf(text: string, from: number): string {
  const end = text.indexOf('\n\n', from + 4 * LENGTH)
  const start = text.slice(from, Math.min(end < 0 ? text.length : end, from + PARAGRAPH_MAX))
  return from + start.length < text.length ? start.replace(CUT_LINK, '$1') : start
}

const wordsOf = (start: string): string => readingEscapes(start, plain)

function plain(start: string): string {
  const lines = start.replace(FENCES, '').replace(RULES, '')
  const shown = lines.includes('<') ? lines.replace(UNSEEN, '$1$2') : lines
  const unlinked = shown.includes('[') ? withoutLinks(shown) : shown
  const bare = unlinked.replace(BEFORE_LINE, '')
  const prose = bare.includes('|') ? withoutTables(bare) : bare
  const words = /[*_`~]/.test(prose) ? withoutEmphasis(withoutEmphasis(prose)) : prose
  const unmarked = /[~^=]/.test(words) ? withoutOwnMarks(words) : words
  // Single spaces are most of them, and stay.
  return unmarked.replace(/\\\n|\s{2,}|[^\S ]/g, ' ').trim()
}

const BEFORE_LINE = new RegExp(
  `^[ \\t]*(?:(?:>|(?:[-*+]|\\d{1,9}[.)])(?:[ \\t]|$))[ \\t]*)*${BEFORE_WORDS}`,
  'gm',
)
/** Comments, and the brackets of an address; code, the first part, stays. */
const UNSEEN = /(`[^`\n]+`)|<!--[^<]*?-->|<((?:https?:\/\/|mailto:)[^<>\s]+)>/g

const withoutLinks = (lines: string): string =>
  linksAsWords(lines.replace(DEFINITIONS, '').replace(FOOTNOTE, '').replace(REFERENCE, '$2'))

/** Emphasis may stand in emphasis. */
const withoutEmphasis = (words: string): string =>
  words.replace(/(?<!\w)(\*{1,3}|_{1,3}|`{1,3}|~~)(\S(?:[^*_`~]*\S)?)\1(?!\w)/g, '$2')

/** Highlights, raised and lowered letters; a raised number would be read as a part of the one before it. */
const withoutOwnMarks = (words: string): string =>
  words
    .replace(/==(?!\s)([^=\n]+)(?<!\s)==(?!=)/g, '$1')
    .replace(/(?<![~^])([~^])([\p{L}\p{N}+\-−.,]{1,40})\1(?![~^])/gu, (_all, sign: string, inner: string) =>
      sign === '^' && /\d/.test(inner) ? `^${inner}` : inner,
    )

/** Where the targets of links stand that are named in the text. */
const DEFINITIONS = /^ {0,3}\[(?!\^)[^\][\r\n]+\]:[ \t]+\S.*$/gm
const FOOTNOTE = /\[\^[^\][\s^]{1,64}\]:?/g

/** The words of the cells, of lines that begin with the sign of one. */
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
