import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths'

/**
 * A text with elements that can be lost or doubled in an export. Each of its words occurs once, between two letters
 * that tell where the word belongs: `w12w` appears in every format; `r3r` does too, in a line with right-to-left words;
 * `n4n` belongs to a note and follows the text; `t5t` belongs to an image, and is missing only in plain text; and `k6k`
 * appears only in the source.
 */
export const AWKWARD = fs.readFileSync(path.join(ROOT, 'e2e/corpus/awkward.md'), 'utf8')

type Kind = 'w' | 'r' | 'n' | 't' | 'k'

/** The words of a text between such letters, in order. */
export const awkwardWords = (text: string): readonly string[] =>
  Array.from(text.matchAll(/([wrntk])\d+\1/g), ([word]) => word)

/** The words of the given kinds. */
export const ofKind = (words: readonly string[], ...kinds: readonly Kind[]): readonly string[] =>
  words.filter((word) => kinds.includes(word[0] as Kind))

/**
 * The expected words of a format that shows the text and then its notes; `more`: other kinds that appear in the text.
 */
export function saidInOrder(...more: readonly Kind[]): readonly string[] {
  const words = awkwardWords(AWKWARD)
  return [...ofKind(words, 'w', 'r', ...more), ...ofKind(words, 'n')]
}
