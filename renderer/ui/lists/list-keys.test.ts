import { expect, test } from 'vitest'
import { rowNamed } from './list-keys'

test('one letter goes on to the next row, several stay where they fit', () => {
  const names = ['Drafts', 'Old', 'Notes', 'November']
  expect(rowNamed(names, 0, 'n')).toBe(2)
  expect(rowNamed(names, 2, 'n')).toBe(3)
  expect(rowNamed(names, 3, 'n')).toBe(2)
  expect(rowNamed(names, 2, 'no')).toBe(2)
  expect(rowNamed(names, 0, 'd')).toBe(0)
  expect(rowNamed(names, 1, 'ol')).toBe(1)
  expect(rowNamed(names, 0, 'x')).toBeUndefined()
  expect(rowNamed([], 0, 'x')).toBeUndefined()
})
