import { expect, test } from 'vitest'
import { compare, median } from './row'

const scripted = (values: readonly number[]) => {
  let next = 0
  return () => values[next++ % values.length]!
}

test('a row holds medians, the median ratio and its spread', async () => {
  const row = await compare({
    what: 'a thing',
    ours: scripted([10, 20, 30, 40, 50]),
    peer: scripted([10, 10, 10, 10, 100]),
    peerName: 'the peer',
    goal: 2,
    rounds: 5,
    warmUp: 0,
  })
  expect(row).toEqual({
    what: 'a thing',
    ours: 30,
    peer: 10,
    peerName: 'the peer',
    ratio: 2,
    spread: [0.5, 4],
    goal: 2,
    met: true,
    unit: 'ms',
  })
})

test('a spread that covers the goal is not enough: the median must be within it', async () => {
  const row = await compare({
    what: 'a thing',
    ours: scripted([1, 3, 3, 3, 1]),
    peer: scripted([1]),
    peerName: 'the peer',
    goal: 1,
    warmUp: 0,
    rounds: 5,
  })
  expect(row.spread).toEqual([1, 3])
  expect(row.met).toBe(false)
})

test('both sides run in turn, at least five rounds, and change who is first', async () => {
  const order: string[] = []
  await compare({
    what: 'order',
    ours: () => (order.push('ours'), 1),
    peer: () => (order.push('peer'), 1),
    peerName: 'the peer',
    goal: 1,
    rounds: 1,
    warmUp: 0,
  })
  expect(order.join(' ')).toBe('ours peer peer ours ours peer peer ours ours peer')
})

test('a side that returns nothing is timed', async () => {
  const row = await compare({
    what: 'time',
    ours: () => {},
    peer: () => {},
    peerName: 'same',
    goal: 1,
    rounds: 5,
  })
  expect(row.ours).toBeGreaterThanOrEqual(0)
  expect(row.peer).toBeGreaterThanOrEqual(0)
})

test('the median of an even number is the mean of the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})
