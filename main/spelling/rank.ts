/** The costs of single differences, of a word with another; what a hand does easily costs less. */
const OTHER = 1
const SWAPPED = 0.9
const DOUBLED = 0.75
/** Another form of one letter, as `é` of `e`, and a sign that no ear hears. */
const SAME_BASE = 0.25
const SPACE = 1.25
/** Few people mistake the first letter. */
const FIRST_LETTER = 0.5

/** Suggestions for a word, as the writer has its capitals, the likeliest first; the order of equally likely ones stays. */
export function rankSuggestions(word: string, suggestions: readonly string[]): string[] {
  const isCapital = isCapitalised(word)
  const all = [...new Set(suggestions.map((one) => (isCapital ? capitalised(one) : one)))]
  return all
    .filter((one) => one !== word && !splitsOffLetter(one))
    .map((one) => ({ one, cost: differenceOf(word, one) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ one }) => one)
}

/** Whether its first letter alone is a capital, as at the beginning of a sentence. */
export function isCapitalised(word: string): boolean {
  const [first = '', ...others] = word
  return first !== first.toLowerCase() && others.join('') === others.join('').toLowerCase()
}

function capitalised(word: string): string {
  const [first = '', ...others] = word
  return first.toUpperCase() + others.join('')
}

/** Single letters that are words somewhere: `a lot` may be meant, `T eh` never is. */
const WORDS_OF_ONE = /^[aeiouy]$/i

const splitsOffLetter = (suggestion: string): boolean =>
  /[\s-]/.test(suggestion) &&
  suggestion.split(/[\s-]/).some((part) => part.length === 1 && !WORDS_OF_ONE.test(baseOf(part)))

const baseOf = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '')

/** The cheapest way from one word to the other, by letters that come, go, become others or change places. */
export function differenceOf(one: string, other: string): number {
  const [from, to] = [[...one.toLowerCase()], [...other.toLowerCase()]]
  const costs = Array.from({ length: from.length + 1 }, () => new Float64Array(to.length + 1))
  const at = (row: number, column: number) => costs[row]![column]!
  for (let row = 0; row <= from.length; row++)
    for (let column = 0; column <= to.length; column++) {
      if (row === 0 && column === 0) continue
      const options = [Infinity]
      if (row > 0) options.push(at(row - 1, column) + ofOne(from, row - 1))
      if (column > 0) options.push(at(row, column - 1) + ofOne(to, column - 1))
      if (row > 0 && column > 0)
        options.push(at(row - 1, column - 1) + between(from[row - 1]!, to[column - 1]!))
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        options.push(at(row - 2, column - 2) + SWAPPED)
      costs[row]![column] = Math.min(...options)
    }
  const isFirstOther = baseOf(from[0] ?? '') !== baseOf(to[0] ?? '')
  const isSwapped = from[0] === to[1] && from[1] === to[0]
  return at(from.length, to.length) + (isFirstOther && !isSwapped ? FIRST_LETTER : 0)
}

/** Of a letter that came or went. */
function ofOne(letters: readonly string[], at: number): number {
  const letter = letters[at]!
  if (letter === ' ' || letter === '-') return SPACE
  if (/['’]/.test(letter)) return SAME_BASE
  return letter === letters[at - 1] || letter === letters[at + 1] ? DOUBLED : OTHER
}

function between(one: string, other: string): number {
  if (one === other) return 0
  return baseOf(one) === baseOf(other) ? SAME_BASE : OTHER
}
