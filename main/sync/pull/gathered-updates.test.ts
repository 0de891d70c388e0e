import { expect, test } from 'vitest'
import type { DocumentSeen } from '../../../shared/api/api-reading'
import { createVirtualClock } from '../../system/clock.virtual'
import { gatherUpdates } from './gathered-updates'
import type { Pulled, PulledUpdate } from './pulled'

const page = (from: number, content = 'A text.'): readonly PulledUpdate[] =>
  Array.from({ length: 100 }, (_, n) => ({
    seen: { id: String(from + n), content } as DocumentSeen,
    asked: 0,
  }))

/** What stores a row in so many milliseconds, and tells how many rows each transaction had. */
function storing(msPerRow: number) {
  const clock = createVirtualClock()
  let now = 0
  const stored: (readonly PulledUpdate[])[] = []
  const pulled = {
    applyUpdates(updates: readonly PulledUpdate[]) {
      stored.push(updates)
      now += updates.length * msPerRow
    },
  } as Pulled
  const gathered = gatherUpdates(pulled, { ...clock, now: () => now })
  return { gathered, stored, sizes: () => stored.map(({ length }) => length) }
}

test('the first page alone, then as many as one transaction has time for; what is added comes back once stored', () => {
  const { gathered, sizes, stored } = storing(0.08)
  const back = [0, 100, 200, 300, 400].map((from) => gathered.add(page(from)).length)
  expect(back).toEqual([100, 0, 0, 300, 0])
  expect(gathered.flush()).toHaveLength(100)
  expect(gathered.flush()).toHaveLength(0)
  expect(sizes()).toEqual([100, 300, 100])
  const ids = stored.flatMap((updates) => updates.map(({ seen }) => seen.id))
  expect(new Set(ids).size).toBe(500)
})

test('a slow disk stores page by page, a fast one five at most, and long texts are not held', () => {
  const slow = storing(1)
  for (const from of [0, 100, 200]) slow.gathered.add(page(from))
  expect(slow.sizes()).toEqual([100, 100, 100])
  const fast = storing(0)
  for (let from = 0; from < 700; from += 100) fast.gathered.add(page(from))
  expect(fast.sizes()).toEqual([100, 500])
  const long = storing(0)
  for (const from of [0, 100, 200]) long.gathered.add(page(from, 'x'.repeat(50_000)))
  expect(long.sizes()).toEqual([100, 100, 100])
})
