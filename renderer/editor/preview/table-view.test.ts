import { expect, test } from 'vitest'
import { fitted, widthOf } from './table-view'

test.each([
  ['', 0],
  ['tide', 4],
  ['日本', 4],
  ['é', 1],
  ['😀', 2],
])('%j takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test.each([
  ['what fits stays', [4, 20, 9], 60, [4, 20, 9]],
  ['only the widest give way', [4, 90, 60], 64, [4, 30, 30]],
  ['a wide one takes what the narrow ones leave', [4, 90, 6], 60, [4, 50, 6]],
  ['none gets narrower than can be read', [90, 90, 90], 9, [6, 6, 6]],
])('%s', (_name, widths, most, expected) => {
  expect(fitted(widths, most)).toEqual(expected)
})
