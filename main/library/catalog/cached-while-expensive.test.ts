import { expect, test } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import { cachedWhileExpensive } from './cached-while-expensive'

function worker(tookMs: number) {
  const clock = createVirtualClock()
  let time = 0
  let done = 0
  let told = 0
  const ask = cachedWhileExpensive({
    work: () => {
      time += tookMs
      return ++done
    },
    clock,
    again: () => told++,
    elapsed: () => time,
  })
  return { clock, ask, told: () => told }
}

test('quick work is done each time', () => {
  const { ask, told } = worker(5)
  expect([ask(), ask(), ask()]).toEqual([1, 2, 3])
  expect(told()).toBe(0)
})

test('slow work rests twenty times as long as it took, and tells once when it is worth asking again', async () => {
  const { clock, ask, told } = worker(100)
  expect([ask(), ask()]).toEqual([1, 1])
  await clock.advance(1_000)
  expect(ask()).toBe(1)
  await clock.advance(999)
  expect([ask(), told()]).toEqual([1, 0])
  await clock.advance(1)
  expect(told()).toBe(1)
  expect(ask()).toBe(2)
})

test('nobody is told where nothing was given twice', async () => {
  const { clock, ask, told } = worker(100)
  ask()
  await clock.advance(10_000)
  expect([told(), ask()]).toEqual([0, 2])
})
