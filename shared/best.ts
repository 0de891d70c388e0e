/**
 * Keeps the candidates with the best scores, up to a limit; up to twice as many are held before the rest is dropped.
 */
interface Best {
  /** A candidate with a lower score cannot be among the best. */
  readonly least: number
  offer(id: number, score: number): void
  /** The best first; among equals the one with the lower `id`. */
  sorted(): readonly { readonly id: number; readonly score: number }[]
}

export function createBest(most: number, least: number): Best {
  let kept: { readonly id: number; readonly score: number }[] = []
  const best = {
    least,
    offer(id: number, score: number) {
      if (score >= best.least) kept.push({ id, score })
      if (kept.length >= 2 * most) best.sorted()
    },
    sorted() {
      kept = kept.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, most)
      if (kept.length === most) best.least = kept.at(-1)?.score ?? least
      return kept
    },
  }
  return best
}
