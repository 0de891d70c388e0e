/** A title made ready to be compared: without case and accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Beyond ASCII every unit counts as a letter: scripts without spaces have no words to begin. */
function isLetter(title: string, at: number): boolean {
  const code = title.charCodeAt(at)
  return code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/** A folded query that is asked of many folded titles. */
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

/** How well a title holds the query as it is; 0: not at all. Best at its beginning, then at the beginning of a word. */
export function exactScore(title: string, { whole, words }: FuzzyQuery): number {
  const at = title.indexOf(whole)
  if (at !== -1) {
    const length = whole.length / (title.length + 1)
    return at === 0 ? 400 + length : isLetter(title, at - 1) ? 200 + length : 300 + length
  }
  return words.length > 1 && words.every((word) => title.includes(word)) ? 150 : 0
}

/** A word of the folded title begins with these letters. */
export function hasWordFrom(title: string, letters: string): boolean {
  for (let at = title.indexOf(letters); at !== -1; at = title.indexOf(letters, at + 1))
    if (at === 0 || !isLetter(title, at - 1)) return true
  return false
}

/**
 * Up to 100 where all letters stand in the title in their order; a gap costs less at the beginning of a word. The title is
 * that between `start` and `end`.
 */
export function scatteredScore(text: string, start: number, end: number, { letters }: FuzzyQuery): number {
  let at = start - 1
  let cost = 0
  for (let index = 0; index < letters.length; index++) {
    const letter = letters.charCodeAt(index)
    let next = at + 1
    // Titles are short: asking the engine to search costs more than looking.
    while (next < end && text.charCodeAt(next) !== letter) next++
    if (next >= end) return 0
    if (next > at + 1) cost += isLetter(text, next - 1) ? 8 : 2
    at = next
  }
  return Math.max(1, 100 - cost)
}
