import { trimEndOf } from '../text/trim'
import { withoutEmphasis } from './emphasis'
import { readingEscapes } from './escapes'
import { linksAsWords } from './links'

export interface HeadingLine {
  /** 1 to 6. */
  readonly level: number
  /** The original markdown, without the marks of the heading and the white space around it. */
  readonly text: string
}

const MARK = /^ {0,3}(#{1,6})(?![^ \t])/

/** An ATX heading as CommonMark defines it; `undefined` for every other line. */
export function headingIn(line: string): HeadingLine | undefined {
  const mark = MARK.exec(line)
  if (mark === null) return undefined
  const text = line.slice(mark[0].length).trim()
  const unclosed = trimEndOf(text, '#')
  // The closing number signs belong to the mark only after a space: `# C#` is about C#.
  const isClosed = unclosed === '' || /[ \t]$/.test(unclosed)
  return { level: mark[1]!.length, text: isClosed ? unclosed.trimEnd() : text }
}

/** The length of the mark that begins a heading, with the spaces behind it; 0 for any other line. */
export function headingMarkLength(line: string): number {
  const length = MARK.exec(line)?.[0].length ?? 0
  return length === 0 ? 0 : length + line.slice(length).search(/[^ \t]|$/)
}

/** The text of a heading as a reader sees it: the words of links, without marks of emphasis and code. */
export const headingWords = (text: string): string =>
  readingEscapes(text, (heading) => withoutEmphasis(linksAsWords(heading)).replaceAll('`', '').trim())

/**
 * The fragment that links to a heading use after `#`: its words in lower case joined by hyphens, as services generate
 * it.
 */
export const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
