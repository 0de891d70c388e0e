import { expect, test } from 'vitest'
import { isRangeCurrent, rangeOf } from './byte-range'

test.each([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=2-5', 10, { start: 2, end: 5 }],
  ['bytes = 2 - 5', 10, { start: 2, end: 5 }],
  ['bytes=9-', 10, { start: 9, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=5-99', 10, { start: 5, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=5-2', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['bytes=0-99999999999999999999', 10, undefined],
  ['lines=0-1', 10, undefined],
])('%s of %i bytes', (range, size, expected) => {
  expect(rangeOf(new Headers({ Range: range }), size)).toEqual(expected)
})

test('a range counts only for the bytes that If-Range names', () => {
  expect(isRangeCurrent(new Headers(), '"a"')).toBe(true)
  expect(isRangeCurrent(new Headers({ 'If-Range': '"a"' }), '"a"')).toBe(true)
  expect(isRangeCurrent(new Headers({ 'If-Range': '"b"' }), '"a"')).toBe(false)
  expect(isRangeCurrent(new Headers({ 'If-Range': 'Sat, 21 Nov 2026 10:00:00 GMT' }), '"a"')).toBe(false)
})
