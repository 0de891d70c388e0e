import type { ReplaceAsk, ReplaceHit } from '../../shared/ipc/ipc-replace'
import { codeIn } from '../../shared/markdown/code'
import { replacementInRow, tableRowsIn } from '../../shared/markdown/tables'
import { inEditor, inStore, lineEndOf } from '../../shared/text/line-ends'
import type { Span } from '../../shared/text/span'
import { applyChanges, textChanges, type TextChange } from '../../shared/text/text-change'
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
      before: wordsBefore(text, from, hits.at(-1)?.to ?? 0),
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

/** The words before a position in its line, from `shownTo` at the earliest; an ellipsis replaces words that are cut off. */
function wordsBefore(text: string, at: number, shownTo: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1
  const from = Math.max(at - AROUND, shownTo)
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

/** A place after its replacement, by its offsets in the text then, and the words that it had. */
type ReplacedPlace = Span & { readonly found: string }

/** A text with these places replaced; places whose text has changed meanwhile are counted and left alone. */
export function replacedIn(
  text: string,
  hits: readonly Pick<ReplaceHit, 'from' | 'to' | 'found' | 'replacement'>[],
): { readonly text: string; readonly places: readonly ReplacedPlace[]; readonly skipped: number } {
  const places: ReplacedPlace[] = []
  let made = ''
  let at = 0
  for (const { from, to, found, replacement } of hits.toSorted((a, b) => a.from - b.from)) {
    if (from < at || to < from || text.slice(from, to) !== found) continue
    made += text.slice(at, from) + replacement
    places.push({ from: made.length - replacement.length, to: made.length, found })
    at = to
  }
  return { text: made + text.slice(at), places, skipped: hits.length - places.length }
}

/** What a replacement made of a text; the places count a line break as one unit, as an editor does. */
export interface ReplacedText {
  readonly before: string
  readonly after: string
  readonly places: readonly ReplacedPlace[]
}

/** The text of now with the places taken back that still stand as the replacement left them, and their number. */
export function takenBack(
  { before, after, places }: ReplacedText,
  now: string,
): { readonly text: string; readonly taken: number } {
  if (now === after) return { text: before, taken: places.length }
  const lineEnd = lineEndOf(now)
  const text = inEditor(now, lineEnd)
  const since = textChanges(inEditor(after, lineEndOf(after)), text)
  const back: TextChange[] = []
  let [next, moved] = [0, 0]
  for (const { from, to, found } of places) {
    // Words beside a place leave it as it is, and letters at its ends do not. A place where nothing was put in is
    // changed by either.
    const beside = from < to ? 0 : 1
    for (; next < since.length && since[next]!.to + beside <= from; next++)
      moved += since[next]!.insert.length - (since[next]!.to - since[next]!.from)
    const [last, change] = [since[next - 1], since[next]]
    const isWithin = change !== undefined && change.from < to + beside
    const isLonger =
      (last?.to === from && /[\p{L}\p{N}]$/u.test(last.insert)) ||
      (change?.from === to && /^[\p{L}\p{N}]/u.test(change.insert))
    if (!isWithin && !isLonger) back.push({ from: from + moved, to: to + moved, insert: found })
  }
  return { text: inStore(applyChanges(text, back), lineEnd), taken: back.length }
}
