import { expect, test } from 'vitest'
import { problem } from '../../../shared/problem'
import type { Context, Event } from './events'
import { newDocument } from './initial'
import { transition } from './transition'
import type { WorkingCopy } from './working-copy'

/** A copy of the library on another device, and what both do with a draft that neither has sent. */

const NOW = 1_000_000
const MADE = 400_000
const context: Context = {
  nowMs: NOW,
  canSend: true,
  guarded: true,
  hasVersions: true,
  honoursKeys: false,
  autosavePublished: false,
  newKey: 'key of both',
}
const draft = newDocument('new:1', { text: 'A draft.', fields: { title: 'Draft' } })
const copied: Event = { kind: 'loaded', copiedSinceMs: MADE }
const happen = (copy: WorkingCopy, event: Event) => transition(copy, event, context)

test('[W17] a draft of a copied library is looked for before it is made, from the time on at which it began', () => {
  const { next } = happen(draft, copied)
  expect(next).toMatchObject({ phase: 'queued', create: { key: 'key of both', firstTriedMs: MADE } })
  const { next: asked, effects } = happen(next, { kind: 'send-due', reason: 'retry' })
  expect(effects).toMatchObject([{ kind: 'find-created', sinceMs: MADE, create: { text: 'A draft.' } }])
  const outcome = { kind: 'nothing' } as const
  const sent = happen(asked, { kind: 'find-created-ended', reading: asked.reading?.id ?? 0, outcome })
  expect(sent.effects).toMatchObject([{ kind: 'send', key: 'key of both', sent: { text: 'A draft.' } }])
})

test('[W17] where the other device has made it, words typed since go into that one', () => {
  const { next: typed } = happen(happen(draft, copied).next, { kind: 'typed', text: 'A draft. More.' })
  const { next: asked } = happen(typed, { kind: 'send-due', reason: 'retry' })
  const seen = { remoteId: '7', etag: '"1"', text: 'A draft.', fields: draft.mine.fields }
  const { next, effects } = happen(asked, {
    kind: 'find-created-ended',
    reading: asked.reading?.id ?? 0,
    outcome: { kind: 'found', seen, sure: true },
  })
  expect(next).toMatchObject({ remoteId: '7', mine: { text: 'A draft. More.' } })
  expect(effects).toMatchObject([{ kind: 'send', remoteId: '7', sent: { kind: 'update', etag: '"1"' } }])
})

test('a copied library changes nothing of what was tried, is on the service, or was deleted', () => {
  const there: WorkingCopy = { ...draft, remoteId: '7', base: { ...draft.mine, etag: '"1"' } }
  const { next: tried } = happen(draft, { kind: 'send-due', reason: 'retry' })
  const lost = happen(tried, { kind: 'loaded' }).next
  for (const copy of [there, lost, { ...draft, mine: { ...draft.mine, deleted: true } }])
    expect(happen(copy, copied).next).toEqual(happen(copy, { kind: 'loaded' }).next)
})

test('[W17] a key that a copy has used for other words is no refusal of the words', () => {
  const { next: sent } = happen(draft, { kind: 'send-due', reason: 'retry' })
  const why = problem('invalid-input', 'Used.', { fields: { 'Idempotency-Key': ['Used.'] } })
  const refusedOnce = transition(
    sent,
    {
      kind: 'write-ended',
      flight: sent.flight?.id ?? 0,
      outcome: { kind: 'refused', problem: why, fields: [] },
    },
    { ...context, newKey: 'another key' },
  )
  expect(refusedOnce.effects).toMatchObject([{ kind: 'send', key: 'another key' }])
  const { next } = happen(refusedOnce.next, {
    kind: 'write-ended',
    flight: refusedOnce.next.flight?.id ?? 0,
    outcome: { kind: 'refused', problem: why, fields: [] },
  })
  expect(next.parked.length > 0 || next.phase === 'rejected').toBe(true)
})

test('[W17] a first try that did not go out gives its key back, so that a copy still has the same one', () => {
  const away = { kind: 'blocked', problem: problem('unreachable', 'No network.') } as const
  const numbered = (copy: WorkingCopy) => ({ ...context, newKey: `key ${copy.creates ?? 0}` })
  const send = (copy: WorkingCopy) => transition(copy, { kind: 'send-due', reason: 'retry' }, numbered(copy))
  const first = send(draft)
  const ended = happen(first.next, { kind: 'write-ended', flight: first.next.flight?.id ?? 0, outcome: away })
  const again = send(ended.next)
  for (const { effects } of [first, again]) expect(effects).toMatchObject([{ kind: 'send', key: 'key 0' }])
  const used = problem('invalid-input', 'Used.', { fields: { 'Idempotency-Key': ['Used.'] } })
  const refused = transition(
    again.next,
    {
      kind: 'write-ended',
      flight: again.next.flight?.id ?? 0,
      outcome: { kind: 'refused', problem: used, fields: [] },
    },
    numbered(again.next),
  )
  expect(refused.effects).toMatchObject([{ kind: 'send', key: 'key 1' }])
})

test('a start changes nothing of a draft in which nothing was open, and voids what was asked before it', () => {
  expect(happen(draft, { kind: 'loaded' }).next).toBe(draft)
  const { next: sending } = happen(draft, { kind: 'send-due', reason: 'retry' })
  const { next } = happen(sending, { kind: 'loaded' })
  expect(next.flight).toBeUndefined()
  expect(next.generation).toBeGreaterThan(sending.generation)
})
