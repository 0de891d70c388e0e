import { expect, test } from 'vitest'
import { searchFrom } from './exhaustive-runner'
import { FROM_THE_START, NARROW, SPECIAL } from './starts'

/**
 * Every story from the beginning, every long story of few moves, and those of unusual services: no word lost, no
 * unguarded write, no false conflict.
 */
test.each([...FROM_THE_START, ...NARROW, ...SPECIAL])('every story of $name, $depth moves long', (start) => {
  const { states, broken } = searchFrom(start)
  console.info(`${start.name}: ${states} states`)
  expect(broken).toEqual([])
})
