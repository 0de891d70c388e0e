import { isLetterAt } from './scattered'

/** A title prepared for comparison: without case and accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** A folded query that is compared with many folded titles. */
export interface FuzzyQuery {
  readonly whole: string
  readonly words: readonly string[]
  readonly letters: string
}

export function fuzzyQuery(query: string): FuzzyQuery {
  const whole = query.trim()
  const words = whole.split(/\s+/).filter(Boolean)
  return { whole, words, letters: words.join('') }
}

/**
 * How well a title matches the exact query; 0 where it does not. A match at its beginning is best, then one at the
 * beginning of a word.
 */
export function exactScore(title: string, { whole, words }: FuzzyQuery): number {
  const at = title.indexOf(whole)
  if (at !== -1) {
    const length = whole.length / (title.length + 1)
    return at === 0 ? 400 + length : isLetterAt(title, at - 1) ? 200 + length : 300 + length
  }
  return words.length > 1 && words.every((word) => title.includes(word)) ? 150 : 0
}

/** The length of the common beginning of the title between `start` and `end` and the sought text. */
export function sharedBeginning(text: string, start: number, end: number, sought: string): number {
  let length = 0
  while (length < sought.length && start + length < end && text[start + length] === sought[length]) length++
  return length
}

/** Whether a word of the folded title begins with these letters. */
export function hasWordFrom(title: string, letters: string): boolean {
  for (let at = title.indexOf(letters); at !== -1; at = title.indexOf(letters, at + 1))
    if (at === 0 || !isLetterAt(title, at - 1)) return true
  return false
}
