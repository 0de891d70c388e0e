import { expect, test } from 'vitest'
import { pulledDocument } from '../core/initial'
import { canEvict } from './can-evict'
import type { Sent, WorkingCopy } from '../core/working-copy'

const FIELDS = { title: 'T', folderId: null, tagIds: ['x'], status: 'draft' }
const seen = { text: 'Words.', fields: FIELDS }
const listed = pulledDocument('a', '7', seen)
const read = pulledDocument('a', '7', { ...seen, etag: '"1"' })
const sent: Sent = { id: 1, kind: 'update', text: 'Words.', fields: {}, reason: 'pause', atMs: 0 }
const { base, mine } = read

test('a text of which the service has every word may go: as it was read, or as it was stored', () => {
  expect(canEvict(listed, false)).toBe(true)
  expect(canEvict(read, false)).toBe(true)
  expect(canEvict({ ...read, counter: 3 }, false)).toBe(true)
})

test.each<[string, Partial<WorkingCopy>]>([
  ['edited', { phase: 'dirty', mine: { ...mine, text: 'Words. More.' } }],
  ['typed, and no phase says so', { mine: { ...mine, text: 'Words. More.' } }],
  ['with other white space than the service has', { mine: { ...mine, text: 'Words. ' } }],
  ['with another title', { mine: { ...mine, fields: { ...FIELDS, title: 'U' } } }],
  ['with other tags', { mine: { ...mine, fields: { ...FIELDS, tagIds: [] } } }],
  ['being saved', { phase: 'saving', flight: sent }],
  ['in flight, and no phase says so', { flight: sent }],
  ['queued', { phase: 'queued' }],
  ['reconciling', { phase: 'reconciling' }],
  ['conflicted', { phase: 'conflicted' }],
  ['rejected', { phase: 'rejected' }],
  ['deleted elsewhere', { phase: 'deleted' }],
  ['deleted here', { mine: { ...mine, deleted: true } }],
  ['unconfirmed', { unconfirmedSends: [sent] }],
  ['with a send that may still land', { lateSends: [sent] }],
  ['with a refused field', { parked: ['status'] }],
  ['being read', { reading: { id: 1, askedAt: 0, kind: 'record', then: 'settle' } }],
  ['with a merge that can be undone', { merge: { base: base!, mine, theirs: base!, text: '', changes: 1 } }],
  ['with a remote update to ask for', { remoteUpdatePending: true }],
  ['sent, and its ETag is not known', { counter: 1, base: { text: 'Words.', fields: FIELDS } }],
  [
    'of an upload under way',
    { base: { ...base!, text: '[f](stet-file:1)' }, mine: { ...mine, text: '[f](stet-file:1)' } },
  ],
])('%s it stays', (_name, change) => {
  expect(canEvict({ ...read, ...change }, false)).toBe(false)
})

test('what the service has never had stays', () => {
  const { remoteId: _id, ...nowhere } = read
  expect(canEvict(nowhere, false)).toBe(false)
  const { base: _base, ...created } = read
  expect(canEvict(created, false)).toBe(false)
})

test('where the service changes texts, what was sent from here stays; what was only read goes', () => {
  expect(canEvict({ ...read, counter: 1 }, true)).toBe(false)
  expect(canEvict(read, true)).toBe(true)
})
