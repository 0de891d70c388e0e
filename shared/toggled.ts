/** The set with that one in it, or without it; `isIn`: which of the two, where it is not simply the other way. */
export function toggled<T>(set: ReadonlySet<T>, one: T, isIn = !set.has(one)): ReadonlySet<T> {
  const next = new Set(set)
  if (isIn) next.add(one)
  else next.delete(one)
  return next
}
