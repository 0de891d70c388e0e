import { expect, test } from 'vitest'
import { PAGE_SIZE } from '../../shared/ipc/as-left'
import { indexesOf } from './list-page'

test('a document that two pages have is where the newer page has it', () => {
  const pages = [
    { number: 0, items: [{ id: 'moved' }, { id: 'first' }], at: 2_000 },
    { number: 4, items: [{ id: 'above' }, { id: 'moved' }], at: 1_000 },
  ]
  for (const loaded of [pages, pages.toReversed()])
    expect([...indexesOf(loaded)].toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ['above', 4 * PAGE_SIZE],
      ['first', 1],
      ['moved', 0],
    ])
})
