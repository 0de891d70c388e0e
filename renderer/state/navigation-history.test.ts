import { expect, test } from 'vitest'
import { canGo, EMPTY_HISTORY, visit } from './navigation-history'

test('back and forward along the way; a new document gives up what lay ahead', () => {
  const visits = ['a', 'b', 'c'].reduce(visit, EMPTY_HISTORY)
  expect([canGo(visits, -1), canGo(visits, 1)]).toEqual([true, false])
  const back = { ...visits, index: 0 }
  expect([canGo(back, -1), canGo(back, 1)]).toEqual([false, true])
  expect(visit(back, 'a')).toBe(back)
  expect(visit(back, 'd')).toEqual({ entries: ['a', 'd'], index: 1 })
})

test('the way is bounded, the latest stays', () => {
  const visits = Array.from({ length: 250 }, (_, index) => String(index)).reduce(visit, EMPTY_HISTORY)
  expect(visits.entries).toHaveLength(100)
  expect(visits.entries[visits.index]).toBe('249')
})
