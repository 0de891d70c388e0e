/** Matches words. In scripts that are written without spaces, each letter counts as a word. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}]+/gu
const FEWEST_WORDS = 4
/**
 * While a paragraph is being written, no new search is made as long as at least this share of its words is the same.
 */
const SAME_SHARE = 0.7

/** Whether a paragraph has enough words for a search: more than a heading or a line of punctuation. */
export const saysEnough = (text: string): boolean => wordsOf(text).size >= FEWEST_WORDS

/** Whether two versions of a paragraph differ by only a few words. */
export function isSameParagraph(before: string, now: string): boolean {
  const [a, b] = [wordsOf(before), wordsOf(now)]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared >= SAME_SHARE * Math.max(a.size, b.size)
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(WORDS))
