import { expect, test } from 'vitest'
import { searchFrom, STARTS } from './starts'

/** Every short story of folders, tags and files: no change lost or doubled, no unguarded write, no false question. */
test.each(STARTS)('every story of $name, $depth moves long', (start) => {
  const { states, broken } = searchFrom(start)
  console.info(`${start.name}: ${states} states`)
  expect(broken).toEqual([])
})
