import type { Problem } from '../../../shared/problem'
import { assertNever, type Field, type Fields } from '../../../shared/terms'
import { asUncreated, isPending, isWithinLimit, pendingOf, settle } from './pending'
import { ignoredFields, isAskedFor, readBefore, trySend } from './sending'
import { askAudit } from './history'
import { baseAfter, holdsSent, settleSends, shows } from './sent'
import { fieldOf, sameField } from './record'
import { bumpGeneration, prepend, step, omit } from './step'
import { keepingMine, rebaseOnto } from './absorb'
import type { Context, Effect, Event, Step, WriteOutcome } from './events'
import type { Seen, Sent, WorkingCopy } from './working-copy'

type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>

/** Ends the one write in flight; the answer to any other write is void. */
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
 * Ends a write whose ETag could not be right (C6). If the service refused it for that ETag, nothing has happened, and
 * the write is sent with the real ETag. If the service accepted it, it was an unguarded write. If it was refused for
 * another reason, the write with the real ETag finds out.
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
      // The service knows the key, and the document that this create made is gone: the words exist only on this device
      // and become a new document (W11, W17).
      const isTriedBefore = isRepeat(landed, sent)
      const asked = withIntent(landed, sent)
      if (isTriedBefore && outcome.problem.code === 'not-found')
        return endDelete(omit(settledCreate(asked), 'create'))
      // Without an earlier attempt the next create may carry the text of that moment; after one, one key makes one
      // document.
      return step(settle({ ...(isTriedBefore ? asked : thawed(asked)), problem: outcome.problem }))
    }
    case 'refused':
      return refuse(landed, sent, outcome, context)
    default:
      return assertNever(outcome)
  }
}

/**
 * The copy as it was before a create that certainly was not sent: the next create takes the same key, as a copy of this
 * library would.
 */
const thawed = (copy: WorkingCopy): WorkingCopy =>
  copy.create === undefined
    ? copy
    : { ...omit(copy, 'create'), creates: Math.max(0, (copy.creates ?? 0) - 1) }

/** Marks a send whose outcome is unknown: its record is kept until a read settles it (W6). */
function markUnconfirmed(copy: WorkingCopy, sent: Sent, context: Context, then: 'send' | 'settle'): Step {
  // A repeated create is the same send: body and key are frozen.
  const others = sent.kind === 'create' ? [] : copy.unconfirmedSends
  const doubtful = { ...withIntent(copy, sent), unconfirmedSends: [...others, sent] }
  return context.canSend ? readBefore(doubtful, then, context) : step({ ...doubtful, phase: 'queued' })
}

/** Notes that a create landed, although its answer named no document; a search finds which one it made (W17). */
function confirmStored(copy: WorkingCopy): WorkingCopy {
  return copy.create === undefined ? copy : { ...copy, create: { ...copy.create, stored: true } }
}

/** The copy with the reason of this write as its intent to send, where nothing stronger was asked for since. */
function withIntent(copy: WorkingCopy, sent: Sent): WorkingCopy {
  return { ...copy, sendIntent: copy.sendIntent ?? sent.reason }
}

/** Whether the create was tried before. A search that found nothing does not stop an earlier try from landing late. */
const isRepeat = ({ create, unconfirmedSends }: WorkingCopy, sent: Sent): boolean =>
  sent.kind === 'create' &&
  ((create !== undefined && create.firstTriedMs !== sent.atMs) ||
    unconfirmedSends.some(({ kind }) => kind === 'create'))

/** The copy after a create was answered for good: its earlier tries had the same key and have the same outcome. */
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
 * Ends a write that was answered with 2xx and a text other than the one sent: the outcome is unknown (W4). A read of
 * the document decides; for a create that was answered with another document of this device, a search decides (W17).
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
 * Ends a write that was stored: the record that was sent becomes the base, and other changes in the answer count as
 * theirs (W4). Where writes are not guarded, the history is read once more (W21).
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
    const pressed = isAskedFor(asked)
    return prepend(said, askAudit(calm, sent, returned, pressed ? 'send' : 'settle'))
  }
  const stored: WorkingCopy = {
    ...calm,
    ...settleSends(sent.kind === 'create' ? settledCreate(copy) : copy, returned, context),
    remoteId: outcome.remoteId,
    base: baseAfter(before, sent),
  }
  const taken = rebaseOnto(stored, returned, context, (next) =>
    isAskedFor(asked) ? goOn(next, asked, context) : step(settle(next)),
  )
  return prepend(said, keepingMine(copy, taken))
}

/**
 * Sends again at once where the save key was pressed during the flight; the intents that this flight has fulfilled are
 * cleared.
 */
export function goOn(copy: WorkingCopy, reason: 'save-key' | 'publish', context: Context): Step {
  const { text, fields, deleted } = pendingOf(copy)
  return text || fields.length > 0 || deleted ? trySend(copy, reason, context) : step(settle(copy))
}

/**
 * Ends a write that was refused. A refused field never holds back the text: where both were refused, the text is sent
 * alone and the field is parked (W2). A field that was edited during the flight was not refused and is sent again. A
 * field that names a folder or a tag which this device does not list loses that name: the item was deleted elsewhere
 * and will never be accepted.
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
    // The refused text may have been shortened or undone while the write was in flight (W5).
    const isMended = !isPending(rejected) || (isWithinLimit(rejected) && rejected.mine.text !== sent.text)
    if (isMended) return step(settle(omit(rejected, 'problem', 'limitBytes')))
    return step({ ...omit(rejected, 'sendIntent'), phase: 'rejected', problem: outcome.problem })
  }
  const parked = refused.filter((field) => sameField(field, fieldOf(copy.mine, field), sent.fields[field]))
  const freed = withoutUnlisted(unfrozen, parked, context)
  const parkedNow = [...copy.parked, ...parked].filter((field) => !(field in freed))
  const parkedCopy = {
    ...unfrozen,
    mine: { ...copy.mine, fields: { ...copy.mine.fields, ...freed } },
    parked: [...new Set(parkedNow)],
  }
  const said: readonly Effect[] =
    parked.length > 0 ? [{ kind: 'announce', what: 'field-parked', fields: parked }] : []
  return prepend(said, trySend(parkedCopy, copy.sendIntent ?? sent.reason, context))
}

/**
 * Whether only the key of a create is refused, and the create was tried before, or may have been by a copy of this
 * library: the whole create is then sent with another key (W17). A repeat that is refused without a reason counts as
 * one, because the reason may be lost with the answer. The number of new keys is bounded, for a service that refuses
 * every key.
 */
function isKeyUsed(copy: WorkingCopy, sent: Sent, { code, fields = {} }: Problem): boolean {
  const blamed = Object.keys(fields)
  const isOfKey = blamed.length === 1 && blamed[0]?.toLowerCase() === 'idempotency-key'
  const isUnexplained = blamed.length === 0 && code === 'invalid'
  return isRepeat(copy, sent) ? isOfKey || isUnexplained : isOfKey && copy.creates === 1
}

/**
 * The refused fields that name a folder or a tag which this device does not list, without that name. A document stays
 * in the folder in which the service shows it.
 */
function withoutUnlisted({ base }: WorkingCopy, refused: readonly Field[], context: Context): Fields {
  const { folderId, tagIds } = context.withoutUnlisted ?? {}
  return {
    ...(folderId !== undefined &&
      refused.includes('folderId') && { folderId: base?.fields.folderId ?? folderId }),
    ...(tagIds !== undefined && refused.includes('tagIds') && { tagIds }),
  }
}
