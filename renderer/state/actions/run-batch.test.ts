import { expect, test } from 'vitest'
import { runBatch } from './run-batch'
import { useWindow } from '../store'

const ITEMS = Array.from({ length: 25 }, (_, at) => `item ${at}`)

test('several are asked for together; one that fails keeps none of the others from being done', async () => {
  let waiting = 0
  let most = 0
  const { done, failureMessage } = await runBatch('Tagging', ITEMS, async (item, at) => {
    expect(item).toBe(ITEMS[at])
    most = Math.max(most, ++waiting)
    await new Promise((go) => setTimeout(go))
    waiting--
    if (at % 10 === 3) throw new Error('no')
  })
  expect(most).toBe(10)
  expect(done).toEqual(ITEMS.filter((_, at) => at % 10 !== 3))
  expect(failureMessage).toBe('3 of 25 stayed as they were: no')
  expect(useWindow.getState().batches).toEqual([])
})

test('a stop lets those end that were asked for, and begins no others', async () => {
  const begun: string[] = []
  const { done, failureMessage } = await runBatch('Tagging', ITEMS, async (item, at) => {
    begun.push(item)
    if (at === 4) useWindow.getState().batches[0]?.stop()
    await Promise.resolve()
  })
  expect(begun).toEqual(ITEMS.slice(0, 10))
  expect(done).toEqual(ITEMS.slice(0, 10))
  expect(failureMessage).toBe('Stopped after 10 of 25')
})

test('two at a time are both told, and each is stopped by itself', async () => {
  const told = () => useWindow.getState().batches.map(({ doing, done }) => `${doing} ${done}`)
  const go: (() => void)[] = []
  const first = runBatch('Tagging', ITEMS, () => new Promise<void>((next) => go.push(next)))
  const second = runBatch('Moving', ITEMS, () => new Promise<void>((next) => go.push(next)))
  for (const next of go.splice(0, 10)) next()
  await expect.poll(told).toEqual(['Tagging 10', 'Moving 0'])
  useWindow.getState().batches[0]?.stop()
  while (useWindow.getState().batches.length > 0) {
    for (const next of go.splice(0)) next()
    await Promise.resolve()
  }
  expect((await first).failureMessage).toBe('Stopped after 20 of 25')
  expect((await second).done).toEqual(ITEMS)
})
