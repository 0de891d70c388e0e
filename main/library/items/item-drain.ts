import { problem, type Problem } from '../../../shared/problem'
import { isSameTagName } from '../../../shared/text/tag-name'
import { assertNever, type RemoteId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import type { Attempt } from '../../sync/outbox/sendable'
import {
  givesUpName,
  goneThere,
  landed,
  reconciled,
  nextStep,
  notDone,
  united,
  type Flight,
  type LibraryItem,
  type ItemBase,
} from './library-item'
import { bodyOf, type ItemOutcome, type ItemRemote } from './item-remote'
import type { LibraryItems } from './library-items'

/** One folder, tag or file while it is being sent. */
export interface Handle {
  /** As it is now; `undefined`: gone. */
  get(): LibraryItem | undefined
  /** Durable when it returns. */
  put(item: LibraryItem): void
  /** Gone on both sides. */
  gone(item: LibraryItem): void
  /** `twin` is the same thing under another id of this device: `item` goes on as both. */
  unite(item: LibraryItem, twin: LibraryItem): void
  /** Something else has to happen first. */
  waits(item: LibraryItem): boolean
}

export interface DrainParts {
  readonly items: LibraryItems
  readonly remote: ItemRemote
  readonly clock: Clock
  readonly capabilities: () => ServiceCapabilities
  readonly noteCapabilities: (capabilities: ServiceCapabilities) => void
  readonly newKey: () => string
}

/** A lost create is repeated no sooner than its own time-out has passed twice (W17). */
const CREATE_SETTLES_MS = 60_000
const STEPS_MAX = 8
/** An answer may lose its ETag on the way; so many in a row without one, where documents have them, and there is none. */
const NAMELESS_READS = 8
const UNNAMED = problem(
  'not-allowed',
  'The service wants the revision that a change is based on, but names none.',
)

/** Does what is pending on one folder, tag or file, step by step, until nothing is or something stops it. */
export async function drain(parts: DrainParts, handle: Handle): Promise<Attempt> {
  let isFresh = false
  let staleAgainst: string | undefined
  for (let step = 0; step < STEPS_MAX; step++) {
    const item = handle.get()
    if (!item || handle.waits(item)) return { kind: 'ended' }
    const next = nextStep(item, isFresh)
    switch (next.kind) {
      case 'none':
        return { kind: 'ended' }
      case 'forget':
        handle.gone(item)
        return { kind: 'ended' }
      case 'settle':
      case 'read': {
        const flight = next.kind === 'settle' ? item.flight : undefined
        const failure =
          flight?.verb === 'create'
            ? await settleCreate(parts, handle, item, flight)
            : ((await readAgain(parts, handle, item, flight)) ?? (await readUntilNamed(parts, handle)))
        if (failure) return { kind: 'failed', problem: failure }
        isFresh = flight?.verb !== 'create'
        break
      }
      case 'create':
      case 'update':
      case 'delete': {
        if (next.kind !== 'create' && isUnguarded(item, parts.capabilities()))
          return { kind: 'failed', problem: UNNAMED }
        const against = item.base?.etag ?? ''
        const outcome = await write(parts, handle, item, next.kind)
        if (outcome.kind === 'blocked' || outcome.kind === 'unknown')
          return { kind: 'failed', problem: outcome.problem }
        // Refused twice against the very revision that it shows (W19).
        if (outcome.kind === 'stale' && staleAgainst === against) unrecognised(handle)
        if (outcome.kind === 'stale') staleAgainst = against
        isFresh = false
        break
      }
      default:
        return assertNever(next)
    }
  }
  return { kind: 'failed', problem: problem('stale', 'It keeps changing on the service.') }
}

/** Others of its kind have shown a revision, and this one has not: it is read again before anything is written (W3). */
const isUnguarded = ({ kind, base }: LibraryItem, capabilities: ServiceCapabilities): boolean =>
  kind !== 'tag' && base?.etag === undefined && capabilities[`${kind}Etags`] === 'yes'

/** Documents have ETags; whether folders, or files, have them is not known yet. */
const mayBeNamed = ({ kind, base }: LibraryItem, capabilities: ServiceCapabilities): boolean =>
  kind !== 'tag' &&
  base !== undefined &&
  base.etag === undefined &&
  (capabilities.etags === 'yes' || capabilities.guarded === 'seen') &&
  capabilities[`${kind}Etags`] === undefined

/** Finds out once, before anything of this kind is written, whether the service has revisions of it (W3, C6). */
async function readUntilNamed(parts: DrainParts, handle: Handle): Promise<Problem | undefined> {
  for (let reads = 1; ; reads++) {
    const item = handle.get()
    if (!item || item.kind === 'tag' || !mayBeNamed(item, parts.capabilities())) return undefined
    if (reads === NAMELESS_READS) {
      parts.noteCapabilities({ [`${item.kind}Etags`]: 'no' })
      return undefined
    }
    const failure = await readAgain(parts, handle, item, undefined)
    if (failure) return failure
  }
}

async function write(
  parts: DrainParts,
  handle: Handle,
  item: LibraryItem,
  verb: Flight['verb'],
  isAnew = false,
): Promise<ItemOutcome> {
  const { remote, items } = parts
  const flight: Flight = {
    verb,
    // An upload carries the bytes and their name; the alternative text follows.
    fields: verb === 'create' && item.kind === 'file' ? { name: item.mine.name } : item.mine,
    atMs: parts.clock.now(),
    ...(verb === 'create' && {
      body: JSON.stringify(bodyOf(items, parts.capabilities(), item.kind, item.mine)),
      key: parts.newKey(),
    }),
    ...(isAnew && { isAnew }),
  }
  handle.put({ ...item, flight })
  if (verb === 'create') return create(parts, handle, item, flight, false)
  return ended(
    parts,
    handle,
    flight,
    await (verb === 'update' ? remote.update(item, flight) : remote.delete(item)),
  )
}

async function create(
  parts: DrainParts,
  handle: Handle,
  item: LibraryItem,
  flight: Flight,
  isRepeat: boolean,
): Promise<ItemOutcome> {
  const getsFree = item.kind === 'tag' && isStillNamed(parts.items, flight.fields.name)
  const outcome = await parts.remote.create(item, flight)
  // That a repeat did not get there says nothing about the first try: the flight stays, with its key (W17).
  if (outcome.kind === 'blocked' && isRepeat) return outcome
  if (outcome.kind === 'refused' && getsFree)
    return ended(parts, handle, flight, { kind: 'blocked', problem: outcome.problem })
  if (outcome.kind === 'refused' && item.kind === 'tag') {
    // Names of tags are unique: another device was first, and means the same tag.
    const found = await parts.remote.find(item, flight.fields)
    if (found.kind === 'found')
      return ended(parts, handle, flight, { kind: 'landed', theirs: found.theirs, remoteId: found.remoteId! })
  }
  return ended(parts, handle, flight, outcome)
}

/** A tag of this name is deleted or renamed here, and that has not gone yet. */
function isStillNamed(items: LibraryItems, name: string): boolean {
  for (const tag of items.all('tag'))
    if (givesUpName(tag) && isSameTagName(tag.base!.fields.name, name)) return true
  return false
}

/** Takes in how a write ended. Where that is unknown the flight stays, to be settled first. */
function ended({ items }: DrainParts, handle: Handle, flight: Flight, outcome: ItemOutcome): ItemOutcome {
  const item = handle.get()
  if (!item || outcome.kind === 'unknown') return outcome
  const at = items.moment()
  switch (outcome.kind) {
    case 'landed': {
      const answer = answerOf(flight, outcome)
      const twin = answer.remoteId === undefined ? undefined : items.byRemoteId(item.kind, answer.remoteId)
      if (flight.verb === 'delete') handle.gone(item)
      else if (twin && twin.id !== item.id) handle.unite(united(item, flight, twin, at), twin)
      else handle.put(landed(item, flight, answer, at))
      break
    }
    case 'refused':
      handle.put({ ...notDone(item, at), question: { kind: 'refused', problem: outcome.problem } })
      break
    case 'blocked':
      handle.put(notDone(item, at))
      break
    case 'stale':
    case 'gone':
      handle.put(withoutRevision(notDone(item, at)))
      break
    default:
      return assertNever(outcome)
  }
  return outcome
}

const answerOf = (
  flight: Flight,
  { theirs, remoteId }: ItemOutcome & { readonly kind: 'landed' },
): Partial<ItemBase> & { readonly remoteId?: RemoteId } => ({
  ...theirs,
  ...(flight.verb === 'create' && remoteId !== undefined && { remoteId }),
})

/** Reads it; with a `flight`, that also tells what became of that write. */
async function readAgain(
  { remote, items }: DrainParts,
  handle: Handle,
  asked: LibraryItem,
  flight: Flight | undefined,
): Promise<Problem | undefined> {
  const answer = await remote.read(asked)
  if (answer.kind === 'failed') return answer.problem
  const item = handle.get()
  if (!item) return undefined
  const at = items.moment()
  if (answer.kind === 'gone') {
    const left = goneThere(item, at)
    if (left) handle.put(left)
    else handle.gone(item)
  } else if (flight?.verb === 'update' && isAsSent(answer.theirs.fields, flight.fields))
    handle.put(landed(item, flight, answer.theirs, at))
  else handle.put(reconciled(notDone(item, at), answer.theirs, at))
  return undefined
}

/** After a lost answer: where keys are honoured the same bytes go again, elsewhere it is looked for first (W17). */
async function settleCreate(
  parts: DrainParts,
  handle: Handle,
  asked: LibraryItem,
  flight: Flight,
): Promise<Problem | undefined> {
  if (parts.capabilities().idempotency !== 'yes') {
    const found = await findCreated(parts, handle, asked, flight)
    if (found !== 'not there') return found
    const now = parts.clock.now()
    const item = handle.get()
    // The clock was set back meanwhile: the time is counted from now on.
    if (item && flight.atMs > now) handle.put({ ...item, flight: { ...flight, atMs: now } })
    const waitMs = Math.min(flight.atMs, now) + CREATE_SETTLES_MS - now
    if (waitMs > 0)
      return problem('timeout', 'The service did not say whether it was created.', { retryAfterMs: waitMs })
  }
  const outcome = await create(parts, handle, asked, flight, true)
  if (outcome.kind === 'unknown' && outcome.isStored) return settleStored(parts, handle, asked, flight)
  return outcome.kind === 'blocked' || outcome.kind === 'unknown' ? outcome.problem : undefined
}

/**
 * The service says that it has it, and not as what. Where its list does not show it, it was deleted before this device
 * saw it, and what is wanted here begins anew, once: a service that never shows what it has is not given more of it.
 */
async function settleStored(
  parts: DrainParts,
  handle: Handle,
  asked: LibraryItem,
  flight: Flight,
): Promise<Problem | undefined> {
  const found = await findCreated(parts, handle, asked, flight)
  if (found !== 'not there') return found
  const item = handle.get()
  if (!item) return undefined
  if (flight.isAnew) return problem('bad-answer', 'The service does not show what it says it has stored.')
  const outcome = await write(parts, handle, notDone(item, parts.items.moment()), 'create', true)
  const isToSettle = outcome.kind === 'unknown' && outcome.isStored === true
  return outcome.kind === 'blocked' || (outcome.kind === 'unknown' && !isToSettle)
    ? outcome.problem
    : undefined
}

/** Takes in what the create made, where the list shows it. */
async function findCreated(
  parts: DrainParts,
  handle: Handle,
  asked: LibraryItem,
  flight: Flight,
): Promise<Problem | undefined | 'not there'> {
  const found = await parts.remote.find(asked, flight.fields)
  if (found.kind === 'failed') return found.problem
  if (found.kind === 'gone') return 'not there'
  ended(parts, handle, flight, { kind: 'landed', theirs: found.theirs, remoteId: found.remoteId! })
  return undefined
}

function unrecognised(handle: Handle): void {
  const item = handle.get()
  const why = problem('stale', 'This service does not recognise its own revisions.')
  if (item) handle.put({ ...item, question: { kind: 'refused', problem: why } })
}

/** It is read again before the next write. */
function withoutRevision(item: LibraryItem): LibraryItem {
  return item.base ? { ...item, base: { fields: item.base.fields } } : item
}

const isAsSent = (theirs: LibraryItem['mine'], sent: LibraryItem['mine']) =>
  theirs.name === sent.name && (theirs.parentId === undefined || theirs.parentId === sent.parentId)
