import { problem } from '../../shared/problem'
import { assertNever, type Field } from '../../shared/terms'
import { begunAnew, isPending, isWithinLimit, pendingOf, rest } from './pending'
import { sameRecord } from './record'
import { askFirst, ignoredFields, trySend } from './sending'
import { askAudit, endVersions } from './history'
import { baseAfter, settleSends, shows } from './sent'
import { aged, after, step, without } from './step'
import { takeGone, takeIn, takeOver } from './taking'
import type { Context, Effect, Event, Seen, Sent, Step, WorkingCopy, WriteOutcome } from './working-copy'

type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>

const UNRECOGNISED = problem('not-allowed', 'This service does not recognise its own revisions.')
const UNKNOWN = problem('timeout', 'Not known yet whether it arrived; asked again soon.')
const CREATE_TIMEOUT_MS = 30_000
const KEY_LIFE_MS = 24 * 60 * 60 * 1000

/** The end of the one write in flight; an answer to another is void. */
export function endWrite(copy: WorkingCopy, event: EventOf<'write-ended'>, context: Context): Step {
  const sent = copy.flight
  if (sent === undefined || sent.id !== event.flight) return step(copy)
  const landed = aged(without(copy, 'flight'))
  const { outcome } = event
  switch (outcome.kind) {
    case 'stored':
      return sent.kind === 'delete' ? endDelete(landed) : store(landed, sent, outcome, context)
    case 'empty':
      return sent.kind === 'delete' ? endDelete(landed) : doubt(landed, sent, context, 'rest')
    case 'stale':
      return doubt(
        { ...landed, ...(sent.etag !== undefined && { refusedEtag: sent.etag }) },
        sent,
        context,
        'send',
      )
    case 'gone':
      return doubt(landed, sent, context, 'send')
    case 'unknown':
      return doubt({ ...landed, problem: outcome.problem }, sent, context, 'rest')
    case 'blocked': {
      // The key is known and what it made is gone: the words that are only here begin anew (W11, W17).
      const isGone = isRepeat(landed, sent) && outcome.problem.code === 'not-found'
      if (isGone) return endDelete(without(settledCreate(asWanted(landed, sent)), 'create'))
      return step(rest({ ...thaw(asWanted(landed, sent)), problem: outcome.problem }))
    }
    case 'refused':
      return refuse(landed, sent, outcome, context)
    default:
      return assertNever(outcome)
  }
}

/** The outcome is not known: every record sent is kept until a read settles it (W6). */
function doubt(copy: WorkingCopy, sent: Sent, context: Context, then: 'send' | 'rest'): Step {
  // A repeated create is the same send: body and key are frozen.
  const others = sent.kind === 'create' ? [] : copy.unconfirmed
  const doubtful = { ...asWanted(copy, sent), unconfirmed: [...others, sent] }
  return context.canSend ? askFirst(doubtful, then) : step({ ...doubtful, phase: 'queued' })
}

/** What this write was asked for is still wanted, where nothing stronger was asked for since. */
function asWanted(copy: WorkingCopy, sent: Sent): WorkingCopy {
  return { ...copy, wanted: copy.wanted ?? sent.reason }
}

/** Where no earlier try may have landed, the next create may carry the text of then. */
function thaw(copy: WorkingCopy): WorkingCopy {
  return copy.unconfirmed.some(({ kind }) => kind === 'create') ? copy : without(copy, 'create')
}

const isRepeat = (copy: WorkingCopy, sent: Sent): boolean =>
  sent.kind === 'create' && copy.unconfirmed.some(({ kind }) => kind === 'create')

/** A create that was answered for good: its earlier tries had the same key and come to the same. */
function settledCreate(copy: WorkingCopy): WorkingCopy {
  return { ...copy, unconfirmed: [] }
}

function endDelete(copy: WorkingCopy): Step {
  const { mine } = copy
  if (mine.deleted)
    return step({ ...without(copy, 'problem', 'wanted'), phase: 'deleted' }, { kind: 'forget' })
  return step(begunAnew(copy))
}

/**
 * Stored: what was sent is the base; what came back and was not sent is theirs (W4). Where writes are not guarded the
 * history is read once more (W21).
 */
function store(
  copy: WorkingCopy,
  sent: Sent,
  outcome: Extract<WriteOutcome, { kind: 'stored' }>,
  context: Context,
): Step {
  const before = copy.base
  const returned: Seen = {
    text: outcome.text ?? sent.text,
    fields: outcome.fields,
    ...(outcome.etag !== undefined && { etag: outcome.etag }),
  }
  const said: Effect[] = []
  const ignored = ignoredFields(sent, before, returned)
  if (ignored.length > 0) said.push({ kind: 'announce', what: 'field-ignored', fields: ignored })
  if (returned.text !== sent.text && shows(returned, { ...sent, fields: {} }))
    said.push({ kind: 'announce', what: 'text-normalised' })
  if (copy.newsNoted === true) said.push({ kind: 'poll' })
  const asked = copy.wanted
  const calm = without(copy, 'problem', 'create', 'refusedEtag', 'unrecognised', 'newsNoted', 'wanted')
  const mayHaveLandedOver = !context.guarded && context.hasVersions && sent.kind === 'update'
  if (mayHaveLandedOver) {
    const pressed = asked === 'save-key' || asked === 'publish'
    return after(said, askAudit(calm, sent, returned, pressed ? 'send' : 'rest'))
  }
  const stored: WorkingCopy = {
    ...calm,
    ...settleSends(sent.kind === 'create' ? settledCreate(copy) : copy, returned, context),
    remoteId: outcome.remoteId,
    base: baseAfter(before, sent),
  }
  return after(
    said,
    takeOver(stored, returned, context, (next) =>
      asked === 'save-key' || asked === 'publish' ? goOn(next, asked, context) : step(rest(next)),
    ),
  )
}

/** A save key that was pressed during the flight is honoured at once; what the flight carried is done. */
function goOn(copy: WorkingCopy, reason: 'save-key' | 'publish', context: Context): Step {
  const { text, fields, deleted } = pendingOf(copy)
  return text || fields.length > 0 || deleted ? trySend(copy, reason, context) : step(rest(copy))
}

/** Text never waits for a field: refused together, the text goes alone and the field is parked (W2). */
function refuse(
  copy: WorkingCopy,
  sent: Sent,
  outcome: Extract<WriteOutcome, { kind: 'refused' }>,
  context: Context,
): Step {
  const thawed = sent.kind === 'create' ? without(settledCreate(copy), 'create') : copy
  const carried = (Object.keys(sent.fields) as Field[]).filter(
    (field) => sent.kind !== 'create' || field !== 'title',
  )
  const blamed = outcome.fields.filter((field) => field in sent.fields && !copy.parked.includes(field))
  const parked = blamed.length > 0 ? blamed : copy.parked.length === 0 ? carried : []
  if (parked.length === 0) {
    const { limitBytes } = outcome
    const hasLimit = limitBytes !== undefined
    const rejected = { ...thawed, ...(hasLimit && { limitBytes }) }
    // What was refused may have been shortened or undone while it was on its way (W5).
    const isMended = !isPending(rejected) || (isWithinLimit(rejected) && rejected.mine.text !== sent.text)
    if (isMended) return step(rest(without(rejected, 'problem', 'limitBytes')))
    return step({ ...rejected, phase: 'rejected', problem: outcome.problem })
  }
  const without_ = { ...thawed, parked: [...new Set([...copy.parked, ...parked])] }
  return after(
    [{ kind: 'announce', what: 'field-parked', fields: parked }],
    trySend(without_, copy.wanted ?? sent.reason, context),
  )
}

/** The answer to the question that `reconciling` asked. Asked before something newer, it is asked again (W10). */
export function endRead(copy: WorkingCopy, event: EventOf<'read-ended'>, context: Context): Step {
  const { reading } = copy
  if (reading === undefined || reading.id !== event.reading || reading.kind !== 'record') return step(copy)
  const answered = without(copy, 'reading')
  const { outcome } = event
  if (outcome.kind === 'failed') return step(rest({ ...answered, problem: outcome.problem }))
  if (reading.askedAt !== copy.generation) return askFirst(answered, reading.then)
  if (outcome.kind === 'gone') return takeGone(answered, context)
  const { seen } = outcome
  const recognised = countUnrecognised(answered, seen)
  if (recognised.phase === 'rejected')
    return step({ ...recognised, ...settleSends(recognised, seen, context) })
  return takeIn(recognised, seen, context, (next) => proceed(next, reading.then, context), reading.then)
}

/** W19: a 412, and then a read of the very revision and text it refused, twice: this service will never agree. */
function countUnrecognised(copy: WorkingCopy, seen: Seen): WorkingCopy {
  const { refusedEtag, base } = copy
  if (refusedEtag === undefined) return copy
  const rest_ = without(copy, 'refusedEtag')
  if (seen.etag !== refusedEtag || base === undefined || !sameRecord(base, seen))
    return without(rest_, 'unrecognised')
  const unrecognised = (copy.unrecognised ?? 0) + 1
  return unrecognised < 2
    ? { ...rest_, unrecognised }
    : { ...without(rest_, 'unrecognised'), phase: 'rejected', problem: UNRECOGNISED }
}

function proceed(copy: WorkingCopy, then: 'send' | 'rest', context: Context): Step {
  const { newsNoted, ...calm } = copy
  const effects: Effect[] = newsNoted === true ? [{ kind: 'poll' }] : []
  return after(
    effects,
    then === 'send'
      ? trySend({ ...calm, readForWrite: true }, copy.wanted ?? 'retry', context)
      : step(rest(calm)),
  )
}

/** The history was looked at: after a read the send that it was for goes on, after an unguarded write the next one. */
export function endHistory(
  copy: WorkingCopy,
  event: EventOf<'versions-read' | 'versions-failed'>,
  context: Context,
): Step {
  return endVersions(copy, event, context, (next, { then, audited }) => {
    if (audited === undefined) return proceed(next, then, context)
    return then === 'send' ? goOn(next, 'save-key', context) : step(rest(next))
  })
}

/** What a look for the document of a lost create found (W17). */
export function endLook(copy: WorkingCopy, event: EventOf<'looked'>, context: Context): Step {
  const { reading, create } = copy
  if (reading === undefined || reading.id !== event.reading || create === undefined) return step(copy)
  const answered = without(copy, 'reading')
  const { outcome } = event
  switch (outcome.kind) {
    case 'failed':
      return step(rest({ ...answered, problem: outcome.problem }))
    case 'found': {
      const { seen, sure } = outcome
      if (!sure)
        return step({
          ...answered,
          phase: 'rejected',
          problem: problem(
            'not-allowed',
            'The service has a document much like this one. Save again to create it all the same.',
          ),
          unconfirmed: [],
        })
      const found = aged({
        ...without(answered, 'create'),
        ...(seen.remoteId !== undefined && { remoteId: seen.remoteId }),
        base: { text: create.text, fields: create.fields },
        ...settleSends(answered, seen, context),
      })
      return takeOver(found, seen, context, (next) => proceed(next, 'send', context))
    }
    case 'nothing':
      return lookedInVain(answered, create, context)
    default:
      return assertNever(outcome)
  }
}

/** A key that is honoured makes repeating safe; elsewhere only when the first try can no longer land. */
function lookedInVain(copy: WorkingCopy, create: NonNullable<WorkingCopy['create']>, context: Context): Step {
  const keyHolds = context.honoursKeys && context.nowMs - create.firstTriedMs < KEY_LIFE_MS
  const tooLate = context.nowMs - create.lastTriedMs > 2 * CREATE_TIMEOUT_MS
  if (!keyHolds && !tooLate)
    return step({
      ...copy,
      phase: 'queued',
      problem: copy.problem ?? UNKNOWN,
    })
  if (copy.mine.deleted && tooLate && !keyHolds)
    return step({ ...without(copy, 'create'), unconfirmed: [], phase: 'deleted' }, { kind: 'forget' })
  // Where the key holds the first try may still land; until this one is answered it stays in doubt.
  const settled = { ...copy, unconfirmed: keyHolds ? copy.unconfirmed : [], ghosts: [] }
  const repeat = asRepeat(settled, create, context)
  return step(repeat, { kind: 'send', sent: repeat.flight, key: create.key })
}

/** The frozen body once more, also for a document deleted here: only so is it known what there is to delete. */
function asRepeat(
  copy: WorkingCopy,
  create: NonNullable<WorkingCopy['create']>,
  context: Context,
): WorkingCopy & { readonly flight: Sent } {
  const id = copy.counter + 1
  return {
    ...without(copy, 'wanted'),
    counter: id,
    create: { ...create, lastTriedMs: context.nowMs },
    flight: {
      id,
      kind: 'create',
      text: create.text,
      fields: create.fields,
      reason: copy.wanted ?? 'retry',
      atMs: context.nowMs,
    },
    phase: 'saving',
  }
}
