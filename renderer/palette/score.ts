import { sharedBeginning } from '../../shared/text/words/fuzzy'
import { meantBy } from '../../shared/text/words/mistyped'
import { scatteredScore } from '../../shared/text/words/scattered'

/**
 * Scores a match: the whole name is best, then its beginning, the beginning of a word, the beginning of another word
 * for it, the beginnings of words in any order, and the letters in order or a typing error, better the longer the name
 * begins like the search; 0 means no match.
 */
export function score(name: string, search: string, also = ''): number {
  const text = name.toLocaleLowerCase()
  const sought = search.toLocaleLowerCase().trim()
  if (sought === '') return 1
  if (text === sought) return 1.1
  if (text.startsWith(sought)) return 1
  const at = text.indexOf(sought)
  if (at > 0) return /\W/.test(text.charAt(at - 1)) ? 0.8 : 0.6
  if (` ${also}`.includes(` ${sought}`)) return 0.5
  const words = ` ${text} ${also}`.split(/[^\p{L}\p{N}]+/u)
  if (sought.split(/\s+/).every((begun) => words.some((word) => word.startsWith(begun)))) return 0.4
  const isScattered = scatteredScore(text, 0, text.length, sought.replace(/\s+/g, '')) > 0
  if (!isScattered && !meantBy(sought).some((meant) => text.includes(meant))) return 0
  const alike = sharedBeginning(text, 0, text.length, sought) / sought.length
  return (isScattered ? 0.15 : 0.1) + 0.2 * alike
}

/** The matches, best first; equal ones keep their order. */
export function ranked<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  search: string,
  alsoOf?: (item: T) => string | undefined,
): readonly T[] {
  return items
    .map((item) => ({ item, score: score(nameOf(item), search, alsoOf?.(item)) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
