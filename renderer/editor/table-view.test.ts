import { expect, test } from 'vitest'
import { widthOf } from './table-view'

test.each([
  ['', 0],
  ['tide', 4],
  ['日本', 4],
  ['é', 1],
  ['😀', 2],
])('%j takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})
