import { expect, test } from 'vitest'
import { searchFrom } from './exhaustive-runner'
import { FROM_THE_MIDDLE } from './starts'

/** Every story from states in the middle: no word lost, no unguarded write, no false conflict. */
test.each(FROM_THE_MIDDLE)('every story of $name, $depth moves long', (start) => {
  const { states, broken } = searchFrom(start)
  console.info(`${start.name}: ${states} states`)
  expect(broken).toEqual([])
})
