import { expect, test } from 'vitest'
import { canGo, NOWHERE, visit } from './visited'

test('back and forward along the way; a new document gives up what lay ahead', () => {
  const way = ['a', 'b', 'c'].reduce(visit, NOWHERE)
  expect([canGo(way, -1), canGo(way, 1)]).toEqual([true, false])
  const back = { ...way, at: 0 }
  expect([canGo(back, -1), canGo(back, 1)]).toEqual([false, true])
  expect(visit(back, 'a')).toBe(back)
  expect(visit(back, 'd')).toEqual({ way: ['a', 'd'], at: 1 })
})

test('the way is bounded, the latest stays', () => {
  const way = Array.from({ length: 250 }, (_, index) => String(index)).reduce(visit, NOWHERE)
  expect(way.way).toHaveLength(100)
  expect(way.way[way.at]).toBe('249')
})
