import { tabulate, type Lines } from './lines'
import type { Span } from '../span'
import { numberOf } from './numbering'
import { diffSequences, type Hunk, type Sequence, type Work } from './sequence-diff'

/**
 * The hunks that turn one text into another, in UTF-16 offsets (a is `before`, b is `after`): by line first, then by
 * word within changed lines. In scripts without spaces each character is a word. Line ends count. Where the work
 * runs out hunks are larger than they need be.
 */
export function wordHunks(before: string, after: string, work: Work): readonly Hunk[] {
  const { texts, ids } = tabulate([before, after], true)
  const [from, to] = texts as readonly [Lines, Lines]
  return diffSequences(partsOf(from), partsOf(to), ids, work).flatMap((lines) => {
    const changed = inText(lines, from.starts, to.starts)
    if (changed.aFrom === changed.aTo || changed.bFrom === changed.bTo) return [changed]
    const numbers = new Map<string, number>()
    const a = wordsOf(before, changed.aFrom, changed.aTo, numbers)
    const b = wordsOf(after, changed.bFrom, changed.bTo, numbers)
    return diffSequences(a, b, numbers.size, work).map((words) => inText(words, a.starts, b.starts))
  })
}

type Parts = Sequence & { readonly starts: readonly number[] }

function partsOf({ text, starts, ids }: { text: string; starts: readonly number[]; ids: Int32Array }): Parts {
  return { starts, ids, textOf: (index) => text.slice(starts[index], starts[index + 1]) }
}

function inText({ aFrom, aTo, bFrom, bTo }: Hunk, a: readonly number[], b: readonly number[]): Hunk {
  return { aFrom: a[aFrom]!, aTo: a[aTo]!, bFrom: b[bFrom]!, bTo: b[bTo]! }
}

/** Scripts that write words without spaces between them. */
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const letter = `(?![${spaceless}])[\\p{L}\\p{N}\\p{M}_]`
const emoji = '\\p{Extended_Pictographic}(?:\\p{Extended_Pictographic}|\\p{M}|\\u200d|\\p{Emoji_Modifier})*'
const word = new RegExp(
  `(?:${letter})+(?:['’](?:${letter})+)*|[${spaceless}]\\p{M}*|\\r\\n|[\\r\\n]|[^\\S\\r\\n]+|${emoji}|.`,
  'gsu',
)

function wordsOf(text: string, from: number, to: number, numbers: Map<string, number>): Parts {
  const starts: number[] = []
  const ids: number[] = []
  let at = from
  for (const [found] of text.slice(from, to).matchAll(word)) {
    starts.push(at)
    ids.push(numberOf(found, numbers))
    at += found.length
  }
  starts.push(to)
  return partsOf({ text, starts, ids: Int32Array.from(ids) })
}

/** The words of a text, without white space and punctuation, as sorted numbers. */
export function wordNumbers(text: string, numbers: Map<string, number>): readonly number[] {
  return wordSpans(text)
    .map(({ from, to }) => numberOf(text.slice(from, to), numbers))
    .sort((a, b) => a - b)
}

/** Where the words of a text stand, without white space and punctuation. */
export function wordSpans(text: string): readonly Span[] {
  const spans: Span[] = []
  for (const { 0: found, index } of text.matchAll(word))
    if (/[\p{L}\p{N}]/u.test(found)) spans.push({ from: index, to: index + found.length })
  return spans
}
