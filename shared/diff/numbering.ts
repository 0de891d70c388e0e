/** The number of a key, given out in order of first meeting: equal keys, equal numbers. */
export function numberOf(key: string, numbers: Map<string, number>): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}
