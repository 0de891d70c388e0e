import type { Span } from '../text/span'
import { codeIn } from './code'

/** One cell at least. After each part the white space is taken at once: no two quantifiers compete for the same spaces. */
const RULE = /^[ \t]*(?:\|[ \t]*)?(?::?-+:?[ \t]*(?:\|[ \t]*|$))+$/

/** Whether a line is the one under a table's head: `| --- | :-: |`. A line of dashes alone is one too. */
export const isTableRule = (line: string): boolean => RULE.test(line)

/** Quotations that a table may stand in, and the item that its head may begin. */
const QUOTED = /^[\s>]*/
const AROUND = /^(?:[\s>]|[-*+]\s|\d+[.)]\s)*/
const ESCAPED = /\\[\s\S]/g

const columnsOf = (line: string): number =>
  line
    .trim()
    .replace(ESCAPED, '')
    .replace(/^\||\|$/g, '')
    .split('|').length

/** The rows of the tables of a text, heads too, each as its whole line. Linear time. */
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

/** Words as they stand in a cell: lines become one, and a bar is written as a sign. */
export const cellWords = (text: string): string =>
  text
    .replace(/(?<![ \t])[ \t]*\n\s*/g, ' ')
    .replace(/\\[\s\S]|\|/g, (sign) => (sign === '|' ? String.raw`\|` : sign))

/** Words of a cell as a reader sees their bars; `cellWords` gives them back. */
export const readableCell = (words: string): string =>
  words.replace(/\\[\s\S]/g, (sign) => (sign === String.raw`\|` ? '|' : sign))

/**
 * What replaces a passage of a row so that it stays in its cell. A passage that reaches over cells is replaced as asked
 * for.
 *
 * @param before what stands before it in the row
 */
export function replacementInRow(before: string, found: string, replacement: string): string {
  const escape = /(?<!\\)(?:\\\\)*\\$/.test(before) ? '\\' : ''
  if (/[|\n]/.test((escape + found).replace(ESCAPED, ''))) return replacement
  return cellWords(escape + replacement).slice(escape.length)
}
