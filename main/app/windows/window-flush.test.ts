import { expect, test, vi } from 'vitest'
import { createWindowFlush } from './window-flush'

/** Whether the promise has resolved by now. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  const turn = new Promise<false>((resolve) => setImmediate(() => resolve(false)))
  return Promise.race([promise.then(() => true), turn])
}

test('[W23] every window is waited for, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const request = vi.fn<(ids: readonly number[], round: number) => void>()
  const flush = createWindowFlush(request)
  const { done, silent } = flush.ask([1, 2])
  expect(request).toHaveBeenCalledExactlyOnceWith([1, 2], 1, 'leave')
  flush.done(1, 1)
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
  expect(await isOver(done)).toBe(false)
  expect(silent()).toEqual([2])
  flush.done(2, 1)
  expect(await isOver(done)).toBe(true)
  vi.useRealTimers()
})

test('an answer to an earlier question is none to a later one; one to a later question is one to all before', async () => {
  const flush = createWindowFlush(() => {})
  const [first, second, third] = [flush.ask([1]), flush.ask([1]), flush.ask([1])]
  flush.done(1, 2)
  expect(await isOver(third.done)).toBe(false)
  expect(await isOver(first.done)).toBe(true)
  expect(await isOver(second.done)).toBe(true)
})

test('a window that is gone is waited for no more, whoever asked it', async () => {
  const flush = createWindowFlush(() => {})
  const [first, second] = [flush.ask([1]), flush.ask([1, 2])]
  flush.gone(1)
  expect(await isOver(first.done)).toBe(true)
  expect(second.silent()).toEqual([2])
})

test('no window, no waiting', async () => {
  const request = vi.fn<(ids: readonly number[], round: number) => void>()
  await createWindowFlush(request).ask([]).done
  expect(request).not.toHaveBeenCalled()
})

test('[H1] a page that comes after the question was not asked: its forerunner is waited for no more, and the round is not whole', async () => {
  const flush = createWindowFlush(() => {})
  const { done, isWhole } = flush.ask([1, 2])
  flush.done(1, 1)
  expect(isWhole()).toBe(true)
  flush.came(2)
  expect(await isOver(done)).toBe(true)
  expect(isWhole()).toBe(false)
  expect(flush.ask([1, 2]).isWhole()).toBe(true)
})

test('[W23] an answer from before the writer stayed lets no window go: it takes keys again, and is asked once more', async () => {
  const asked: number[] = []
  const flush = createWindowFlush((_windows, round) => asked.push(round))
  // The window is being closed while the app is quitting, and answers at the moment when the writer stays.
  const { done, again, silent } = flush.ask([1])
  flush.stayed()
  flush.done(1, 1)
  expect(await isOver(done)).toBe(false)
  expect(silent()).toEqual([1])
  again()
  flush.done(1, asked.at(-1)!)
  expect(await isOver(done)).toBe(true)
})

test('[W23] an answer to who only reads lets no window go: it takes keys on; one to who leaves is one to who reads', async () => {
  const asked: string[] = []
  const flush = createWindowFlush((_windows, round, reason) => asked.push(`${reason} ${round}`))
  const [leaving, reading] = [flush.ask([1]), flush.ask([1], 'read')]
  expect(asked).toEqual(['leave 1', 'read 2'])
  flush.done(1, 2)
  expect(await isOver(reading.done)).toBe(true)
  expect(await isOver(leaving.done)).toBe(false)
  const again = flush.ask([1], 'read')
  const later = flush.ask([1])
  flush.done(1, 4)
  for (const { done } of [leaving, again, later]) expect(await isOver(done)).toBe(true)
})
