import { problem } from '../../../shared/problem'
import { FIELDS, type Field } from '../../../shared/terms'
import { isHeldBack, outgoing, pendingOf, settle, type Pending } from './pending'
import {
  changedFields,
  effectiveTitle,
  fieldOf,
  pickFields,
  titleFromText,
  type Base,
  type Rec,
} from './record'
import { asking, step, omit } from './step'
import type { Context, Step } from './events'
import type { FrozenCreate, SendReason, Sent, WorkingCopy } from './working-copy'

const LOST = problem('unreachable', 'Waits for the network.')

/**
 * Sends the pending changes, or first reads what the send depends on: a read settles an unknown outcome (W6, W17) and
 * fetches a missing ETag (W18). Where writes are not known to be guarded, a read comes before every write (C6).
 */
export function trySend(before: WorkingCopy, reason: SendReason, context: Context): Step {
  const copy = withoutGone(before, context)
  const pending = pendingOf(copy)
  const sendIntent = stronger(copy.sendIntent, reason)
  if (copy.unconfirmedSends.length === 0 && !isAnything(pending)) return step(settle(copy))
  if (!context.canSend)
    return step({ ...copy, sendIntent, phase: 'queued', problem: context.problem ?? LOST })
  const ready = { ...omit(copy, 'problem', 'limitBytes'), sendIntent }
  if (copy.unconfirmedSends.length > 0) return readBefore(ready, 'settle', context)
  if (copy.base === undefined) return sendCreate(ready, context)
  if (!isAskedFor(sendIntent) && isHeldBack(ready, context.autosavePublished)) return step(settle(ready))
  if (copy.readForWrite !== true && (copy.base.etag === undefined || !context.guarded))
    return readBefore(ready, 'send', context)
  return pending.deleted ? sendDelete(ready, context) : sendUpdate(ready, context)
}

/** The copy without the names of deleted folders and tags: no document can ever be put into them. */
function withoutGone(copy: WorkingCopy, context: Context): WorkingCopy {
  if (context.withoutGone === undefined) return copy
  const { base, mine } = copy
  const fields = Object.entries(context.withoutGone).filter(
    ([field]) => base === undefined || pendingOf(copy).fields.includes(field as Field),
  )
  return { ...copy, mine: { ...mine, fields: { ...mine.fields, ...Object.fromEntries(fields) } } }
}

/** Reads theirs, or searches for the document that a create may have made. */
export function readBefore(copy: WorkingCopy, then: 'send' | 'settle', { nowMs }: Context): Step {
  if (copy.remoteId !== undefined) {
    const asked = asking(copy, { kind: 'record', then })
    return step(asked, { kind: 'read', reading: asked.reading.id, remoteId: copy.remoteId })
  }
  if (copy.create === undefined) return step(settle({ ...copy, unconfirmedSends: [] }))
  const asked = asking(copy, { kind: 'find-created', then, askedAtMs: nowMs })
  const { create } = copy
  return step(asked, {
    kind: 'find-created',
    reading: asked.reading.id,
    create,
    sinceMs: create.firstTriedMs,
  })
}

function isAnything(pending: Pending): boolean {
  return pending.create || pending.text || pending.fields.length > 0 || pending.deleted
}

/** Whether the writer asked for the send, with the save key or by publishing. */
export const isAskedFor = (reason: SendReason | undefined): reason is 'save-key' | 'publish' =>
  reason === 'save-key' || reason === 'publish'

export function stronger(one: SendReason | undefined, other: SendReason): SendReason {
  return one === 'publish' || (one === 'save-key' && other !== 'publish') ? one : other
}

function take(
  copy: WorkingCopy,
  sent: Omit<Sent, 'id' | 'reason' | 'atMs'>,
  context: Context,
): WorkingCopy & { readonly flight: Sent } {
  const id = copy.counter + 1
  return {
    ...omit(copy, 'readForWrite', 'deletionConfirmed', 'sendIntent'),
    counter: id,
    flight: { ...sent, id, reason: copy.sendIntent ?? 'retry', atMs: context.nowMs },
    phase: 'saving',
  }
}

/**
 * Sends the content, even where the text is unchanged (then that of base), and exactly the fields that differ (W2).
 * Words that were written after the writer published are not sent (C8).
 */
function sendUpdate(copy: WorkingCopy, context: Context): Step {
  const { base, remoteId } = copy
  if (base === undefined || remoteId === undefined) return step(settle(copy))
  const mine = outgoing(copy, context.autosavePublished)
  const pending = pendingOf({ ...copy, mine })
  const unresolved = context.unresolvedIn?.(mine.fields) ?? []
  const fields = pending.fields.filter((field) => !unresolved.includes(field))
  if (!pending.text && fields.length === 0)
    return step(settle(copy.published === undefined ? copy : omit(copy, 'published', 'sendIntent')))
  const sent = {
    kind: 'update',
    text: pending.text ? mine.text : base.text,
    fields: pickFields(mine, fields),
    ...(base.etag !== undefined && { etag: base.etag }),
    ...(mayAskGuard(base, context) && { asksGuard: true as const }),
  } as const
  const next = take(copy, sent, context)
  return step(next, { kind: 'send', sent: next.flight, remoteId })
}

function sendDelete(copy: WorkingCopy, context: Context): Step {
  const { base, remoteId } = copy
  if (base === undefined || remoteId === undefined) return step(settle(copy))
  if (mayAskGuard(base, context) && copy.deletionConfirmed !== true) return askGuard(copy, context)
  if (!context.guarded && copy.deletionConfirmed !== true)
    return step(
      {
        ...copy,
        phase: 'conflicted',
        conflict: {
          kind: 'deleted-here',
          theirs: base,
          serverRecord: base,
          token: `g${copy.generation}`,
          decisions: [],
          fieldDecisions: {},
          earlier: [],
          mineSinceMs: context.nowMs,
          theirsSinceMs: context.nowMs,
        },
      },
      { kind: 'announce', what: 'conflict' },
    )
  const sent = {
    kind: 'delete',
    text: base.text,
    fields: {},
    ...(base.etag !== undefined && { etag: base.etag }),
  } as const
  const next = take(copy, sent, context)
  return step(next, { kind: 'send', sent: next.flight, remoteId })
}

const mayAskGuard = (base: Base, context: Context): boolean =>
  context.asksGuard === true && !context.guarded && base.etag !== undefined

/**
 * Tests whether writes are guarded before a delete is sent. A delete is never used for the test: a service that ignores
 * the ETag would delete. The text that was just read is written back with an ETag that cannot be right, and the answer
 * decides about the delete (C6).
 */
function askGuard(copy: WorkingCopy, context: Context): Step {
  const { base, remoteId } = copy
  if (base?.etag === undefined || remoteId === undefined) return step(settle(copy))
  const sent = { kind: 'update', text: base.text, fields: {}, etag: base.etag, asksGuard: true } as const
  const next = take(copy, sent, context)
  return step(next, { kind: 'send', sent: next.flight, remoteId })
}

/**
 * Sends a create. Its body and its key are frozen before the first try and repeated byte for byte; edits meanwhile
 * change mine (W17).
 */
function sendCreate(copy: WorkingCopy, context: Context): Step {
  const frozen = copy.create === undefined ? freeze(copy, context) : { ...copy, create: copy.create }
  const create = { ...frozen.create, lastTriedMs: context.nowMs }
  const next = take(
    { ...frozen, create },
    { kind: 'create', text: create.text, fields: create.fields },
    context,
  )
  return step(next, { kind: 'send', sent: next.flight, key: create.key })
}

/**
 * Marks a draft that a copy of this library may have sent already, or may still send. It is treated as one whose create
 * was lost: it is searched for before it is created. Both devices have the same text and the same key for it (W17).
 */
export function asMaybeMade(copy: WorkingCopy, sinceMs: number, context: Context): WorkingCopy {
  const isUntried =
    copy.create === undefined && copy.flight === undefined && copy.unconfirmedSends.length === 0
  const isDraft = copy.base === undefined && copy.remoteId === undefined && !copy.mine.deleted
  if (!isUntried || !isDraft || copy.phase === 'conflicted' || copy.phase === 'rejected') return copy
  const frozen = freeze(copy, context)
  const create = { ...frozen.create, firstTriedMs: sinceMs, lastTriedMs: sinceMs }
  const { text, fields } = create
  const id = copy.counter + 1
  const sent: Sent = { id, kind: 'create', text, fields, reason: 'retry', atMs: sinceMs }
  return { ...frozen, counter: id, create, unconfirmedSends: [sent] }
}

/** The copy with a create frozen from its present text and fields, under a key of its own. */
function freeze(copy: WorkingCopy, context: Context): WorkingCopy & { readonly create: FrozenCreate } {
  const { parked } = copy
  const mine = outgoing(copy, context.autosavePublished)
  const unresolved = context.unresolvedIn?.(mine.fields) ?? []
  const carried = FIELDS.filter((field) => !parked.includes(field) && !unresolved.includes(field))
  const title = parked.includes('title') ? titleFromText(mine.text) : effectiveTitle(mine)
  const create = {
    text: mine.text,
    fields: { ...pickFields(mine, carried), title },
    key: context.newKey,
    firstTriedMs: context.nowMs,
    lastTriedMs: context.nowMs,
  }
  return withKeyTaken({ ...copy, create })
}

/** The copy after one of its creates took the key that the context offered. */
export const withKeyTaken = <C extends WorkingCopy>(copy: C): C => ({
  ...copy,
  creates: (copy.creates ?? 0) + 1,
})

/** The fields that the service ignores: it shows their earlier values and not the values that were sent (A18). */
export function ignoredFields(
  sent: Sent,
  before: Rec | undefined,
  returned: Rec,
): readonly (typeof FIELDS)[number][] {
  if (before === undefined) return []
  const carried = { text: sent.text, fields: sent.fields }
  return changedFields(returned, carried).filter(
    (field) =>
      fieldOf(returned, field) !== undefined &&
      (fieldOf(before, field) === undefined || !changedFields(before, returned).includes(field)),
  )
}
