import { problem } from '../../../shared/problem'
import { assertNever } from '../../../shared/terms'
import type { Context, Effect, Event, Step } from './events'
import { endVersions } from './history'
import { repeatOf } from './lost-create'
import { goOn, settledCreate } from './outcomes'
import { settle } from './pending'
import { sameRecord } from './record'
import { readBefore, trySend, withKeyTaken } from './sending'
import { BEHIND, isBehind, settleSends } from './sent'
import { bumpGeneration, prepend, forgotten, step, omit } from './step'
import { absorbDeletion, absorbRemote, rebaseOnto } from './absorb'
import type { Reading, Seen, Sent, WorkingCopy } from './working-copy'

type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>

const UNRECOGNISED = problem('not-allowed', 'This service does not recognise its own revisions.')
const UNKNOWN = problem('timeout', 'It is not known yet whether it arrived. Stet asks again soon.')

/**
 * Ends the read that `reconciling` waits for. A read that was asked for before something newer happened is repeated
 * (W10).
 */
export function endRead(copy: WorkingCopy, event: EventOf<'read-ended'>, context: Context): Step {
  const { reading } = copy
  if (reading === undefined || reading.id !== event.reading || reading.kind !== 'record') return step(copy)
  const answered = omit(copy, 'reading')
  const { outcome } = event
  if (outcome.kind === 'failed') return step(settle({ ...answered, problem: outcome.problem }))
  if (reading.askedAt !== copy.generation) return readBefore(answered, reading.then, context)
  if (outcome.kind === 'gone') return absorbDeletion(answered, context)
  const { seen } = outcome
  if (isBehind(answered, seen, context)) return step(settle({ ...answered, problem: BEHIND }))
  const recognised = countUnrecognised(answered, seen)
  if (recognised.phase === 'rejected')
    return step({ ...recognised, ...settleSends(recognised, seen, context) })
  return absorbRemote(recognised, seen, context, (next) => proceed(next, reading.then, context), reading.then)
}

/**
 * Counts reads that show exactly the revision and text which a 412 refused. After two of them the service will never
 * accept its own revision (W19).
 */
function countUnrecognised(copy: WorkingCopy, seen: Seen): WorkingCopy {
  const { refusedEtag, base } = copy
  if (refusedEtag === undefined) return copy
  const answered = omit(copy, 'refusedEtag')
  if (seen.etag !== refusedEtag || base === undefined || !sameRecord(base, seen))
    return omit(answered, 'unrecognised')
  const unrecognised = (copy.unrecognised ?? 0) + 1
  return unrecognised < 2
    ? { ...answered, unrecognised }
    : { ...omit(answered, 'unrecognised', 'sendIntent'), phase: 'rejected', problem: UNRECOGNISED }
}

/**
 * Continues after a read. A read that a newer event has made void does not permit a write: the document is read again.
 */
function proceed(copy: WorkingCopy, then: 'send' | 'settle', context: Context, isVoid = false): Step {
  const { remoteUpdatePending, ...calm } = copy
  const effects: Effect[] = remoteUpdatePending === true ? [{ kind: 'poll' }] : []
  const read = isVoid ? calm : { ...calm, readForWrite: true }
  return prepend(
    effects,
    then === 'send' ? trySend(read, copy.sendIntent ?? 'retry', context) : step(settle(calm)),
  )
}

/**
 * Continues once the history was read: with the send for which it was read, or after an unguarded write with the next
 * one.
 */
export function endHistory(
  copy: WorkingCopy,
  event: EventOf<'versions-read' | 'versions-failed'>,
  context: Context,
): Step {
  const isVoid = copy.reading?.askedAt !== copy.generation
  return endVersions(copy, event, context, (next, { then, audited }) => {
    if (audited === undefined) return proceed(next, then, context, isVoid)
    return then === 'send' ? goOn(next, 'save-key', context) : step(settle(next))
  })
}

/** Ends the search for the document of a lost create (W17). */
export function endFindCreated(
  copy: WorkingCopy,
  event: EventOf<'find-created-ended'>,
  context: Context,
): Step {
  const { reading, create } = copy
  if (reading === undefined || reading.id !== event.reading || create === undefined) return step(copy)
  const answered = omit(copy, 'reading')
  const { outcome } = event
  switch (outcome.kind) {
    case 'failed':
      return step(settle({ ...answered, problem: outcome.problem }))
    case 'found': {
      const { seen, sure } = outcome
      // Two creates with the same words may both have lost their answers: a document belongs to only one of them.
      if (seen.remoteId !== undefined && context.isTaken?.(seen.remoteId) === true)
        return searchFailed(answered, create, reading, context)
      // Nobody knows whether this is the document that was deleted here, so it stays on the service and is listed like
      // any other.
      if (!sure && copy.mine.deleted) return forgotten(answered)
      // The create is known to have landed, so the similar document is the one that it made: asking the writer would
      // lead to a second one.
      if (!sure && create.stored !== true)
        return step({
          ...omit(answered, 'sendIntent'),
          phase: 'rejected',
          problem: problem(
            'not-allowed',
            'The service has a document that is much like this one. Save again to create this one as well.',
          ),
          unconfirmedSends: [],
        })
      const found = bumpGeneration({
        ...omit(answered, 'create'),
        ...(seen.remoteId !== undefined && { remoteId: seen.remoteId }),
        base: { text: create.text, fields: create.fields },
        // A create never changes a document that exists, so none of its tries can still land here.
        ...settleSends(settledCreate(answered), seen, context),
      })
      return rebaseOnto(found, seen, context, (next) => proceed(next, 'send', context))
    }
    case 'nothing':
      return searchFailed(answered, create, reading, context)
    default:
      return assertNever(outcome)
  }
}

/**
 * Continues after a search that found nothing. With an honoured key a repeat is safe; otherwise the create is repeated
 * only if the search was made after its last attempt could no longer land.
 */
function searchFailed(
  copy: WorkingCopy,
  create: NonNullable<WorkingCopy['create']>,
  { askedAtMs }: Reading,
  context: Context,
): Step {
  const { waitMs, lastTriedMs } = repeatOf(create, { ...context, nowMs: askedAtMs ?? context.nowMs })
  const keyHolds = repeatOf(create, context).keyHolds && create.mixedUp !== true
  const tooLate = waitMs <= 0
  if (!keyHolds && !tooLate)
    return step({
      ...copy,
      create: { ...create, lastTriedMs },
      phase: 'queued',
      // With back-off alone all attempts could be used up by then, and the next one would be minutes away.
      problem: { ...UNKNOWN, retryAfterMs: waitMs },
    })
  if (copy.mine.deleted && tooLate && !keyHolds) return forgotten(copy)
  // Where the key is honoured the first attempt may still land; the create stays unconfirmed until the repeat is
  // answered.
  const settled = { ...copy, unconfirmedSends: keyHolds ? copy.unconfirmedSends : [], lateSends: [] }
  // A key that belongs to another document would be answered with that document again.
  const key = create.mixedUp === true ? context.newKey : create.key
  const taken = create.mixedUp === true ? withKeyTaken(settled) : settled
  const next = asRepeat(taken, { ...create, key }, context)
  return step(next, { kind: 'send', sent: next.flight, key })
}

/**
 * The copy with its frozen create sent again. A document that was deleted here is created too, because only then is its
 * id known and it can be deleted.
 */
function asRepeat(
  copy: WorkingCopy,
  create: NonNullable<WorkingCopy['create']>,
  context: Context,
): WorkingCopy & { readonly flight: Sent } {
  const id = copy.counter + 1
  const { text, fields, key, firstTriedMs } = create
  return {
    ...omit(copy, 'sendIntent'),
    counter: id,
    // The document that an earlier attempt stored does not exist any more.
    create: { text, fields, key, firstTriedMs, lastTriedMs: context.nowMs },
    flight: {
      id,
      kind: 'create',
      text: create.text,
      fields: create.fields,
      reason: copy.sendIntent ?? 'retry',
      atMs: context.nowMs,
    },
    phase: 'saving',
  }
}
