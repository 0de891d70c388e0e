/** The set with this element added or removed; `isIn` decides which, by default the opposite of the present state. */
export function toggled<T>(set: ReadonlySet<T>, one: T, isIn = !set.has(one)): ReadonlySet<T> {
  const next = new Set(set)
  if (isIn) next.add(one)
  else next.delete(one)
  return next
}
