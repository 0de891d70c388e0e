import type { Problem } from '../../../shared/problem'
import { assertNever, type Field, type Fields } from '../../../shared/terms'
import { asUncreated, isPending, isWithinLimit, pendingOf, settle } from './pending'
import { readBefore, ignoredFields, trySend } from './sending'
import { askAudit } from './history'
import { baseAfter, holdsSent, settleSends, shows } from './sent'
import { fieldOf, sameField } from './record'
import { bumpGeneration, prepend, step, omit } from './step'
import { keepingMine, rebaseOnto } from './absorb'
import type { Context, Effect, Event, Step, WriteOutcome } from './events'
import type { Seen, Sent, WorkingCopy } from './working-copy'

type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>

/** The end of the one write in flight; an answer to another is void. */
export function endWrite(copy: WorkingCopy, event: EventOf<'write-ended'>, context: Context): Step {
  const sent = copy.flight
  if (sent === undefined || sent.id !== event.flight) return step(copy)
  const landed = bumpGeneration(omit(copy, 'flight'))
  const { outcome } = event
  return (
    (sent.asksGuard === true ? endGuardQuestion(landed, sent, outcome, context) : undefined) ??
    endOf(landed, sent, outcome, context)
  )
}

/**
 * The end of a write whose ETag could not be right (C6). Refused for it: nothing has happened, and the write goes with
 * the real one. Accepted: it is an unguarded write. Refused for something else: the real write finds out.
 */
function endGuardQuestion(
  landed: WorkingCopy,
  sent: Sent,
  outcome: WriteOutcome,
  context: Context,
): Step | undefined {
  switch (outcome.kind) {
    case 'stale':
      return trySend(withIntent(landed, sent), sent.reason, { ...context, guarded: true })
    case 'stored':
    case 'empty': {
      const unguarded = { ...context, guarded: false, asksGuard: false }
      return prepend([{ kind: 'announce', what: 'not-guarded' }], endOf(landed, sent, outcome, unguarded))
    }
    case 'refused':
      return trySend({ ...withIntent(landed, sent), readForWrite: true }, sent.reason, {
        ...context,
        asksGuard: false,
      })
    default:
      return undefined
  }
}

function endOf(landed: WorkingCopy, sent: Sent, outcome: WriteOutcome, context: Context): Step {
  switch (outcome.kind) {
    case 'stored':
      return sent.kind === 'delete' ? endDelete(landed) : store(landed, sent, outcome, context)
    case 'empty':
      return sent.kind === 'delete'
        ? endDelete(landed)
        : markUnconfirmed(confirmStored(landed), sent, context, 'settle')
    case 'stale':
      return markUnconfirmed(
        { ...landed, ...(sent.etag !== undefined && { refusedEtag: sent.etag }) },
        sent,
        context,
        'send',
      )
    case 'gone':
      return markUnconfirmed(landed, sent, context, 'send')
    case 'unknown':
      return markUnconfirmed({ ...landed, problem: outcome.problem }, sent, context, 'settle')
    case 'blocked': {
      // The key is known and what it made is gone: the words that are only here begin anew (W11, W17).
      const isGone = isRepeat(landed, sent) && outcome.problem.code === 'not-found'
      if (isGone) return endDelete(omit(settledCreate(withIntent(landed, sent)), 'create'))
      return step(settle({ ...unfreezeCreate(withIntent(landed, sent)), problem: outcome.problem }))
    }
    case 'refused':
      return refuse(landed, sent, outcome, context)
    default:
      return assertNever(outcome)
  }
}

/** The outcome is not known: every record sent is kept until a read settles it (W6). */
function markUnconfirmed(copy: WorkingCopy, sent: Sent, context: Context, then: 'send' | 'settle'): Step {
  // A repeated create is the same send: body and key are frozen.
  const others = sent.kind === 'create' ? [] : copy.unconfirmedSends
  const doubtful = { ...withIntent(copy, sent), unconfirmedSends: [...others, sent] }
  return context.canSend ? readBefore(doubtful, then) : step({ ...doubtful, phase: 'queued' })
}

/** Of a create that was answered with nothing it is known that it landed; which document it made is looked for (W17). */
function confirmStored(copy: WorkingCopy): WorkingCopy {
  return copy.create === undefined ? copy : { ...copy, create: { ...copy.create, stored: true } }
}

/** The copy with the reason of this write as its intent to send, where nothing stronger was asked for since. */
function withIntent(copy: WorkingCopy, sent: Sent): WorkingCopy {
  return { ...copy, sendIntent: copy.sendIntent ?? sent.reason }
}

/** Where no earlier try may have landed, the next create may carry the text of then. */
function unfreezeCreate(copy: WorkingCopy): WorkingCopy {
  return copy.unconfirmedSends.some(({ kind }) => kind === 'create') ? copy : omit(copy, 'create')
}

const isRepeat = (copy: WorkingCopy, sent: Sent): boolean =>
  sent.kind === 'create' && copy.unconfirmedSends.some(({ kind }) => kind === 'create')

/** A create that was answered for good: its earlier tries had the same key and come to the same. */
export function settledCreate(copy: WorkingCopy): WorkingCopy {
  return { ...copy, unconfirmedSends: [] }
}

function endDelete(copy: WorkingCopy): Step {
  const { mine } = copy
  if (mine.deleted)
    return step({ ...omit(copy, 'problem', 'sendIntent'), phase: 'deleted' }, { kind: 'forget' })
  return step(asUncreated(copy))
}

/**
 * The answer says 2xx and shows something else than what was sent: the outcome is unknown (W4). A read decides about a
 * document; a create that was answered with another document of this device is looked for (W17).
 */
function contradict(
  copy: WorkingCopy,
  sent: Sent,
  { remoteId }: Extract<WriteOutcome, { kind: 'stored' }>,
  context: Context,
): Step {
  if (sent.kind !== 'create') return markUnconfirmed(copy, { ...sent, contradicted: true }, context, 'settle')
  if (copy.create !== undefined && context.isTaken?.(remoteId) === true)
    return markUnconfirmed({ ...copy, create: { ...copy.create, mixedUp: true } }, sent, context, 'settle')
  const adopted = { ...omit(settledCreate(copy), 'create'), remoteId }
  return markUnconfirmed(adopted, { ...sent, contradicted: true }, context, 'settle')
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
    // The answer may be from before a restore that was noticed meanwhile (C7).
    ...(outcome.etag !== undefined && copy.isDoubted !== true && { etag: outcome.etag }),
  }
  const isAnothers = sent.kind === 'create' && context.isTaken?.(outcome.remoteId) === true
  if (isAnothers || !holdsSent(before, sent, returned)) return contradict(copy, sent, outcome, context)
  const said: Effect[] = []
  const ignored = ignoredFields(sent, before, returned)
  if (ignored.length > 0) said.push({ kind: 'announce', what: 'field-ignored', fields: ignored })
  if (returned.text !== sent.text && shows(returned, { ...sent, fields: {} }))
    said.push({ kind: 'announce', what: 'text-normalised' })
  if (copy.remoteUpdatePending === true) said.push({ kind: 'poll' })
  const asked = copy.sendIntent
  const calm = omit(
    copy,
    'problem',
    'create',
    'refusedEtag',
    'unrecognised',
    'remoteUpdatePending',
    'sendIntent',
  )
  const mayHaveLandedOver = !context.guarded && context.hasVersions && sent.kind === 'update'
  if (mayHaveLandedOver) {
    const pressed = asked === 'save-key' || asked === 'publish'
    return prepend(said, askAudit(calm, sent, returned, pressed ? 'send' : 'settle'))
  }
  const stored: WorkingCopy = {
    ...calm,
    ...settleSends(sent.kind === 'create' ? settledCreate(copy) : copy, returned, context),
    remoteId: outcome.remoteId,
    base: baseAfter(before, sent),
  }
  const taken = rebaseOnto(stored, returned, context, (next) =>
    asked === 'save-key' || asked === 'publish' ? goOn(next, asked, context) : step(settle(next)),
  )
  return prepend(said, keepingMine(copy, taken))
}

/** A save key that was pressed during the flight is honoured at once; what the flight carried is done. */
export function goOn(copy: WorkingCopy, reason: 'save-key' | 'publish', context: Context): Step {
  const { text, fields, deleted } = pendingOf(copy)
  return text || fields.length > 0 || deleted ? trySend(copy, reason, context) : step(settle(copy))
}

/**
 * Text never waits for a field: refused together, the text goes alone and the field is parked (W2). What was edited
 * during the flight was not refused, and goes again. What names a folder or a tag that is not here either loses the
 * name: it was deleted elsewhere, and will never be accepted.
 */
function refuse(
  copy: WorkingCopy,
  sent: Sent,
  outcome: Extract<WriteOutcome, { kind: 'refused' }>,
  context: Context,
): Step {
  const unfrozen = sent.kind === 'create' ? omit(settledCreate(copy), 'create') : copy
  if (isKeyUsed(copy, sent, outcome.problem))
    return trySend(unfrozen, copy.sendIntent ?? sent.reason, context)
  const carried = (Object.keys(sent.fields) as Field[]).filter(
    (field) => sent.kind !== 'create' || field !== 'title',
  )
  const blamed = outcome.fields.filter((field) => field in sent.fields && !copy.parked.includes(field))
  const refused = blamed.length > 0 ? blamed : copy.parked.length === 0 ? carried : []
  if (refused.length === 0) {
    const { limitBytes } = outcome
    const hasLimit = limitBytes !== undefined
    const rejected = { ...unfrozen, ...(hasLimit && { limitBytes }) }
    // What was refused may have been shortened or undone while it was on its way (W5).
    const isMended = !isPending(rejected) || (isWithinLimit(rejected) && rejected.mine.text !== sent.text)
    if (isMended) return step(settle(omit(rejected, 'problem', 'limitBytes')))
    return step({ ...rejected, phase: 'rejected', problem: outcome.problem })
  }
  const parked = refused.filter((field) => sameField(field, fieldOf(copy.mine, field), sent.fields[field]))
  const freed = withoutUnlisted(unfrozen, parked, context)
  const parkedNow = [...copy.parked, ...parked].filter((field) => !(field in freed))
  const without_ = {
    ...unfrozen,
    mine: { ...copy.mine, fields: { ...copy.mine.fields, ...freed } },
    parked: [...new Set(parkedNow)],
  }
  const said: readonly Effect[] =
    parked.length > 0 ? [{ kind: 'announce', what: 'field-parked', fields: parked }] : []
  return prepend(said, trySend(without_, copy.sendIntent ?? sent.reason, context))
}

/** A create that was tried before, and of which nothing is blamed but its key, goes with another one, whole (W17). */
function isKeyUsed({ create, unconfirmedSends }: WorkingCopy, sent: Sent, { fields = {} }: Problem): boolean {
  const isSearched = create !== undefined && create.firstTriedMs !== sent.atMs
  const isRepeated = isSearched || unconfirmedSends.some(({ kind }) => kind === 'create')
  const blamed = Object.keys(fields)
  return isRepeated && blamed.length === 1 && blamed[0]?.toLowerCase() === 'idempotency-key'
}

/** Of these fields those that name what is not here: a document stays in the folder in which the service shows it. */
function withoutUnlisted({ base }: WorkingCopy, refused: readonly Field[], context: Context): Fields {
  const { folderId, tagIds } = context.withoutUnlisted ?? {}
  return {
    ...(folderId !== undefined &&
      refused.includes('folderId') && { folderId: base?.fields.folderId ?? folderId }),
    ...(tagIds !== undefined && refused.includes('tagIds') && { tagIds }),
  }
}
