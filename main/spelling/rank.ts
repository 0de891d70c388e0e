/** The costs of single differences between two words; a typical typing error costs less. */
const OTHER = 1
const SWAPPED = 0.9
const DOUBLED = 0.75
/** The cost of another accent on the same letter, such as `é` for `e`, and of a character that is not pronounced. */
const SAME_BASE = 0.25
const SPACE = 1.25
/** The extra cost of a different first letter, which is rarely mistyped. */
const FIRST_LETTER = 0.5

/** Suggestions for a word, with the writer's capitals, the most likely first; equally likely ones keep their order. */
export function rankSuggestions(word: string, suggestions: readonly string[]): string[] {
  const isCapital = isCapitalised(word)
  const all = [...new Set(suggestions.map((one) => (isCapital ? capitalised(one) : one)))]
  return all
    .filter((one) => one !== word && !splitsOffLetter(one))
    .map((one) => ({ one, cost: differenceOf(word, one) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ one }) => one)
}

/** Whether only its first letter is a capital, as at the beginning of a sentence. */
export function isCapitalised(word: string): boolean {
  const [first = '', ...others] = word
  return first !== first.toLowerCase() && others.join('') === others.join('').toLowerCase()
}

function capitalised(word: string): string {
  const [first = '', ...others] = word
  return first.toUpperCase() + others.join('')
}

/** Single letters that are words in some language: `a lot` may be meant, `T eh` never is. */
const WORDS_OF_ONE = /^[aeiouy]$/i

const splitsOffLetter = (suggestion: string): boolean =>
  /[\s-]/.test(suggestion) &&
  suggestion.split(/[\s-]/).some((part) => part.length === 1 && !WORDS_OF_ONE.test(baseOf(part)))

const baseOf = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '')

/** The lowest cost of turning one word into the other by adding, removing, replacing or swapping letters. */
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

/** The cost of one added or removed letter. */
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
