import { countWords } from '../text/words/count-words'
import type { Span } from '../text/span'
import { numberOf } from './numbering'

/** Scripts that write words without spaces between them. */
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const letter = `(?![${spaceless}])[\\p{L}\\p{N}\\p{M}_]`
const emoji = '\\p{Extended_Pictographic}(?:\\p{Extended_Pictographic}|\\p{M}|\\u200d|\\p{Emoji_Modifier})*'
const word = new RegExp(
  `(?:${letter})+(?:['’](?:${letter})+)*|[${spaceless}]\\p{M}*|\\r\\n|[\\r\\n]|[^\\S\\r\\n]+|${emoji}|.`,
  'gsu',
)

/** A text as words, white space and other characters, one after another; joined they are the text. */
export function wordParts(text: string): readonly string[] {
  return text.match(word) ?? []
}

/** The words of a text, as a writer counts them, as sorted numbers. */
export function wordNumbers(text: string, numbers: Map<string, number>): readonly number[] {
  const words: number[] = []
  countWords(text, (from, to) => words.push(numberOf(text.slice(from, to), numbers)))
  return words.sort((a, b) => a - b)
}

/** The spans of a text's words, without white space and punctuation. */
export function wordSpans(text: string): readonly Span[] {
  const spans: Span[] = []
  for (const { 0: found, index } of text.matchAll(word))
    if (/[\p{L}\p{N}]/u.test(found)) spans.push({ from: index, to: index + found.length })
  return spans
}
