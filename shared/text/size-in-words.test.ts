import { expect, test } from 'vitest'
import { sizeInWords } from './size-in-words'

test.each([
  [undefined, ''],
  [999, '999 bytes'],
  [1_499, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [2_140_000, '2.1 MB'],
])('a size of %s bytes is “%s”', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})
