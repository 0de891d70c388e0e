import { trimEndOf } from '../text/trim'
import { withoutEmphasis } from './emphasis'
import { readingEscapes } from './escapes'
import { linksAsWords } from './links'

export interface HeadingLine {
  /** 1 to 6. */
  readonly level: number
  /** Markdown as it stands, without the marks of the heading and the white space around it. */
  readonly text: string
}

const MARK = /^ {0,3}(#{1,6})(?![^ \t])/

/** A heading that begins with number signs, read as CommonMark does; `undefined` for every other line. */
export function headingIn(line: string): HeadingLine | undefined {
  const mark = MARK.exec(line)
  if (mark === null) return undefined
  const text = line.slice(mark[0].length).trim()
  const unclosed = trimEndOf(text, '#')
  // The number signs at the end belong to the mark only after a space: `# C#` is about C#.
  const isClosed = unclosed === '' || /[ \t]$/.test(unclosed)
  return { level: mark[1]!.length, text: isClosed ? unclosed.trimEnd() : text }
}

/** The text of a heading as a reader sees it: links by their words, without the signs of emphasis and code. */
export const headingWords = (text: string): string =>
  readingEscapes(text, (heading) => withoutEmphasis(linksAsWords(heading)).replaceAll('`', '').trim())

/** What a link to a heading names behind `#`: its words in lower case with hyphens between, as services make them. */
export const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
