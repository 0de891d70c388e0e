/** Answers of which of these another one has the same words, and so needs more of them to be told apart. */
export function repeated<T>(all: readonly T[], words: (one: T) => string): (one: T) => boolean {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const one of all) (seen.has(words(one)) ? twice : seen).add(words(one))
  return (one) => twice.has(words(one))
}
