/** The number of a key, assigned in order of first occurrence: equal keys have equal numbers. */
export function numberOf(key: string, numbers: Map<string, number>): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}
