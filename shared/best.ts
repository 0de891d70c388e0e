/** Keeps the best of what is offered, at most so many; up to twice as many are held before the others go. */
interface Best {
  /** What scores less cannot get in. */
  readonly least: number
  offer(id: number, score: number): void
  /** The best first; among equals the lower `id`. */
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
