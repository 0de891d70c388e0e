import { sameNormalForm } from '../../../shared/text/normal-form'
import { assertNever, type Field } from '../../../shared/terms'
import { decide, discard, keepingTyped, resolve, undoMerge } from './deciding'
import { endWrite } from './outcomes'
import { endHistory, endFindCreated, endRead } from './questions'
import { asUncreated, isHeldBack, isPending, isWithinLimit, settle } from './pending'
import { sameRecord } from './record'
import { keepingWhatWent, loseId, withoutRevisions } from './restored'
import { intentOf, isPublishAsked } from './send-intent'
import { asMaybeMade, isAskedFor, stronger, trySend } from './sending'
import { isBehind, leftNow, mayBeBehind } from './sent'
import { bumpGeneration, prepend, forgotten, step, omit } from './step'
import { absorbDeletion, absorbRemote, absorbInConflict, rebaseOnto } from './absorb'
import type { Context, Effect, Event, Step } from './events'
import type { WorkingCopy } from './working-copy'

type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>

/**
 * The pure core: the next state of a working copy after an event, and the effects that follow. The caller journals
 * `next` before it runs an effect (W1), and answers each effect that asks for an answer exactly once, failures
 * included.
 */
export function transition(copy: WorkingCopy, event: Event, context: Context): Step {
  const kept = keepingTyped(copy, event, stepOf(copy, event, context))
  const settled = remembering(copy, keepingWhatWent(copy, event, kept, context), context)
  const held = { ...settled, next: keepingPublished(copy, event, settled.next) }
  const done = askingAgain(sayingWhatItWaitsFor(held, context), context)
  const { next, effects } = isNowhere(done.next) ? prepend(done.effects, forgotten(done.next)) : done
  const intent = intentOf(next, event.kind, context)
  return { next, effects: intent === undefined ? effects : [...effects, { kind: 'schedule', intent }] }
}

/**
 * The copy after the event, with the published words where the writer has written others since (C8): the words that she
 * published, until the service has them, and those of a published document that no longer exists on the service.
 */
function keepingPublished(before: WorkingCopy, event: Event, next: WorkingCopy): WorkingCopy {
  const isAsked = event.kind === 'send-asked' || event.kind === 'resolved'
  if (isAsked || !isPublishAsked(next)) return next.published === undefined ? next : omit(next, 'published')
  const { text, fields } = next.base === undefined ? (before.base ?? before.mine) : before.mine
  const isWritten = text !== next.mine.text || fields.title !== next.mine.fields.title
  const isMine = next.base === undefined || (WRITTEN.has(event.kind) && isPublishAsked(before))
  if (next.published !== undefined || fields.status !== 'published' || !isWritten || !isMine) return next
  return { ...next, published: { text, ...(fields.title !== undefined && { title: fields.title }) } }
}

const WRITTEN: ReadonlySet<Event['kind']> = new Set(['typed', 'restored', 'fields-edited'])

/** The step, with the earlier ETag of the base remembered where the base has another one now (W10). */
function remembering(before: WorkingCopy, done: Step, context: Context): Step {
  const { next, effects } = done
  const isSettled = next.isDoubted === true && next.base?.etag !== undefined
  if (isSettled) return { next: omit(next, 'isDoubted'), effects }
  const etag = before.base?.etag
  const isMoved = etag !== undefined && next.base?.etag !== undefined && etag !== next.base.etag
  return isMoved ? { next: { ...next, leftEtags: leftNow(before, etag, context) }, effects } : done
}

/**
 * The step, with a poll for a remote update that could not be taken in earlier: a settled copy sends no request that
 * would bring it (W10).
 */
function askingAgain(done: Step, { canSend }: Context): Step {
  const { next, effects } = done
  if (!canSend || next.remoteUpdatePending !== true || next.phase !== 'clean') return done
  return { next: omit(next, 'remoteUpdatePending'), effects: [...effects, { kind: 'poll' }] }
}

/**
 * The step, with a copy that cannot be sent now shown as queued at once, and not only when its pause is over. A copy
 * that is held back waits for the writer, whatever it waited for before (C8).
 */
function sayingWhatItWaitsFor(done: Step, context: Context): Step {
  const { next, effects } = done
  const isHeld = isHeldBack(next, context.autosavePublished) && !isAskedFor(next.sendIntent)
  if (next.phase === 'queued' && isHeld)
    return { next: { ...omit(next, 'problem'), phase: 'dirty' }, effects }
  if (next.phase !== 'dirty' || context.canSend || isHeld) return done
  return prepend(effects, trySend(next, 'pause', context))
}

/**
 * Whether the document was deleted during its first write, and that write did not land: the service has nothing to
 * delete (W11, W17).
 */
function isNowhere({ phase, base, mine, create, unconfirmedSends }: WorkingCopy): boolean {
  const isTried = create !== undefined || unconfirmedSends.length > 0
  return phase === 'queued' && mine.deleted && base === undefined && !isTried
}

function stepOf(copy: WorkingCopy, event: Event, context: Context): Step {
  switch (event.kind) {
    case 'typed':
      return type(copy, event.text, context)
    case 'restored':
      return restore(copy, event)
    case 'fields-edited':
      return editFields(copy, event)
    case 'deleted':
      return remove(copy)
    case 'undeleted':
      return bringBack(copy, context)
    case 'send-asked':
      return sendAsked(copy, event)
    case 'send-due':
      return sendDue(copy, event, context)
    case 'write-ended':
      return endWrite(copy, event, context)
    case 'read-ended':
      return endRead(copy, event, context)
    case 'versions-read':
    case 'versions-failed':
      return endHistory(copy, event, context)
    case 'find-created-ended':
      return endFindCreated(copy, event, context)
    case 'remote-read':
      return takeRemoteRead(copy, event, context)
    case 'decided':
      return decide(copy, event)
    case 'resolved':
      return resolve(copy, event, context)
    case 'merge-undone':
      return undoMerge(copy, context)
    case 'merge-accepted':
      return step(omit(copy, 'merge'))
    case 'discarded':
      return discard(copy)
    case 'replaced':
      return loseId(copy, context)
    case 'revisions-doubted':
      return step(withoutRevisions(copy))
    case 'loaded':
      return load(event.copiedSinceMs === undefined ? copy : asMaybeMade(copy, event.copiedSinceMs, context))
    default:
      return assertNever(event)
  }
}

/**
 * Applies typing: it changes mine only, in every phase (W5). Words typed into a document that was deleted here bring it
 * back, because the writer wants them.
 */
function type(copy: WorkingCopy, text: string, context: Context): Step {
  const typed = { ...copy, mine: { ...copy.mine, text } }
  return copy.mine.deleted && text !== copy.mine.text ? bringBack(typed, context) : moved(typed)
}

/** The step after mine has changed. A write or a request in flight goes on; a decision stays the writer's. */
function moved(copy: WorkingCopy): Step {
  switch (copy.phase) {
    case 'saving':
    case 'reconciling':
      return step(copy)
    case 'rejected':
      if (!isPending(copy) || isWithinLimit(copy)) return step(settle(omit(copy, 'problem', 'limitBytes')))
      return step(copy)
    case 'deleted':
      return isTypedOver(copy) ? step(...conflictOfDeleted(copy)) : step(copy)
    case 'conflicted':
      return isUndone(copy) ? adoptServerRecord(copy) : step(copy)
    default:
      return step(settle(copy))
  }
}

function isTypedOver({ base, mine }: WorkingCopy): boolean {
  return !mine.deleted && (base === undefined || !sameNormalForm(base.text, mine.text))
}

function conflictOfDeleted(copy: WorkingCopy): [WorkingCopy, Effect] {
  const conflict = {
    kind: 'deleted-there',
    token: `g${copy.generation}`,
    decisions: [],
    fieldDecisions: {},
    earlier: [],
    mineSinceMs: 0,
    theirsSinceMs: 0,
  } as const
  return [
    { ...copy, phase: 'conflicted', conflict },
    { kind: 'announce', what: 'conflict' },
  ]
}

/**
 * Whether mine was undone to base in a conflict. That takes theirs (W13), but never in a conflict about an overwritten
 * version (W21).
 */
function isUndone({ base, mine, conflict }: WorkingCopy): boolean {
  return (
    base !== undefined &&
    !mine.deleted &&
    conflict?.serverRecord !== undefined &&
    conflict.kind !== 'past' &&
    sameRecord(base, mine)
  )
}

function adoptServerRecord(copy: WorkingCopy): Step {
  const serverRecord = copy.conflict?.serverRecord
  if (serverRecord === undefined) return step(copy)
  const { text, fields } = serverRecord
  return step(
    settle(
      bumpGeneration({
        ...omit(copy, 'conflict'),
        base: serverRecord,
        mine: { text, fields, deleted: false },
      }),
    ),
  )
}

function restore(copy: WorkingCopy, event: EventOf<'restored'>): Step {
  const { mine } = copy
  const fields = event.title === undefined ? mine.fields : { ...mine.fields, title: event.title }
  const restored = moved({ ...copy, mine: { text: event.text, fields, deleted: false } })
  return prepend([{ kind: 'snapshot', reason: 'before-restore', record: mine }], restored)
}

/** Changes fields; an edited field is no longer parked (W2). */
function editFields(copy: WorkingCopy, { fields }: EventOf<'fields-edited'>): Step {
  const edited = Object.keys(fields) as Field[]
  return moved({
    ...copy,
    mine: { ...copy.mine, fields: { ...copy.mine.fields, ...fields } },
    parked: copy.parked.filter((field) => !edited.includes(field)),
  })
}

/**
 * Marks the document as deleted; during a flight the mark waits for its end. A document that was never sent and never
 * tried is removed at once, with a snapshot (W11, W17).
 */
function remove(copy: WorkingCopy): Step {
  if (copy.mine.deleted) return step(copy)
  const snapshot: Effect = { kind: 'snapshot', reason: 'before-delete', record: copy.mine }
  const marked = { ...omit(copy, 'deletionConfirmed'), mine: { ...copy.mine, deleted: true } }
  // A similar document on the service may belong to somebody else: it is never deleted, and no search can tell more
  // (W17).
  const isInDoubt = copy.phase === 'rejected' && copy.unconfirmedSends.length === 0
  const isTried = copy.flight !== undefined || (copy.create !== undefined && !isInDoubt)
  const neverSent = copy.base === undefined && copy.remoteId === undefined && !isTried
  const agreed = copy.phase === 'deleted' || copy.conflict?.kind === 'deleted-there'
  if (neverSent || agreed)
    return step(
      { ...omit(marked, 'conflict', 'problem', 'create', 'limitBytes'), phase: 'deleted' },
      snapshot,
      {
        kind: 'forget',
      },
    )
  if (copy.phase === 'conflicted' && copy.conflict !== undefined)
    return step(
      {
        ...marked,
        conflict: { ...copy.conflict, kind: copy.conflict.kind === 'past' ? 'past' : 'deleted-here' },
      },
      snapshot,
    )
  if (copy.phase === 'rejected') return step(settle(omit(marked, 'problem', 'limitBytes')), snapshot)
  return prepend([snapshot], moved(marked))
}

/**
 * Removes the mark. While a delete is in flight its end decides; after the delete has landed the document is created
 * anew (W11).
 */
function bringBack(copy: WorkingCopy, context: Context): Step {
  if (!copy.mine.deleted) return step(copy)
  const back = { ...copy, mine: { ...copy.mine, deleted: false } }
  if (copy.phase === 'deleted') return step(asUncreated(bumpGeneration(back)))
  const serverRecord = copy.conflict?.kind === 'deleted-here' ? copy.conflict.serverRecord : undefined
  // Without the mark there may be nothing left to decide.
  if (serverRecord !== undefined) return rebaseOnto(back, serverRecord, context, (next) => step(settle(next)))
  return moved(back)
}

/** Makes the next write what the writer asked for. Her request survives a restart until then. */
function sendAsked(copy: WorkingCopy, { reason }: EventOf<'send-asked'>): Step {
  const { phase } = copy
  if (phase === 'clean' || phase === 'conflicted' || phase === 'deleted') return step(copy)
  return step({ ...copy, sendIntent: stronger(copy.sendIntent, reason) })
}

function sendDue(copy: WorkingCopy, { reason }: EventOf<'send-due'>, context: Context): Step {
  switch (copy.phase) {
    case 'dirty':
    case 'queued':
      return trySend(copy, reason, context)
    case 'rejected':
      // In this phase no path sends anything automatically (W12).
      return isAskedFor(stronger(copy.sendIntent, reason)) ? trySend(copy, reason, context) : step(copy)
    case 'saving':
    case 'reconciling':
    case 'clean':
    case 'conflicted':
    case 'deleted':
      return step(copy)
    default:
      return assertNever(copy.phase)
  }
}

/**
 * Takes in a poll or a list item. One that was requested before a newer event is void; one that cannot be taken in now
 * is noted (W10).
 */
function takeRemoteRead(copy: WorkingCopy, event: EventOf<'remote-read'>, context: Context): Step {
  const { outcome, askedAt, listItem } = event
  if (outcome.kind === 'failed') return step(copy)
  const busy = copy.phase === 'saving' || copy.phase === 'reconciling' || copy.unconfirmedSends.length > 0
  if (busy) return step({ ...copy, remoteUpdatePending: true })
  if (askedAt !== copy.generation) return step(copy, { kind: 'poll' })
  if (copy.phase === 'conflicted' && copy.conflict?.kind === 'past')
    return step({ ...copy, remoteUpdatePending: true })
  if (outcome.kind === 'gone') return isKnownGone(copy) ? step(copy) : absorbDeletion(copy, context)
  const { seen } = outcome
  if (isBehind(copy, seen, context)) return step(copy)
  if (copy.phase === 'deleted' && copy.mine.deleted) return step(copy)
  const isKnown =
    copy.base !== undefined && sameRecord(copy.base, seen) && (listItem || copy.base.etag === seen.etag)
  // While an unguarded send may still land, every read reads the history too (W21).
  if (
    isKnown &&
    copy.phase !== 'conflicted' &&
    (context.guarded || copy.lateSends.length === 0 || !context.hasVersions)
  )
    return step(copy)
  if (listItem && (copy.phase !== 'clean' || mayBeBehind(copy, context))) return step(copy, { kind: 'poll' })
  if (copy.phase === 'conflicted') return absorbInConflict(copy, seen, context)
  if (copy.phase === 'rejected')
    return absorbRemote(copy, seen, context, (next) => step(keepRejected(copy, next)), 'settle')
  return absorbRemote(copy, seen, context, (next) => step(settle(next)), 'settle')
}

/** Whether the writer was told already that the document is gone: she is asked once, not in every round. */
const isKnownGone = ({ phase, conflict }: WorkingCopy): boolean =>
  phase === 'deleted' || (phase === 'conflicted' && conflict?.kind === 'deleted-there')

/**
 * Keeps the phase `rejected`: a clean merge moves base and the phase stays, unless nothing is pending any more (W10).
 */
function keepRejected(before: WorkingCopy, next: WorkingCopy): WorkingCopy {
  return isPending(next) ? { ...next, phase: before.phase } : settle(omit(next, 'problem', 'limitBytes'))
}

/**
 * Starts a copy that was read from the journal. No request in flight survives a start: a send may have landed, and a
 * question was not answered.
 */
function load(copy: WorkingCopy): Step {
  const { flight, reading } = copy
  const calm = omit(copy, 'flight', 'reading', 'readForWrite')
  const doubtful =
    flight === undefined
      ? calm
      : {
          ...calm,
          unconfirmedSends: [...copy.unconfirmedSends, flight],
          sendIntent: copy.sendIntent ?? flight.reason,
        }
  const resting = copy.phase === 'conflicted' || copy.phase === 'rejected' || copy.phase === 'deleted'
  const asked = reading?.theirs === undefined ? doubtful : { ...doubtful, remoteUpdatePending: true }
  if (resting) return step(asked)
  const settled = settle(asked)
  // A start with thousands of waiting documents writes none of those without an open request: they have not changed.
  const wasCalm = flight === undefined && reading === undefined && copy.readForWrite === undefined
  const isSame = settled.phase === copy.phase && Object.keys(settled).length === Object.keys(copy).length
  return step(wasCalm && isSame ? copy : bumpGeneration(settled))
}
