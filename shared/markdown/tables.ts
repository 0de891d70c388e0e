import type { Span } from '../text/span'
import { codeIn } from './code'

/**
 * Matches at least one cell. White space is consumed after each part, so that no two quantifiers compete for the same
 * spaces.
 */
const RULE = /^[ \t]*(?:\|[ \t]*)?(?::?-+:?[ \t]*(?:\|[ \t]*|$))+$/

/** Whether a line is the delimiter row below a table's head: `| --- | :-: |`. A line of dashes alone is one too. */
export const isTableRule = (line: string): boolean => RULE.test(line)

/** Quotations around a table, and the item that its head may begin. */
const QUOTED = /^[\s>]*/
const AROUND = /^(?:[\s>]|[-*+]\s|\d+[.)]\s)*/
const ESCAPED = /\\[\s\S]/g

const columnsOf = (line: string): number =>
  line
    .trim()
    .replace(ESCAPED, '')
    .replace(/^\||\|$/g, '')
    .split('|').length

/** The rows of the tables of a text, including heads, each as its whole line. Linear time. */
export function tableRowsIn(text: string): readonly Span[] {
  const rows: Span[] = []
  const code = codeIn(text)
  let [from, isTable, nextCode] = [0, false, 0]
  let head = { from: 0, to: 0 }
  for (const line of text.split('\n')) {
    const span = { from, to: from + line.length }
    from = span.to + 1
    while (nextCode < code.length && code[nextCode]!.to <= span.from) nextCode++
    const isCode = nextCode < code.length && code[nextCode]!.from <= span.from
    const above = text.slice(head.from, head.to).replace(AROUND, '')
    const words = line.replace(QUOTED, '')
    if (words === '' || isCode) isTable = false
    else if (isTable) rows.push(span)
    else if (above.includes('|') && isTableRule(words) && columnsOf(above) === columnsOf(words)) {
      isTable = true
      rows.push(head)
    }
    head = span
  }
  return rows
}

/** The text for a table cell: line breaks become spaces, and bars are escaped. */
export const cellWords = (text: string): string =>
  text
    .replace(/(?<![ \t])[ \t]*\n\s*/g, ' ')
    .replace(/\\[\s\S]|\|/g, (sign) => (sign === '|' ? String.raw`\|` : sign))

/** The text of a cell with readable bars; `cellWords` reverses this. */
export const readableCell = (words: string): string =>
  words.replace(/\\[\s\S]/g, (sign) => (sign === String.raw`\|` ? '|' : sign))

/**
 * The replacement for a passage of a row that keeps the cell intact. A passage that spans several cells is replaced as
 * requested.
 *
 * @param before the text before it in the row
 */
export function replacementInRow(before: string, found: string, replacement: string): string {
  const escape = /(?<!\\)(?:\\\\)*\\$/.test(before) ? '\\' : ''
  if (/[|\n]/.test((escape + found).replace(ESCAPED, ''))) return replacement
  return cellWords(escape + replacement).slice(escape.length)
}
