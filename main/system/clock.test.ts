import { expect, test } from 'vitest'
import { createSystemClock } from './clock'

const HOUR = 60 * 60_000

test('a clock that is set back goes on from where it was; one that is set forward is followed', () => {
  let wall = 10 * HOUR
  let steady = 0
  const pass = (ms: number, setMs = 0) => {
    steady += ms
    wall += ms + setMs
  }
  const clock = createSystemClock(
    () => wall,
    () => steady,
  )
  pass(1_000)
  expect(clock.now()).toBe(10 * HOUR + 1_000)
  pass(1_000, -HOUR)
  expect(clock.now()).toBe(10 * HOUR + 2_000)
  pass(1_000)
  expect(clock.now()).toBe(10 * HOUR + 3_000)
  pass(1_000, 2 * HOUR)
  expect(clock.now()).toBe(12 * HOUR + 4_000)
})
