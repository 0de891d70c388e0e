import { expect, test } from 'vitest'
import { counted } from './counted'

test('one is counted without a plural, thousands are parted', () => {
  expect([0, 1, 2, 2000].map((count) => counted(count, 'document'))).toEqual([
    '0 documents',
    '1 document',
    '2 documents',
    '2,000 documents',
  ])
  expect([1, 2].map((count) => counted(count, 'file is', 'files are'))).toEqual(['1 file is', '2 files are'])
})
