import { readingEscapes } from '../markdown/escapes'
import { linksAsWords } from '../markdown/links'

const LENGTH = 200
/** Front matter may be longer than what is shown. */
const READ = 4_000
/** Most excerpts are found in so much. */
const NEAR = 300
/** A mark that is cut in two there is left in the words, and has to be beyond what is shown. */
const LONGEST_MARK = 16

/** The first words of a text for a list: without front matter, headings' and lists' marks, and line breaks. */
export function excerptOf(text: string): string {
  const start = text.slice(0, READ).replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
  // Where nothing reaches further than its line, what comes later changes nothing.
  const near = start.slice(0, NEAR)
  const words = /[*_`~[|^=]/.test(near) ? '' : wordsOf(near)
  return shortened(words.length > LENGTH + LONGEST_MARK ? words : wordsOf(start.slice(0, 4 * LENGTH)))
}

const wordsOf = (start: string): string => readingEscapes(start, plain)

function plain(start: string): string {
  const unlinked = start.includes('[') ? linksAsWords(start.replace(FOOTNOTE, '')) : start
  const prose = (unlinked.includes('|') ? withoutTables(unlinked) : unlinked).replace(
    /^[ \t]*(?:```.*|~~~.*|#{1,6}[ \t]|>[ \t]?|(?:[-*+]|\d+[.)])[ \t](?:\[[ xX]\][ \t])?)/gm,
    '',
  )
  // Looking behind every letter costs more than all the rest, and most beginnings have no such mark.
  const words = /[*_`~]/.test(prose)
    ? prose.replace(/(?<!\w)(\*{1,3}|_{1,3}|`|~~)(\S(?:[^*_`~]*\S)?)\1(?!\w)/g, '$2')
    : prose
  const unmarked = /[~^=]/.test(words) ? withoutOwnMarks(words) : words
  // Single spaces are most of them, and stay.
  return unmarked.replace(/\\\n|\s{2,}|[^\S ]/g, ' ').trim()
}

/** Highlights, raised and lowered letters; a raised number would be read as a part of the one before it. */
const withoutOwnMarks = (words: string): string =>
  words
    .replace(/==(?!\s)([^=\n]+)(?<!\s)==(?!=)/g, '$1')
    .replace(/(?<![~^])([~^])([\p{L}\p{N}+\-−.,]{1,40})\1(?![~^])/gu, (_all, sign: string, inner: string) =>
      sign === '^' && /\d/.test(inner) ? `^${inner}` : inner,
    )

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
