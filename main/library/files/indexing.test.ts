import { expect, test } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import type { FileUses, NamedFiles } from '../../store/file-uses'
import { createIndexing } from './indexing'

test('[W1] a full disk stops no timer: what a text names is taken in once there is room', async () => {
  const clock = createVirtualClock()
  const stored: NamedFiles[] = []
  let isFull = true
  let until = 0
  const uses: FileUses = {
    of: () => [],
    counts: () => new Map(),
    startingWith: () => [],
    tidy: () => {},
    until: () => until,
    movedSince: (sequence) => [{ id: 'a', sequence: 1 }].filter((moved) => moved.sequence > sequence),
    put(taken, reached) {
      if (isFull) throw Object.assign(new Error('database or disk is full'), { sqliteCode: 13 })
      stored.push(...taken)
      until = reached
    },
  }
  const read = () => ({ text: '![](stet-file:1)' })
  const indexing = createIndexing({ uses, clock, read, filesIn: (text) => [text] })
  indexing.wake()
  await clock.advance(5_000)
  expect(stored).toEqual([])
  isFull = false
  await clock.advance(5_000)
  expect(stored).toEqual([{ id: 'a', files: ['![](stet-file:1)'] }])
  indexing.stop()
})
