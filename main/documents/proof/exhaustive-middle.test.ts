import { expect, test } from 'vitest'
import { searchFrom } from './exhaustive-runner'
import { FROM_THE_MIDDLE } from './starts'

/** Follows every story from intermediate states: no word is lost, no write is unguarded, no conflict is false. */
test.each(FROM_THE_MIDDLE)('every story of $name, $depth moves long', (start) => {
  const { states, broken } = searchFrom(start)
  console.info(`${start.name}: ${states} states`)
  expect(broken).toEqual([])
})
