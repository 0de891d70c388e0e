/** A title made ready to be compared: without case and accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const isLetter = (unit: string | undefined): boolean => unit !== undefined && /[\p{L}\p{N}]/u.test(unit)

/**
 * How well a folded title answers a folded query; 0: not at all. All letters of the query stand in the title in their
 * order; best where they stand together, at its beginning or at the beginning of a word.
 */
export function fuzzyScore(title: string, query: string): number {
  if (query === '') return 1
  const whole = title.indexOf(query)
  if (whole !== -1) {
    const length = query.length / (title.length + 1)
    return whole === 0 ? 400 + length : isLetter(title[whole - 1]) ? 200 + length : 300 + length
  }
  const words = query.split(/\s+/).filter(Boolean)
  if (words.length > 1 && words.every((word) => title.includes(word))) return 150
  return scattered(title, query.replace(/\s+/g, ''))
}

/** Up to 100, less for every gap; a gap that ends at the beginning of a word costs little. */
function scattered(title: string, query: string): number {
  let at = -1
  let cost = 0
  for (const letter of query) {
    const next = title.indexOf(letter, at + 1)
    if (next === -1) return 0
    if (next > at + 1) cost += isLetter(title[next - 1]) ? 8 : 2
    at = next
  }
  return Math.max(1, 100 - cost)
}
