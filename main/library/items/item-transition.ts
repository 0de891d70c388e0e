import { problem, type Problem } from '../../../shared/problem'
import { assertNever } from '../../../shared/terms'
import type { SendIntent } from '../../documents/core/events'
import { repeatOf } from '../../documents/core/lost-create'
import { omit, prepend } from '../../documents/core/step'
import {
  asUncreated,
  discarded,
  isBusy,
  isChangedHere,
  isKnown,
  isPending,
  keptMine,
  nextStep,
  notDone,
  openQuestion,
  withoutRevision,
  type Flight,
  type ItemBase,
  type LibraryItem,
  type OpenAttempt,
} from './library-item'
import { absorbed, landed, united } from './item-reconcile'
import type {
  ItemContext,
  ItemEffect,
  ItemEvent,
  ItemFound,
  ItemOutcome,
  ItemRead,
  ItemStep,
} from './item-events'

type Open = LibraryItem & { readonly attempt: OpenAttempt }

const WRITES_MAX = 4
/**
 * After this many consecutive answers without an ETag, where documents have them, the kind counts as having none: a
 * single ETag may be lost on the way.
 */
const UNNAMED_READS = 8

const UNNAMED = problem(
  'not-allowed',
  'The service wants the revision that a change is based on, but names none.',
)
const UNRECOGNISED = problem('stale', 'This service does not recognise its own revisions.')
const UNSHOWN = problem('bad-answer', 'The service does not show what it says it has stored.')
const KEEPS_CHANGING = problem('stale', 'It keeps changing on the service.')

const step = (next: LibraryItem, ...effects: readonly ItemEffect[]): ItemStep => ({ next, effects })

/**
 * The pure core of folders, tags and files: the next state of an item after an event, and the effects that follow. The
 * caller makes `next` durable before it runs an effect (W1), and answers each effect that sends a request exactly once,
 * failures included.
 */
export function transition(item: LibraryItem, event: ItemEvent, context: ItemContext): ItemStep {
  const { next, effects } = stepOf(item, event, context)
  if (next.attempt !== undefined || effects.some(({ kind }) => kind === 'forget')) return { next, effects }
  return { next, effects: [...effects, { kind: 'schedule', intent: intentOf(next, context.waits(next)) }] }
}

/** How soon the item is to be sent; `waits`: something else has to happen first. */
export function intentOf(item: LibraryItem, waits: boolean): SendIntent {
  if (!isPending(item)) return { kind: 'none' }
  // The outcome of an unconfirmed write is looked up all the same.
  const isHeld = openQuestion(item) !== undefined && item.flight === undefined
  if (isHeld || waits) return { kind: 'asked' }
  const isDelete = item.deleted && item.remoteId !== undefined && item.flight === undefined
  return isDelete ? { kind: 'undoable' } : { kind: 'now', first: false }
}

function stepOf(item: LibraryItem, event: ItemEvent, context: ItemContext): ItemStep {
  switch (event.kind) {
    case 'edited':
      return step({ ...omit(item, 'question'), mine: { ...item.mine, ...event.fields } })
    case 'deleted': {
      const { together } = event
      const wanted = item.question?.kind === 'clash' ? item : omit(item, 'question')
      return step({ ...wanted, deleted: true, ...(together && { together }) })
    }
    case 'undeleted':
      return bringBack(item)
    case 'discarded': {
      const left = discarded(item)
      return left ? step(left) : step(item, { kind: 'forget' })
    }
    case 'send-due':
      return begin(item, event.asked, context)
    case 'remote-read':
      return takeRemoteRead(item, event.askedAt, event.outcome, context)
    case 'write-ended':
      return isOpen(item) ? endWrite(item, event.outcome, context) : step(item)
    case 'read-ended':
      return isOpen(item) ? endRead(item, event.outcome, context) : step(item)
    case 'find-created-ended':
      return isOpen(item) ? endFindCreated(item, event.outcome, context) : step(item)
    default:
      return assertNever(event)
  }
}

/** Takes a delete back. Its refusal is void, and a clash that was open before it is open again. */
function bringBack(item: LibraryItem): ItemStep {
  const { question } = item
  const kept = omit(item, 'together', ...(question?.kind === 'refused' ? (['question'] as const) : []))
  const clash = question?.kind === 'refused' ? question.clash : undefined
  return step({ ...kept, deleted: false, ...(clash && { question: clash }) })
}

const isOpen = (item: LibraryItem): item is Open => item.attempt !== undefined

function begin(item: LibraryItem, isAsked: boolean, context: ItemContext): ItemStep {
  if (isOpen(item)) return step(item)
  const question = isAsked ? openQuestion(item) : undefined
  const wanted = question ? keptMine(item) : item
  const isRemade = question?.kind === 'gone-there'
  return prepend(
    isRemade ? [{ kind: 'remade' }] : [],
    proceed({ ...wanted, attempt: { writes: 0 } }, context),
  )
}

/**
 * Takes the next step of the attempt, until none is left, something else has to happen first, or a problem stops it.
 */
function proceed(item: Open, context: ItemContext): ItemStep {
  if (context.waits(item)) return rest(item)
  const next = nextStep(item, item.attempt.isFresh)
  switch (next) {
    case 'none':
      return rest(item)
    case 'forget':
      return step(item, { kind: 'forget' })
    case 'settle':
      return settle(item, context)
    case 'read':
      return step(item, { kind: 'read' })
    case 'create':
      return write(item, next, context)
    case 'update':
    case 'delete':
      return writeGuarded(item, next, context)
    default:
      return assertNever(next)
  }
}

const rest = (item: LibraryItem): ItemStep => step(omit(item, 'attempt'))

const fail = (item: LibraryItem, why: Problem): ItemStep =>
  step(omit(item, 'attempt'), { kind: 'failed', problem: why })

function refuse(item: LibraryItem, why: Problem): ItemStep {
  const clash = item.question?.kind === 'clash' ? item.question : undefined
  return rest({ ...item, question: { kind: 'refused', problem: why, ...(clash && { clash }) } })
}

/** Writes with the revision that was read or, where the kind has none, immediately after a read (W3). */
function writeGuarded(item: Open, verb: 'update' | 'delete', context: ItemContext): ItemStep {
  if (item.base?.etag !== undefined || context.etags === 'no') return write(item, verb, context)
  if (context.etags === 'yes') return fail(item, UNNAMED)
  if ((item.attempt.unnamedReads ?? 0) < UNNAMED_READS) return step(item, { kind: 'read' })
  return prepend([{ kind: 'no-etags' }], write(item, verb, context))
}

function write(item: Open, verb: Flight['verb'], context: ItemContext, isAnew = false): ItemStep {
  if (item.attempt.writes === WRITES_MAX) return fail(item, KEEPS_CHANGING)
  const isCreate = verb === 'create'
  const etag = isCreate ? undefined : item.base?.etag
  const flight: Flight = {
    verb,
    // An upload carries the bytes and their name; the alternative text follows.
    fields: isCreate && item.kind === 'file' ? { name: item.mine.name } : item.mine,
    ...(etag !== undefined && { etag }),
    atMs: context.nowMs,
    ...(isCreate && { body: context.bodyOf(item), key: context.keyOf(item) }),
    ...(isAnew && { isAnew }),
  }
  const counted = isCreate ? { ...item, creates: (item.creates ?? 0) + 1 } : item
  // If the search finds nothing, the create is sent at once: no earlier send of this device can still land.
  if (isCreate && !isAnew && item.maybeMade !== undefined)
    return find({ ...counted, flight: { ...flight, lastTriedMs: 0 } }, flight, context)
  return send(counted, flight, context)
}

function send(item: Open, sent: Flight, context: ItemContext, isRepeat = false): ItemStep {
  const flight = isRepeat ? { ...sent, lastTriedMs: context.nowMs } : sent
  const { writes, refusedEtag } = item.attempt
  const isHeld = flight.verb === 'create' && item.kind === 'tag' && context.isNameHeld(flight.fields.name)
  const attempt: OpenAttempt = {
    writes: writes + 1,
    ...(refusedEtag !== undefined && { refusedEtag }),
    ...(isRepeat && { isRepeat }),
    ...(isHeld && { isNameHeld: true }),
  }
  return step({ ...item, flight, attempt }, { kind: 'send', flight })
}

/** Takes in the end of a write. Where its outcome is unknown the flight stays, and is settled first (W6). */
function endWrite(item: Open, outcome: ItemOutcome, context: ItemContext): ItemStep {
  const { flight, attempt, kind } = item
  if (flight === undefined) return step(item)
  const undone: Open = { ...notDone(item, context.moment), attempt }
  switch (outcome.kind) {
    case 'landed':
      return flight.verb === 'delete' ? endDelete(item, context) : store(item, flight, outcome, context)
    case 'stale': {
      // The service refused its own present revision twice (W19).
      const refusedEtag = flight.etag ?? ''
      if (attempt.refusedEtag === refusedEtag) return refuse(undone, UNRECOGNISED)
      return proceed({ ...withoutRevision(undone), attempt: { ...attempt, refusedEtag } }, context)
    }
    case 'gone':
      return proceed({ ...withoutRevision(undone), attempt }, context)
    case 'refused':
      if (flight.verb !== 'create' || kind !== 'tag') return refuse(undone, outcome.problem)
      if (attempt.isNameHeld) return fail(undone, outcome.problem)
      // Tag names are unique: another device created the tag first, and it is the same tag.
      return find({ ...item, attempt: { ...attempt, refusal: outcome.problem } }, flight, context)
    case 'blocked':
      // A failed repeat proves nothing about the first attempt, so its key stays (W17).
      if (attempt.isRepeat) return fail(item, outcome.problem)
      return fail(
        outcome.problem.code === 'unreachable' ? notBegun(item, context.moment) : undone,
        outcome.problem,
      )
    case 'unknown':
      if (outcome.isStored && (attempt.isRepeat || flight.isAnew))
        return find({ ...item, attempt: { ...attempt, isStored: true } }, flight, context)
      return fail(item, outcome.problem)
    default:
      return assertNever(outcome)
  }
}

/**
 * Takes in that the write is done. An item that a pull took in meanwhile under the id of this create is the same item
 * (W17).
 */
function store(
  item: Open,
  sent: Flight,
  { theirs, remoteId }: { readonly theirs?: ItemBase; readonly remoteId?: string },
  context: ItemContext,
): ItemStep {
  const { attempt } = item
  const made = sent.verb === 'create' ? remoteId : undefined
  const twin = made === undefined ? undefined : context.twinOf(made)
  const next = twin
    ? united(item, sent, twin, context.moment)
    : landed(
        item,
        sent,
        { ...(theirs && { theirs }), ...(made !== undefined && { remoteId: made }) },
        context.moment,
      )
  return prepend(twin ? [{ kind: 'unite', twin }] : [], proceed({ ...next, attempt }, context))
}

/** Takes in a read, which also shows the outcome of an unconfirmed write. */
function endRead(item: Open, outcome: ItemRead, context: ItemContext): ItemStep {
  const { attempt } = item
  if (outcome.kind === 'failed') return fail(item, outcome.problem)
  if (outcome.kind === 'gone') return takeGone(item, context)
  const { theirs } = outcome
  const unnamedReads = theirs.etag === undefined ? (attempt.unnamedReads ?? 0) + 1 : 0
  const next = absorbed(item, theirs, context)
  return proceed({ ...next, attempt: { ...attempt, isFresh: true, unnamedReads } }, context)
}

/**
 * Finds out the outcome of an unconfirmed write: where keys are honoured a create is sent again, byte for byte (W17).
 */
function settle(item: Open, context: ItemContext): ItemStep {
  const { flight } = item
  if (flight?.verb !== 'create') return step(item, { kind: 'read' })
  return triedOf(flight, context).keyHolds ? send(item, flight, context, true) : find(item, flight, context)
}

const find = (item: Open, { fields }: Flight, { nowMs }: ItemContext): ItemStep =>
  step({ ...item, attempt: { ...item.attempt, soughtAtMs: nowMs } }, { kind: 'find-created', fields })

function endFindCreated(sought: Open, outcome: ItemFound, context: ItemContext): ItemStep {
  const { flight, attempt } = sought
  if (flight === undefined) return step(sought)
  if (outcome.kind === 'failed')
    return fail(sought.maybeMade ? { ...notBegun(sought, context.moment), attempt } : sought, outcome.problem)
  const item = omit(sought, 'maybeMade')
  if (outcome.kind === 'found') return store(item, flight, outcome, context)
  const undone: Open = { ...notDone(item, context.moment), attempt }
  if (attempt.refusal) return refuse(undone, attempt.refusal)
  if (!attempt.isStored) return repeatCreate(item, flight, context)
  // The stored item was deleted before this device saw it, and is created anew, once: a service that never shows its
  // records gets no more creates.
  return flight.isAnew ? fail(item, UNSHOWN) : write(undone, 'create', context, true)
}

/**
 * Undoes the count of a create that certainly did not reach the service, so that the next one has the same key, as on a
 * copy of this library (W17).
 */
const notBegun = (item: LibraryItem, at: number): LibraryItem => ({
  ...notDone(item, at),
  ...(item.creates !== undefined && { creates: item.creates - 1 }),
})

const triedOf = ({ atMs, lastTriedMs = atMs }: Flight, context: ItemContext) =>
  repeatOf({ firstTriedMs: atMs, lastTriedMs }, context)

/**
 * Repeats a create after a search found nothing, if the search began after the create's last attempt could no longer
 * land (W17).
 */
function repeatCreate(item: Open, flight: Flight, context: ItemContext): ItemStep {
  const { soughtAtMs = context.nowMs } = item.attempt
  const { waitMs, lastTriedMs } = triedOf(flight, { ...context, nowMs: soughtAtMs })
  if (waitMs <= 0) return item.deleted ? step(item, { kind: 'forget' }) : send(item, flight, context, true)
  const unsaid = problem('timeout', 'The service did not say whether it was created.', {
    retryAfterMs: waitMs,
  })
  return fail({ ...item, flight: { ...flight, lastTriedMs } }, unsaid)
}

/** Takes in a record that a pull has read, unless a newer event has happened since the request (W10). */
function takeRemoteRead(
  item: LibraryItem,
  askedAt: number,
  outcome: ItemRead,
  context: ItemContext,
): ItemStep {
  if (isBusy(item) || item.movedAt > askedAt || outcome.kind === 'failed') return step(item)
  if (outcome.kind === 'gone') return takeGone(item, context)
  return isKnown(item, outcome.theirs) ? step(item) : step(absorbed(item, outcome.theirs, context))
}

/** Ends a delete; where the writer has brought the item back meanwhile, it is created anew (W11). */
const endDelete = (item: Open, context: ItemContext): ItemStep =>
  item.deleted ? step(item, { kind: 'forget' }) : remake(item, context)

const remake = (item: LibraryItem, context: ItemContext): ItemStep => {
  const next = asUncreated(item, context.moment)
  return prepend([{ kind: 'remade' }], isOpen(next) ? proceed(next, context) : step(next))
}

/**
 * Handles an item that is gone on the service (a 404 with the API's error body): its pending changes become a question
 * (W11).
 */
function takeGone(item: LibraryItem, context: ItemContext): ItemStep {
  const { flight, lateSends = [], deleted } = item
  // The delete was our own, and the writer has brought the item back since.
  if (!deleted && [...lateSends, flight].some((sent) => sent?.verb === 'delete')) return remake(item, context)
  if (!isChangedHere(item)) return step(item, { kind: 'forget' })
  return rest({ ...notDone(item, context.moment), question: { kind: 'gone-there' } })
}
