/**
 * The largest of the numbers and of `least`. Math.max with a list as its arguments fails for a hundred thousand of
 * them.
 */
export const largest = (numbers: Iterable<number>, least = 0): number => {
  let found = least
  for (const number of numbers) if (number > found) found = number
  return found
}
