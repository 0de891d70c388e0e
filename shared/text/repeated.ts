/**
 * Returns a function that tells whether another element has the same words, so that more words are needed to
 * distinguish them.
 */
export function repeated<T>(all: readonly T[], words: (one: T) => string): (one: T) => boolean {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const one of all) (seen.has(words(one)) ? twice : seen).add(words(one))
  return (one) => twice.has(words(one))
}
