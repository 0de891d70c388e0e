import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths'

/**
 * A text of everything that may be lost or doubled on its way out. Each of its words is there once, between two letters
 * that say where it belongs: `w12w` is read in every form, `r3r` too, in a line with words from right to left, `n4n` is of
 * a note and follows the text, `t5t` of a picture that only plain text does not show, and `k6k` stays in the text.
 */
export const AWKWARD = fs.readFileSync(path.join(ROOT, 'e2e/corpus/awkward.md'), 'utf8')

type Kind = 'w' | 'r' | 'n' | 't' | 'k'

/** The words of a text that lie between such letters, in their order. */
export const awkwardWords = (text: string): readonly string[] =>
  Array.from(text.matchAll(/([wrntk])\d+\1/g), ([word]) => word)

/** Those of these kinds. */
export const ofKind = (words: readonly string[], ...kinds: readonly Kind[]): readonly string[] =>
  words.filter((word) => kinds.includes(word[0] as Kind))

/** What a form says that shows the text and then its notes; `more`: other kinds that stand in the text. */
export function saidInOrder(...more: readonly Kind[]): readonly string[] {
  const words = awkwardWords(AWKWARD)
  return [...ofKind(words, 'w', 'r', ...more), ...ofKind(words, 'n')]
}
