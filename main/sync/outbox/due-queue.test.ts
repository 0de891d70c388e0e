import { expect, test } from 'vitest'
import { createDueQueue } from './due-queue'
import { newEntry, type Entry } from './outbox-entry'
import type { Sendable } from './sendable'

const of: Sendable = {
  kind: 'document',
  send: async () => ({ kind: 'ended' }),
  describe: () => undefined,
  discard: () => undefined,
}
const NOW = 1_000

/** Counts how often all waiting entries are walked through. */
class Waiting extends Map<string, Entry> {
  walks = 0
  override values() {
    this.walks++
    return super.values()
  }
}

function waiting(count: number, dueAt: (n: number) => number = () => 0): Waiting {
  const all = new Waiting()
  for (let n = 0; n < count; n++) {
    const entry = {
      ...newEntry(of, String(n)),
      intent: { kind: 'now' as const, first: false },
      dueAt: dueAt(n),
    }
    all.set(entry.key, entry)
  }
  return all
}

function sendAll(all: Waiting, queue = createDueQueue(all)): string[] {
  const sent: string[] = []
  for (;;) {
    const next = queue.at(NOW, 4).entries.slice(0, 4)
    if (next.length === 0) return sent
    for (const entry of next) {
      sent.push(entry.id)
      all.delete(entry.key)
    }
  }
}

test('ten thousand things go in their order, without a walk through all of them for each', () => {
  const all = waiting(10_000, (n) => (n * 7_919) % 900)
  const inOrder = [...all.values()].toSorted((a, b) => a.dueAt - b.dueAt).map(({ id }) => id)
  all.walks = 0
  expect(sendAll(all)).toEqual(inOrder)
  expect(all.walks).toBeLessThan(200)
})

test('what becomes due, is asked for, or gets words meanwhile goes before the others', () => {
  const all = waiting(500)
  const queue = createDueQueue(all)
  expect(queue.at(NOW, 4).entries[0]?.id).toBe('0')
  const late = { ...newEntry(of, 'late'), hasWords: true, dueAt: NOW + 5 }
  all.set(late.key, late)
  queue.changed()
  expect(queue.at(NOW, 4)).toMatchObject({ next: NOW + 5, isAsked: false })
  expect(queue.at(NOW + 5, 4).entries[0]?.id).toBe('late')
  const asked = all.get('document:300')
  if (asked) Object.assign(asked, { asked: true })
  queue.changed()
  expect(queue.at(NOW + 5, 4)).toMatchObject({ isAsked: true })
  expect(
    queue
      .at(NOW + 5, 4)
      .entries.slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(['300', 'late'])
})

test('what is being sent, is gone, or rests now is passed over', () => {
  const all = waiting(5)
  const queue = createDueQueue(all)
  expect(queue.at(NOW, 4).entries).toHaveLength(5)
  Object.assign(all.get('document:0') ?? {}, { isRunning: true })
  Object.assign(all.get('document:1') ?? {}, { dueAt: NOW + 50 })
  all.delete('document:2')
  expect(queue.at(NOW, 4).entries.map(({ id }) => id)).toEqual(['3', '4'])
})
