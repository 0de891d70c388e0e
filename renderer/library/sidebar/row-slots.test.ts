import { expect, test } from 'vitest'
import { createRowSlots } from './row-slots'

test('a row keeps its element while it is drawn, and what comes takes over from what went', () => {
  const slots = createRowSlots()
  expect(slots.assign(['a', 'b', 'c'], null)).toEqual([0, 1, 2])
  expect(slots.assign(['b', 'c', 'd'], null)).toEqual([1, 2, 0])
  expect(slots.assign(['c', 'd'], null)).toEqual([2, 0])
  expect(slots.assign(['a', 'c', 'd'], null)).toEqual([3, 2, 0])
})

test('rows that all go by take the elements over in their order', () => {
  const slots = createRowSlots()
  slots.assign(['focused', 'a', 'b', 'c'], 'focused')
  expect(slots.assign(['focused', 'x', 'y', 'z'], 'focused')).toEqual([0, 1, 2, 3])
})

test('no two rows share an element, however the rows move', () => {
  const slots = createRowSlots()
  for (let at = 0; at < 60; at++) {
    const from = (at * 7) % 31
    const ids = Array.from({ length: 5 + (at % 9) }, (_, index) => `row ${from + index}`)
    expect(new Set(slots.assign(ids, null)).size).toBe(ids.length)
  }
})

test('the element that has the focus goes with its row', () => {
  const slots = createRowSlots()
  slots.assign(['a', 'b', 'c'], 'b')
  expect(slots.assign(['a', 'x', 'y'], 'b')).toEqual([0, 2, 3])
})
