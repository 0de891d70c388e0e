/** Scripts that are written without spaces: each letter counts as a word. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}]+/gu
const FEWEST_WORDS = 4
/** As long as so much of it is the same, a paragraph that is being written is not asked about again. */
const SAME_SHARE = 0.7

/** Whether a paragraph says enough to be asked about: more than a heading or a line of signs. */
export const saysEnough = (text: string): boolean => wordsOf(text).size >= FEWEST_WORDS

/** Whether a paragraph is another one by a few words at most. */
export function isSameParagraph(before: string, now: string): boolean {
  const [a, b] = [wordsOf(before), wordsOf(now)]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared >= SAME_SHARE * Math.max(a.size, b.size)
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(WORDS))
