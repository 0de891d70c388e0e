/** The largest of the numbers and of `least`. A call of Math.max with a list as its arguments ends with a hundred thousand of them. */
export const largest = (numbers: Iterable<number>, least = 0): number => {
  let found = least
  for (const number of numbers) if (number > found) found = number
  return found
}
