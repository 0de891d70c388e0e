const LETTERS_MIN = 4
const LETTERS_MAX = 40

/** Possible corrections of a query without results: two letters swapped, or one letter removed. */
export function meantBy(typed: string): readonly string[] {
  if (typed.length < LETTERS_MIN || typed.length > LETTERS_MAX) return []
  const meant = new Set<string>()
  for (let at = 0; at < typed.length; at++) {
    const [before, after] = [typed.slice(0, at), typed.slice(at + 2)]
    meant.add(before + typed.slice(at + 1, at + 2) + typed.charAt(at) + after)
    meant.add(before + typed.slice(at + 1))
  }
  meant.delete(typed)
  return [...meant]
}
