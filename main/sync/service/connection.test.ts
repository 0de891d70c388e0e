import { describe, expect, test } from 'vitest'
import type { OperationName } from '../../../shared/api/api'
import { problem, type Problem } from '../../../shared/problem'
import { createVirtualClock } from '../../system/clock.virtual'
import { createConnection } from './connection'
import { backgroundPauseMs, initialState, reportOf, type Observation } from './connection-state'
import { guardAsked, describeCapabilities, type ServiceCapabilities } from './capabilities'
import { reachMessage } from './reach-message'

function setUp(known: ServiceCapabilities = {}) {
  const clock = createVirtualClock()
  let kept = known
  const connection = createConnection({
    clock,
    capabilityStore: { read: () => kept, write: (capabilities) => (kept = capabilities) },
  })
  const saw = (name: OperationName, failure?: Problem, more: Partial<Observation> = {}) =>
    connection.observe({
      name,
      askedAt: clock.now(),
      keyGeneration: connection.current().keyGeneration,
      ...(failure && { problem: failure }),
      ...more,
    })
  return { clock, connection, saw, kept: () => kept }
}

test('what comes after a connection was closed is written nowhere', () => {
  const { connection, kept } = setUp()
  connection.close()
  connection.noteCapabilities({ history: 'yes' })
  expect(kept()).toEqual({})
})

describe('reach', () => {
  test('an answer makes it online, a failure to reach it offline, and each change is told once', () => {
    const { connection, saw } = setUp()
    const told: string[] = []
    connection.subscribe(({ reach }, before) => reach !== before.reach && told.push(reach))
    saw('tags.list')
    saw('tags.list')
    saw('tags.list', problem('unreachable', 'x'))
    saw('tags.list', problem('timeout', 'x'))
    saw('documents.get', problem('not-found', 'x'))
    expect(told).toEqual(['online', 'offline', 'online'])
  })

  test('the log says when the service is away and back, and nothing of a start that goes well', () => {
    const { connection, saw } = setUp()
    const said: unknown[] = []
    connection.subscribe((now, before) => said.push(reachMessage(now, before)?.what))
    saw('tags.list')
    expect(said.splice(0)).toEqual([undefined])
    saw('tags.list', problem('unreachable', 'x'))
    saw('tags.list')
    saw('tags.list', problem('unauthorized', 'x'))
    expect(said).toEqual(['Offline', 'Online again', 'Key not accepted'])
  })

  test('one odd answer is one document’s trouble; three in a row mean that the service is away', () => {
    const { connection, saw } = setUp()
    saw('tags.list')
    saw('documents.get', problem('service-failed', 'x'))
    saw('documents.get', problem('bad-answer', 'x'))
    expect(connection.current().reach).toBe('online')
    saw('tags.list')
    saw('documents.get', problem('bad-answer', 'x'))
    saw('documents.get', problem('bad-answer', 'x'))
    saw('documents.get', problem('bad-answer', 'x'))
    expect(connection.current().reach).toBe('offline')
  })

  test('[D3] a refused key stays refused by time and by retry; only a new key opens', async () => {
    const { connection, saw, clock } = setUp()
    saw('tags.list', problem('unauthorized', 'Unauthenticated.'))
    saw('tags.list', problem('unreachable', 'x'))
    connection.retryNow()
    await clock.advance(3_600_000)
    expect(connection.refusal('documents.list')?.code).toBe('unauthorized')
    connection.keyChanged()
    expect(connection.refusal('documents.list')).toBeUndefined()
  })

  test('[D3] what was asked with the old key teaches nothing', () => {
    const { connection, saw } = setUp()
    connection.keyChanged()
    saw('tags.list', problem('unauthorized', 'x'), { keyGeneration: 0 })
    expect(connection.current().reach).toBe('connecting')
  })

  test('[E2] an answer to an earlier question does not end a wait', async () => {
    const { connection, saw, clock } = setUp()
    const before = clock.now()
    await clock.advance(10)
    saw('tags.list', problem('throttled', 'x', { retryAfterMs: 5_000 }))
    saw('documents.get', undefined, { askedAt: before })
    expect(connection.current().reach).toBe('throttled')
    await clock.advance(5_000)
    expect(connection.current().reach).toBe('online')
    expect(clock.pending()).toBe(0)
  })

  test('[E2] the longer of two waits counts', () => {
    const { connection, saw, clock } = setUp()
    saw('tags.list', problem('throttled', 'x', { retryAfterMs: 60_000 }))
    saw('tags.list', problem('throttled', 'x', { retryAfterMs: 1_000 }))
    expect(connection.current().retryAt).toBe(clock.now() + 60_000)
  })

  test('[D4] while the account is being deleted one question in five minutes is asked', async () => {
    const { connection, saw, clock } = setUp()
    saw('documents.update', problem('account-deletion', 'x'))
    expect(connection.refusal('tags.list')).toMatchObject({ code: 'account-deletion', retryAfterMs: 300_000 })
    await clock.advance(300_000)
    expect(connection.refusal('tags.list')).toBeUndefined()
    expect(connection.current().reach).toBe('account-deletion')
    saw('tags.list')
    expect(connection.current().reach).toBe('online')
  })

  test('[E3] a used-up search quota stops search alone and comes back by itself', async () => {
    const { connection, saw, clock } = setUp()
    saw('search.semantic', problem('quota-exceeded', 'x', { retryAfterMs: 20_000 }))
    expect(connection.refusal('search.semantic')?.code).toBe('quota-exceeded')
    expect(connection.refusal('documents.update')).toBeUndefined()
    await clock.advance(20_000)
    expect(connection.refusal('search.semantic')).toBeUndefined()
  })
})

describe('abilities', () => {
  test('asked again, a field that the service left as it was may be changed again', () => {
    const connection = createConnection({ clock: createVirtualClock() })
    connection.noteCapabilities({ putFolder: 'no', putTitle: 'yes', sorting: 'no' })
    connection.askAgain()
    expect(connection.capabilities()).toEqual({ putTitle: 'yes', sorting: 'no' })
  })

  test('[D2] learned from what is answered, and unlearned with the key', () => {
    const { connection, saw } = setUp()
    saw('documents.list')
    saw('files.upload', problem('missing-ability', 'x'))
    saw('chunks.get', problem('not-found', 'x'))
    expect(connection.current().abilities).toMatchObject({
      'documents:read': 'yes',
      'files:write': 'no',
      'rag:read': 'yes',
      'tags:read': 'unknown',
    })
    connection.keyChanged()
    expect(connection.current().abilities['files:write']).toBe('unknown')
  })

  test('[A13] a route that two abilities open proves neither; refused, both are missing', () => {
    const { connection, saw } = setUp()
    saw('folders.documents')
    expect(connection.current().abilities['folders:read']).toBe('unknown')
    saw('folders.documents', problem('missing-ability', 'x'))
    expect(connection.current().abilities).toMatchObject({ 'documents:read': 'no', 'folders:read': 'no' })
  })
})

describe('capabilities', () => {
  test('[C6] guarded once a 412 or a 428 was seen, and kept', () => {
    const { connection, saw, kept } = setUp()
    saw('documents.update')
    expect(reportOf(connection.current()).guarded).toBe('not-seen-yet')
    saw('documents.update', problem('stale', 'x'))
    expect(kept().guarded).toBe('seen')
    expect(
      reportOf(
        createConnection({
          clock: createVirtualClock(),
          capabilityStore: { read: kept, write: () => {} },
        }).current(),
      ).guarded,
    ).toBe('seen')
  })

  test('[C6] a service that stored an impossible revision does not guard, until a 412 says otherwise or the key changes', () => {
    const { connection, saw } = setUp()
    connection.noteCapabilities({ guarded: 'no' })
    expect(reportOf(connection.current()).guarded).toBe('no')
    connection.keyChanged(true)
    expect(reportOf(connection.current()).guarded).toBe('no')
    connection.keyChanged()
    expect(reportOf(connection.current()).guarded).toBe('not-seen-yet')
    connection.noteCapabilities({ guarded: 'no' })
    saw('documents.update', problem('stale', 'x'))
    expect(reportOf(connection.current()).guarded).toBe('seen')
  })

  test('[C6] five writes that prove nothing, and the service counts as not guarding', () => {
    const { connection } = setUp()
    for (let count = 0; count < 5; count++) {
      expect(connection.capabilities().guarded).toBeUndefined()
      connection.noteCapabilities(guardAsked(connection.capabilities()))
    }
    expect(connection.capabilities().guarded).toBe('no')
  })

  test('what is different is said in words, what is usual is not', () => {
    expect(describeCapabilities({ etags: 'yes', sorting: 'yes', history: 'yes' })).toEqual([])
    expect(describeCapabilities({ etags: 'no', history: 'no', changesTexts: 'yes' })).toEqual([
      expect.stringContaining('states no revisions'),
      expect.stringContaining('no version history'),
      expect.stringContaining('changes white space'),
      expect.stringContaining('can be overwritten'),
    ])
  })
})

test('[E2] background work leaves the line to saves when little is left', () => {
  const at = (remaining: number) => backgroundPauseMs({ ...initialState(0), rate: { limit: 100, remaining } })
  expect([at(100), at(10), at(1)]).toEqual([0, 5_000, 30_000])
  expect(backgroundPauseMs(initialState(0))).toBe(0)
})
