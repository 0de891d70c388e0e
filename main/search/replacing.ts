import type { ReplaceAsk, ReplaceHit } from '../../shared/ipc/ipc-replace'
import { codeIn } from '../../shared/markdown/code'
import { replacementInRow, tableRowsIn } from '../../shared/markdown/tables'
import { wholeWord, wholeWordEnd } from './whole-words'
import { attempt } from '../../shared/thrown'

/** The expression that finds the places to replace; `undefined` where it is invalid. */
export const expressionOf = (ask: ReplaceAsk): RegExp | undefined => attempt(() => compiled(ask))

/** The error in an expression, as a sentence; `undefined` where it is valid. */
export function whyNoExpression(ask: ReplaceAsk): string | undefined {
  try {
    compiled(ask)
    return undefined
  } catch (error) {
    // The engine's message repeats the whole expression before the reason.
    const reason = (error as Error).message.split(': ').at(-1) ?? ''
    return `This is not a regular expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`
  }
}

function compiled({ find, matchCase, wholeWords, regexp }: ReplaceAsk): RegExp {
  const source = regexp ? find : find.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const whole = wholeWords ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source
  return new RegExp(whole, matchCase ? 'gmu' : 'gimu')
}

const AROUND = 40

/** Every match in a text, at most `most`; an empty match does not count. */
export function placesIn(text: string, expression: RegExp, ask: ReplaceAsk, most: number): ReplaceHit[] {
  const hits: ReplaceHit[] = []
  const code = ask.outsideCode === true ? codeIn(text) : []
  const rowBefore = rowsOf(/[|\n\\$]/.test(ask.replace) ? text : '')
  let nextCode = 0
  for (const match of text.matchAll(expression)) {
    const [found] = match
    if (found === '') continue
    if (hits.length >= most) break
    const [from, to] = [match.index, match.index + found.length]
    while (nextCode < code.length && code[nextCode]!.to <= from) nextCode++
    if (nextCode < code.length && code[nextCode]!.from < to) continue
    const row = rowBefore(from)
    const asked = ask.regexp ? expanded(ask.replace, match) : ask.replace
    const replacement = row === undefined ? asked : replacementInRow(row, found, asked)
    hits.push({
      from,
      to,
      found,
      replacement: ask.keepCapitals === true ? withCapitalsOf(found, replacement) : replacement,
      before: wordsBefore(text, from),
      after: wordsAfter(text, to),
    })
  }
  return hits
}

/** Returns the cells before a position in its table row; `undefined` outside of a table. Positions must ascend. */
function rowsOf(text: string): (at: number) => string | undefined {
  const rows = tableRowsIn(text)
  let next = 0
  return (at) => {
    while (next < rows.length && rows[next]!.to < at) next++
    const row = rows[next]
    return row !== undefined && row.from <= at ? text.slice(row.from, at) : undefined
  }
}

/** The words before a position in its line; an ellipsis replaces words that are cut off. */
function wordsBefore(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1
  const from = at - AROUND
  return from <= line ? text.slice(line, at) : `…${text.slice(wholeWord(text, from, at), at)}`
}

function wordsAfter(text: string, at: number): string {
  const next = text.indexOf('\n', at)
  const line = next === -1 ? text.length : next
  const to = at + AROUND
  return to >= line ? text.slice(at, line) : `${text.slice(at, wholeWordEnd(text, at, to))}…`
}

/** The replacement in capitals, or with a capital first letter, like the words that it replaces. */
function withCapitalsOf(found: string, replacement: string): string {
  const [upper, lower] = [found.toUpperCase(), found.toLowerCase()]
  const [first = '', ...rest] = replacement
  const [foundFirst = '', second] = found
  if (upper === lower) return replacement
  if (found === upper && second !== undefined) return replacement.toUpperCase()
  if (foundFirst.toUpperCase() === foundFirst.toLowerCase()) return replacement
  const isCapital = foundFirst === foundFirst.toUpperCase()
  return (isCapital ? first.toUpperCase() : first.toLowerCase()) + rest.join('')
}

/** Expands `$&`, `$1` to `$99`, `$<name>`, `$$`, and `\n` and `\t`. */
function expanded(replace: string, match: RegExpMatchArray): string {
  return replace.replace(
    /\$(?:([$&])|(\d{1,2})|<([^<>]*)>)|\\([nt\\])/g,
    (whole, sign, number, name, escaped) => {
      if (escaped !== undefined) return escaped === 'n' ? '\n' : escaped === 't' ? '\t' : '\\'
      if (sign === '$') return '$'
      if (sign === '&') return match[0]
      if (name !== undefined) return match.groups?.[name as string] ?? ''
      const index = Number(number)
      return index > 0 && index < match.length ? (match[index] ?? '') : whole
    },
  )
}

/** A text with these places replaced; places whose text has changed meanwhile are counted and left alone. */
export function replacedIn(
  text: string,
  hits: readonly Pick<ReplaceHit, 'from' | 'to' | 'found' | 'replacement'>[],
): { readonly text: string; readonly replaced: number; readonly skipped: number } {
  const parts: string[] = []
  let at = 0
  let replaced = 0
  for (const { from, to, found, replacement } of hits.toSorted((a, b) => a.from - b.from)) {
    if (from < at || to < from || text.slice(from, to) !== found) continue
    parts.push(text.slice(at, from), replacement)
    at = to
    replaced++
  }
  return { text: parts.join('') + text.slice(at), replaced, skipped: hits.length - replaced }
}
