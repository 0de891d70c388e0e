import { expect, test } from 'vitest'
import { pulledDocument } from './initial'
import { transition } from './transition'
import type { Context } from './events'
import type { Sent, WorkingCopy } from './working-copy'

const CONTEXT: Context = {
  nowMs: 1_000,
  canSend: true,
  guarded: false,
  hasVersions: true,
  honoursKeys: true,
  autosavePublished: true,
  newKey: 'key',
}
const THERE = { remoteId: '4', text: 'One.', fields: { title: 'Notes' }, etag: '"1"' }
const SENT: Sent = { id: 1, kind: 'update', text: 'One, mine.', fields: {}, reason: 'pause', atMs: 0 }

/** A copy with a question about an unguarded write that the service did not take and may still take. */
function asked(): WorkingCopy {
  const copy = pulledDocument('4', '4', THERE)
  const serverRecord = copy.base!
  return {
    ...copy,
    mine: { ...copy.mine, text: SENT.text },
    lateSends: [SENT],
    phase: 'conflicted',
    conflict: {
      kind: 'not-taken',
      theirs: { text: serverRecord.text, fields: serverRecord.fields },
      serverRecord,
      token: 'g1',
      decisions: [],
      fieldDecisions: {},
      earlier: [],
      mineSinceMs: 0,
      theirsSinceMs: 0,
    },
  }
}

test('[W10] what was written elsewhere during a question is asked for once theirs is taken and nothing is sent', () => {
  const seen = { ...THERE, text: 'One, theirs.', etag: '"2"' }
  const remoteRead = {
    kind: 'remote-read',
    askedAt: 0,
    outcome: { kind: 'record', seen },
    listItem: false,
  } as const
  const noted = transition(asked(), remoteRead, CONTEXT).next
  const resolved = { kind: 'resolved', token: 'g1', resolution: { kind: 'take-theirs' } } as const
  const { next, effects } = transition(noted, resolved, CONTEXT)
  expect(next.phase).toBe('clean')
  expect(effects.map(({ kind }) => kind)).toContain('poll')
  expect(next.remoteUpdatePending).toBeUndefined()
})
