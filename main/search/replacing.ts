import type { ReplaceAsk, ReplaceHit } from '../../shared/ipc-replace'
import { codeIn } from '../../shared/markdown/code'

/** The expression that finds what is to be replaced; `undefined` where it is none. */
export function expressionOf({ find, matchCase, wholeWords, regexp }: ReplaceAsk): RegExp | undefined {
  const source = regexp ? find : find.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const whole = wholeWords ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source
  try {
    return new RegExp(whole, matchCase ? 'gmu' : 'gimu')
  } catch {
    return undefined
  }
}

const AROUND = 40

/** Every place in a text, at most `most`; a place without letters (an expression that finds nothing) is none. */
export function placesIn(text: string, expression: RegExp, ask: ReplaceAsk, most: number): ReplaceHit[] {
  const hits: ReplaceHit[] = []
  const code = ask.outsideCode === true ? codeIn(text) : []
  let nextCode = 0
  for (const match of text.matchAll(expression)) {
    const [found] = match
    if (found === '') continue
    if (hits.length >= most) break
    const [from, to] = [match.index, match.index + found.length]
    while (nextCode < code.length && code[nextCode]!.to <= from) nextCode++
    if (nextCode < code.length && code[nextCode]!.from < to) continue
    const lineStart = Math.max(text.lastIndexOf('\n', from - 1) + 1, from - AROUND)
    const lineEnd = text.indexOf('\n', to)
    hits.push({
      from,
      to,
      found,
      replacement: ask.regexp ? expanded(ask.replace, match) : ask.replace,
      before: text.slice(lineStart, from),
      after: text.slice(to, Math.min(lineEnd === -1 ? text.length : lineEnd, to + AROUND)),
    })
  }
  return hits
}

/** `$&`, `$1` to `$99`, `$<name>`, `$$`; `\n` and `\t` as they are usually written. */
function expanded(replace: string, match: RegExpMatchArray): string {
  return replace.replace(
    /\$(?:([$&])|(\d{1,2})|<([^<>]*)>)|\\([nt\\])/g,
    (whole, sign, number, name, escaped) => {
      if (escaped !== undefined) return escaped === 'n' ? '\n' : escaped === 't' ? '\t' : '\\'
      if (sign === '$') return '$'
      if (sign === '&') return match[0]
      if (name !== undefined) return match.groups?.[name as string] ?? ''
      const index = Number(number)
      return index > 0 && index < match.length ? (match[index] ?? '') : (whole as string)
    },
  )
}

/** A text with these places replaced; the places that hold something else by now are counted and left alone. */
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
