import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appError, type Problem, problem } from '../../../shared/problem'
import { createVirtualClock, type VirtualClock } from '../../system/clock.virtual'
import { createMemoryStore } from '../../store/store.memory'
import type { Store } from '../../store/store'
import { backOffMs } from './back-off'
import { createConnection, type Connection } from '../service/connection'
import { createOutbox, type Outbox } from './outbox'
import type { Attempt, Sendable, WaitingThing } from './sendable'

let clock: VirtualClock
let connection: Connection
let store: Store
let outbox: Outbox
let started: number
/** What was sent: id and seconds since the start. */
let sent: string[]
let outcome: (id: string) => Attempt | Promise<Attempt>
let discarded: string[]
let told: number[]
let things: Map<string, Partial<WaitingThing>>

const thing: Sendable = {
  kind: 'document',
  async send(id, asked) {
    sent.push(`${id} ${(clock.now() - started) / 1000}${asked ? ' asked' : ''}`)
    return outcome(id)
  },
  describe: (id) => ({
    what: `Edit of “${id}”`,
    kind: 'edit',
    canDiscard: true,
    documentId: id,
    ...things.get(id),
  }),
  discard: (id) => void discarded.push(id),
}

const failing = (why: Problem): Attempt => ({ kind: 'failed', problem: why })
const away = problem('unreachable', 'The service could not be reached.')
const observe = (why?: Problem) =>
  connection.observe({
    name: 'documents.update',
    askedAt: clock.now(),
    keyGeneration: connection.current().keyGeneration,
    ...(why && { problem: why }),
  })

function open(): void {
  outbox = createOutbox({
    clock,
    random: () => 0.5,
    connection,
    log: store.log,
    facts: store.facts,
    onChange: (waiting) => told.push(waiting),
  })
}

beforeEach(() => {
  clock = createVirtualClock()
  connection = createConnection({ clock })
  store = createMemoryStore(clock)
  started = clock.now()
  sent = []
  discarded = []
  told = []
  things = new Map()
  outcome = () => ({ kind: 'ended' })
  observe()
  open()
})
afterEach(() => outbox.close())

const typed = (id: string, characters = 100) => outbox.schedule(thing, id, { kind: 'pause', characters })
const scheduled = (id: string, first = false) => outbox.schedule(thing, id, { kind: 'now', first })

describe('typing goes two seconds after its last change', () => {
  test('and at most every thirty seconds, sixty for a long text', async () => {
    for (let second = 0; second < 70; second++) {
      typed('short')
      typed('long', 2_000_000)
      await clock.advance(1_000)
    }
    await clock.advance(5_000)
    expect(sent).toEqual(['short 30', 'long 60', 'short 60', 'short 71', 'long 71'])
  })

  test('a delete leaves time to undo it; what only the writer can send waits for her', async () => {
    outbox.schedule(thing, 'deleted', { kind: 'undoable' })
    outbox.schedule(thing, 'conflicted', { kind: 'asked' })
    scheduled('moved')
    await clock.advance(60_000)
    expect(sent).toEqual(['moved 0', 'deleted 5'])
    outbox.retry('document:conflicted')
    await clock.advance(0)
    expect(sent.at(-1)).toBe('conflicted 60 asked')
  })

  test('what failed, then waited for the writer, goes by itself once it may', async () => {
    outcome = () => ({ kind: 'failed', problem: problem('service-failed', 'Broken.') })
    scheduled('a')
    await clock.advance(0)
    outcome = () => ({ kind: 'ended' })
    outbox.schedule(thing, 'a', { kind: 'asked' })
    await clock.advance(60_000)
    expect(sent).toHaveLength(1)
    outbox.schedule(thing, 'a', { kind: 'undoable' })
    expect(outbox.retryAt(thing, 'a')).toBe(clock.now() + 5_000)
    await clock.advance(5_000)
    expect(sent).toEqual(['a 0', 'a 65'])
  })

  test('what is scheduled again goes when it would have gone', async () => {
    outbox.schedule(thing, 'deleted', { kind: 'undoable' })
    outbox.schedule(thing, 'conflicted', { kind: 'asked' })
    await clock.advance(4_000)
    connection.setPaused(true)
    outbox.retry('document:conflicted')
    outbox.schedule(thing, 'conflicted', { kind: 'asked' })
    outbox.schedule(thing, 'deleted', { kind: 'undoable' })
    connection.setPaused(false)
    await clock.advance(60_000)
    expect(sent).toEqual(['conflicted 4 asked', 'deleted 5'])
  })

  test('what is scheduled and taken back is not sent', async () => {
    typed('a')
    outbox.schedule(thing, 'a', { kind: 'none' })
    await clock.advance(10_000)
    expect(sent).toEqual([])
    expect(outbox.waiting()).toBe(0)
  })
})

describe('retries', () => {
  test('five in a row with back-off, then every five minutes, never given up', async () => {
    outcome = () => failing(problem('service-failed', 'Fault.'))
    scheduled('a')
    await clock.advance(20 * 60_000)
    const seconds = sent.map((line) => Number(line.split(' ')[1]))
    expect(seconds).toEqual([0, 1, 3, 7, 15, 31, 331, 631, 931])
  })

  test('are spread by a quarter on either side', () => {
    expect([0, 0.5, 1].map((random) => backOffMs(3, () => random))).toEqual([3_000, 4_000, 5_000])
    expect(backOffMs(100, () => 0.5)).toBe(300_000)
  })

  test('what is known to be worth a try at a time is tried then, however often it was tried before', async () => {
    outcome = () => failing(problem('timeout', 'Not known yet.', { retryAfterMs: 60_000 }))
    for (let press = 0; press < 8; press++) {
      scheduled('a', true)
      await clock.advance(100)
    }
    expect(sent).toHaveLength(8)
    outcome = () => ({ kind: 'ended' })
    await clock.advance(60_000)
    expect(sent).toHaveLength(9)
  })

  test('a service that always says to come at once is not asked at once for ever', async () => {
    outcome = () => failing(problem('service-failed', 'Busy.', { retryAfterMs: 1_000 }))
    scheduled('a')
    await clock.advance(10 * 60_000)
    expect(sent.length).toBeLessThan(45)
  })

  test('wait as long as the service asked', async () => {
    outcome = () => failing(problem('service-failed', 'Busy.', { retryAfterMs: 90_000 }))
    scheduled('a')
    await clock.advance(89_000)
    expect(sent).toHaveLength(1)
    await clock.advance(1_500)
    expect(sent).toHaveLength(2)
  })

  test('typing during the back-off does not shorten it, the save key does', async () => {
    outcome = () => failing(problem('service-failed', 'Fault.'))
    scheduled('a')
    await clock.advance(8_000)
    expect(sent).toHaveLength(4)
    typed('a')
    await clock.advance(5_000)
    expect(sent).toHaveLength(4)
    scheduled('a', true)
    await clock.advance(0)
    expect(sent).toHaveLength(5)
  })

  test('one that fails and fails keeps no other from going', async () => {
    outcome = (id) => (id === 'poisoned' ? failing(problem('service-failed', 'Fault.')) : { kind: 'ended' })
    scheduled('poisoned')
    for (let second = 0; second < 20; second++) {
      scheduled(`other-${second}`)
      await clock.advance(1_000)
    }
    expect(sent.filter((line) => line.startsWith('other'))).toHaveLength(20)
  })

  test('one that hangs keeps no other from going; the writer comes before the rest', async () => {
    const pending: ((attempt: Attempt) => void)[] = []
    outcome = () => new Promise((resolve) => pending.push(resolve))
    for (const id of ['1', '2', '3', '4', '5', '6']) scheduled(id)
    await clock.advance(0)
    scheduled('save', true)
    await clock.advance(0)
    expect(sent.map((line) => line.split(' ')[0])).toEqual(['1', '2', '3', 'save'])
    pending[3]!({ kind: 'ended' })
    pending[0]!({ kind: 'ended' })
    await clock.advance(0)
    expect(sent.map((line) => line.split(' ')[0])).toEqual(['1', '2', '3', 'save', '4'])
  })

  test('while the writer types, many things go one at a time with pauses; what she asks for goes at once', async () => {
    const some = Array.from({ length: 60 }, (_, at) => `${at}`)
    typed('typed')
    outbox.noteWords(thing, 'typed', 'now')
    outbox.scheduleAll(thing, some, { kind: 'now', first: false })
    await clock.advance(1_000)
    expect(sent.length).toBeGreaterThan(5)
    expect(sent.length).toBeLessThan(15)
    scheduled('save', true)
    await clock.advance(0)
    expect(sent.at(-1)).toBe('save 1')
    await clock.advance(5_000)
    expect(sent).toHaveLength(62)
  })

  test('typed words go before many things that nobody waits for, also after a failure', async () => {
    let isAway = true
    outcome = async (id) => {
      await new Promise<void>((next) => void clock.after(1_000, next))
      const isFailed = id === 'typed' && isAway
      isAway &&= !isFailed
      return isFailed ? failing(problem('service-failed', 'Fault.')) : { kind: 'ended' }
    }
    typed('typed')
    const some = Array.from({ length: 200 }, (_, at) => `${at}`)
    outbox.scheduleAll(thing, some, { kind: 'now', first: false })
    await clock.advance(10_000)
    const times = sent.filter((line) => line.startsWith('typed')).map((line) => Number(line.split(' ')[1]))
    expect(times).toHaveLength(2)
    expect(times[0]).toBeLessThan(4)
    expect(outbox.waiting()).toBeGreaterThan(150)
  })

  test('one exchange at a time for each thing, and what was scheduled meanwhile follows', async () => {
    const pending: ((attempt: Attempt) => void)[] = []
    outcome = () => new Promise((resolve) => pending.push(resolve))
    scheduled('a')
    await clock.advance(0)
    scheduled('a', true)
    typed('a')
    await clock.advance(60_000)
    expect(sent).toEqual(['a 0'])
    pending[0]!({ kind: 'ended' })
    await clock.advance(60_000)
    expect(sent).toEqual(['a 0', 'a 60'])
  })
})

describe('the connection', () => {
  test('away: one thing at a time tries, more and more slowly; back: all go at once', async () => {
    outcome = () => {
      observe(away)
      return failing(away)
    }
    for (let id = 0; id < 50; id++) scheduled(`d${id}`)
    await clock.advance(10 * 60_000)
    expect(sent.length).toBeLessThan(16)
    outcome = () => ({ kind: 'ended' })
    observe()
    await clock.advance(100)
    expect(new Set(sent.map((line) => line.split(' ')[0])).size).toBe(50)
    expect(outbox.waiting()).toBe(0)
  })

  test('[D3] a key that is not accepted stops all until it is changed', async () => {
    outcome = () => {
      const why = problem('unauthorized', 'No.')
      observe(why)
      return failing(why)
    }
    scheduled('a')
    await clock.advance(0)
    scheduled('b')
    await clock.advance(60 * 60_000)
    expect(sent).toEqual(['a 0'])
    expect(outbox.list().waiting.map(({ why }) => why)).toEqual([
      'Waits for a key that the service accepts',
      'Waits for a key that the service accepts',
    ])
    outcome = () => ({ kind: 'ended' })
    connection.keyChanged(true)
    await clock.advance(0)
    expect(sent).toHaveLength(3)
  })

  test('[E2] 429 holds everything for the time it names, and the countdown is shown', async () => {
    outcome = () => {
      const why = problem('throttled', 'Slow down.', { retryAfterMs: 12_000 })
      observe(why)
      return failing(why)
    }
    scheduled('a')
    await clock.advance(0)
    scheduled('b', true)
    await clock.advance(0)
    expect(sent).toEqual(['a 0'])
    expect(outbox.list().waiting[0]).toMatchObject({
      why: 'The service asked to wait',
      state: 'waiting',
      retryAt: started + 12_000,
    })
    expect(outbox.retryAt(thing, 'a')).toBe(started + 12_000)
    outcome = () => ({ kind: 'ended' })
    await clock.advance(12_000)
    expect(sent.slice(1).sort()).toEqual(['a 12', 'b 12'])
  })

  test('paused nothing goes, also after a restart; going on sends what waits', async () => {
    outbox.pause(true)
    scheduled('a', true)
    await clock.advance(60_000)
    expect(outbox.list()).toMatchObject({ paused: true, waiting: [{ state: 'paused', why: 'Paused' }] })
    outbox.close()
    connection = createConnection({ clock })
    open()
    scheduled('a')
    await clock.advance(60_000)
    expect(sent).toEqual([])
    outbox.pause(false)
    await clock.advance(0)
    expect(sent).toEqual(['a 120'])
  })
})

test('[W1] what a full disk did not take of an answer is tried again', async () => {
  outcome = () => {
    if (sent.length < 3) throw appError('storage-full', 'The disk is full.')
    return { kind: 'ended' }
  }
  scheduled('a')
  await clock.advance(60_000)
  expect(sent).toHaveLength(3)
  expect(outbox.waiting()).toBe(0)
})

describe('the list', () => {
  test('says what waits and why, in the words of the things themselves', async () => {
    things.set('clash', { needs: 'Needs attention: changed here and elsewhere', asks: true })
    things.set('refused', { needs: 'Not accepted: The title is too long.' })
    things.set('file', {
      what: 'Upload map.png',
      kind: 'upload',
      needs: 'Waits for its document',
      blocked: true,
    })
    outcome = () => failing(problem('service-failed', 'The service reported an error. Try again later.'))
    scheduled('failing')
    await clock.advance(0)
    outbox.schedule(thing, 'clash', { kind: 'asked' })
    outbox.schedule(thing, 'refused', { kind: 'asked' })
    outbox.schedule(thing, 'file', { kind: 'asked' })
    typed('typing')
    const { waiting } = outbox.list()
    expect(waiting.map(({ what, why, state, canRetry }) => [what, why, state, canRetry])).toEqual([
      ['Edit of “failing”', 'The service reported an error. Try again later.', 'waiting', true],
      ['Edit of “clash”', 'Needs attention: changed here and elsewhere', 'needs-you', false],
      ['Edit of “refused”', 'Not accepted: The title is too long.', 'needs-you', true],
      ['Upload map.png', 'Waits for its document', 'blocked', false],
      ['Edit of “typing”', 'Waits for a pause', 'waiting', true],
    ])
    expect(waiting.filter(({ canDecide }) => canDecide).map(({ what }) => what)).toEqual(['Edit of “clash”'])
  })

  test('[D3] while the key is refused nothing offers to send or to decide', async () => {
    observe(problem('unauthorized', 'The service does not accept the key.'))
    scheduled('a')
    await clock.advance(0)
    expect(outbox.list().waiting).toMatchObject([
      { why: 'Waits for a key that the service accepts', canDecide: false, canRetry: false },
    ])
  })

  test('shows what was sent, newest first', () => {
    store.log.add({ kind: 'sent', documentId: 'a', what: 'Edit of “A”', detail: 'Accepted by the service' })
    store.log.add({ kind: 'failed', documentId: 'a', what: 'Edit of “A”', detail: 'No network' })
    expect(outbox.list().sent).toEqual([
      {
        at: new Date(started).toISOString(),
        documentId: 'a',
        what: 'Edit of “A”',
        detail: 'Accepted by the service',
      },
    ])
  })

  test('retrying all leaves alone what only the writer can decide', async () => {
    outcome = () => failing(problem('service-failed', 'Fault.'))
    scheduled('a')
    outbox.schedule(thing, 'conflicted', { kind: 'asked' })
    await clock.advance(500)
    outbox.retry()
    await clock.advance(0)
    expect(sent).toEqual(['a 0', 'a 0.5 asked'])
  })

  test('discarding is the thing’s own to do, and not while it is being sent', async () => {
    typed('a')
    outbox.discard('document:a')
    expect(discarded).toEqual(['a'])
    outcome = () => new Promise(() => {})
    scheduled('b')
    await clock.advance(0)
    outbox.discard('document:b')
    expect(discarded).toEqual(['a'])
    expect(outbox.list().waiting.find(({ documentId }) => documentId === 'b')).toMatchObject({
      state: 'sending',
      canRetry: false,
      canDiscard: false,
    })
  })

  test('the number of waiting things is told after changes, once for all in a row', async () => {
    scheduled('a')
    typed('b')
    outbox.schedule(thing, 'c', { kind: 'asked' })
    await Promise.resolve()
    expect(told.at(-1)).toBe(3)
    await clock.advance(10_000)
    expect(told.at(-1)).toBe(1)
  })
})

describe('many things at once', () => {
  const ids = Array.from({ length: 300 }, (_, at) => `d${at}`)

  test('are counted until nothing waits by itself, listed as far as one reads, and go a few at a time', async () => {
    const ends: (() => void)[] = []
    outcome = () => new Promise<Attempt>((resolve) => ends.push(() => resolve({ kind: 'ended' })))
    outbox.schedule(thing, 'asked', { kind: 'asked' })
    outbox.scheduleAll(thing, ids, { kind: 'now', first: false })
    await clock.advance(0)
    expect(sent.length).toBeLessThan(5)
    expect(outbox.list()).toMatchObject({ more: 261, progress: { done: 0, total: 300 } })
    expect(outbox.list().waiting[0]).toMatchObject({ what: 'Edit of “asked”' })
    for (let left = 150; left > 0; left--) {
      ends.shift()?.()
      await clock.advance(0)
    }
    expect(outbox.list().progress).toEqual({ done: 150, total: 300 })
    while (ends.length > 0) {
      ends.shift()?.()
      await clock.advance(0)
    }
    expect(outbox.list()).toMatchObject({ more: 0 })
    expect(outbox.list().progress).toBeUndefined()
  })

  test('a few are not a batch', async () => {
    outcome = () => new Promise<Attempt>(() => {})
    outbox.scheduleAll(thing, ids.slice(0, 5), { kind: 'now', first: false })
    await clock.advance(0)
    expect(outbox.list().progress).toBeUndefined()
  })

  test('cancelled: moves, tags and deletes are taken back, what was typed waits on', async () => {
    outbox.pause(true)
    outbox.scheduleAll(thing, ids, { kind: 'now', first: false })
    for (const [at, id] of ids.entries())
      things.set(id, { kind: (['edit', 'tags', 'delete'] as const)[at % 3]! })
    let count: number | undefined
    void outbox.cancelMany().then((cancelled) => (count = cancelled))
    await clock.advance(1_000)
    expect(count).toBe(200)
    expect(discarded).toHaveLength(200)
    expect(discarded).not.toContain('d0')
  })

  test('cancelled again while that goes on, both are told of all that was taken back', async () => {
    outbox.pause(true)
    outbox.scheduleAll(thing, ids, { kind: 'now', first: false })
    for (const id of ids) things.set(id, { kind: 'tags' })
    const counts: number[] = []
    for (let time = 0; time < 2; time++) void outbox.cancelMany().then((count) => counts.push(count))
    await clock.advance(1_000)
    expect(counts).toEqual([ids.length, ids.length])
  })
})
