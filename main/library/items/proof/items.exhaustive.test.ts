import { expect, test } from 'vitest'
import { searchFrom, STARTS } from './starts'

/**
 * Follows every short story of folders, tags and files: no change is lost or doubled, no write is unguarded, no
 * question is false.
 */
test.each(STARTS)('every story of $name, $depth moves long', (start) => {
  const { states, broken } = searchFrom(start)
  console.info(`${start.name}: ${states} states`)
  expect(broken).toEqual([])
})
