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
  type Place,
  type PlaceBase,
} from './place'
import { bodyOf, type PlaceOutcome, type PlaceRemote } from './place-remote'
import type { Places } from './places'

/** One folder, tag or file while it is being sent. */
export interface Handle {
  /** As it is now; `undefined`: gone. */
  get(): Place | undefined
  /** Durable when it returns. */
  put(place: Place): void
  /** Gone on both sides. */
  gone(place: Place): void
  /** `twin` is the same thing under another id of this device: `place` goes on as both. */
  unite(place: Place, twin: Place): void
  /** Something else has to happen first. */
  waits(place: Place): boolean
}

export interface DrainParts {
  readonly places: Places
  readonly remote: PlaceRemote
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
    const place = handle.get()
    if (!place || handle.waits(place)) return { kind: 'ended' }
    const next = nextStep(place, isFresh)
    switch (next.kind) {
      case 'none':
        return { kind: 'ended' }
      case 'forget':
        handle.gone(place)
        return { kind: 'ended' }
      case 'settle':
      case 'read': {
        const flight = next.kind === 'settle' ? place.flight : undefined
        const failure =
          flight?.verb === 'create'
            ? await settleCreate(parts, handle, place, flight)
            : ((await readAgain(parts, handle, place, flight)) ?? (await readUntilNamed(parts, handle)))
        if (failure) return { kind: 'failed', problem: failure }
        isFresh = flight?.verb !== 'create'
        break
      }
      case 'create':
      case 'update':
      case 'delete': {
        if (next.kind !== 'create' && isUnguarded(place, parts.capabilities()))
          return { kind: 'failed', problem: UNNAMED }
        const against = place.base?.etag ?? ''
        const outcome = await write(parts, handle, place, next.kind)
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
const isUnguarded = ({ kind, base }: Place, capabilities: ServiceCapabilities): boolean =>
  kind !== 'tag' && base?.etag === undefined && capabilities[`${kind}Etags`] === 'yes'

/** Documents have ETags; whether folders, or files, have them is not known yet. */
const mayBeNamed = ({ kind, base }: Place, capabilities: ServiceCapabilities): boolean =>
  kind !== 'tag' &&
  base !== undefined &&
  base.etag === undefined &&
  (capabilities.etags === 'yes' || capabilities.guarded === 'seen') &&
  capabilities[`${kind}Etags`] === undefined

/** Finds out once, before anything of this kind is written, whether the service has revisions of it (W3, C6). */
async function readUntilNamed(parts: DrainParts, handle: Handle): Promise<Problem | undefined> {
  for (let reads = 1; ; reads++) {
    const place = handle.get()
    if (!place || place.kind === 'tag' || !mayBeNamed(place, parts.capabilities())) return undefined
    if (reads === NAMELESS_READS) {
      parts.noteCapabilities({ [`${place.kind}Etags`]: 'no' })
      return undefined
    }
    const failure = await readAgain(parts, handle, place, undefined)
    if (failure) return failure
  }
}

async function write(
  parts: DrainParts,
  handle: Handle,
  place: Place,
  verb: Flight['verb'],
  isAnew = false,
): Promise<PlaceOutcome> {
  const { remote, places } = parts
  const flight: Flight = {
    verb,
    // An upload carries the bytes and their name; the alternative text follows.
    fields: verb === 'create' && place.kind === 'file' ? { name: place.mine.name } : place.mine,
    atMs: parts.clock.now(),
    ...(verb === 'create' && {
      body: JSON.stringify(bodyOf(places, parts.capabilities(), place.kind, place.mine)),
      key: parts.newKey(),
    }),
    ...(isAnew && { isAnew }),
  }
  handle.put({ ...place, flight })
  if (verb === 'create') return create(parts, handle, place, flight, false)
  return ended(
    parts,
    handle,
    flight,
    await (verb === 'update' ? remote.update(place, flight) : remote.delete(place)),
  )
}

async function create(
  parts: DrainParts,
  handle: Handle,
  place: Place,
  flight: Flight,
  isRepeat: boolean,
): Promise<PlaceOutcome> {
  const getsFree = place.kind === 'tag' && isStillNamed(parts.places, flight.fields.name)
  const outcome = await parts.remote.create(place, flight)
  // That a repeat did not get there says nothing about the first try: the flight stays, with its key (W17).
  if (outcome.kind === 'blocked' && isRepeat) return outcome
  if (outcome.kind === 'refused' && getsFree)
    return ended(parts, handle, flight, { kind: 'blocked', problem: outcome.problem })
  if (outcome.kind === 'refused' && place.kind === 'tag') {
    // Names of tags are unique: another device was first, and means the same tag.
    const found = await parts.remote.find(place, flight.fields)
    if (found.kind === 'found')
      return ended(parts, handle, flight, { kind: 'landed', theirs: found.theirs, remoteId: found.remoteId! })
  }
  return ended(parts, handle, flight, outcome)
}

/** A tag of this name is deleted or renamed here, and that has not gone yet. */
function isStillNamed(places: Places, name: string): boolean {
  for (const tag of places.all('tag'))
    if (givesUpName(tag) && isSameTagName(tag.base!.fields.name, name)) return true
  return false
}

/** Takes in how a write ended. Where that is unknown the flight stays, to be settled first. */
function ended({ places }: DrainParts, handle: Handle, flight: Flight, outcome: PlaceOutcome): PlaceOutcome {
  const place = handle.get()
  if (!place || outcome.kind === 'unknown') return outcome
  const at = places.moment()
  switch (outcome.kind) {
    case 'landed': {
      const answer = answerOf(flight, outcome)
      const twin = answer.remoteId === undefined ? undefined : places.byRemoteId(place.kind, answer.remoteId)
      if (flight.verb === 'delete') handle.gone(place)
      else if (twin && twin.id !== place.id) handle.unite(united(place, flight, twin, at), twin)
      else handle.put(landed(place, flight, answer, at))
      break
    }
    case 'refused':
      handle.put({ ...notDone(place, at), question: { kind: 'refused', problem: outcome.problem } })
      break
    case 'blocked':
      handle.put(notDone(place, at))
      break
    case 'stale':
    case 'gone':
      handle.put(withoutRevision(notDone(place, at)))
      break
    default:
      return assertNever(outcome)
  }
  return outcome
}

const answerOf = (
  flight: Flight,
  { theirs, remoteId }: PlaceOutcome & { readonly kind: 'landed' },
): Partial<PlaceBase> & { readonly remoteId?: RemoteId } => ({
  ...theirs,
  ...(flight.verb === 'create' && remoteId !== undefined && { remoteId }),
})

/** Reads it; with a `flight`, that also tells what became of that write. */
async function readAgain(
  { remote, places }: DrainParts,
  handle: Handle,
  asked: Place,
  flight: Flight | undefined,
): Promise<Problem | undefined> {
  const answer = await remote.read(asked)
  if (answer.kind === 'failed') return answer.problem
  const place = handle.get()
  if (!place) return undefined
  const at = places.moment()
  if (answer.kind === 'gone') {
    const left = goneThere(place, at)
    if (left) handle.put(left)
    else handle.gone(place)
  } else if (flight?.verb === 'update' && isAsSent(answer.theirs.fields, flight.fields))
    handle.put(landed(place, flight, answer.theirs, at))
  else handle.put(reconciled(notDone(place, at), answer.theirs, at))
  return undefined
}

/** After a lost answer: where keys are honoured the same bytes go again, elsewhere it is looked for first (W17). */
async function settleCreate(
  parts: DrainParts,
  handle: Handle,
  asked: Place,
  flight: Flight,
): Promise<Problem | undefined> {
  if (parts.capabilities().idempotency !== 'yes') {
    const found = await findCreated(parts, handle, asked, flight)
    if (found !== 'not there') return found
    const now = parts.clock.now()
    const place = handle.get()
    // The clock was set back meanwhile: the time is counted from now on.
    if (place && flight.atMs > now) handle.put({ ...place, flight: { ...flight, atMs: now } })
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
  asked: Place,
  flight: Flight,
): Promise<Problem | undefined> {
  const found = await findCreated(parts, handle, asked, flight)
  if (found !== 'not there') return found
  const place = handle.get()
  if (!place) return undefined
  if (flight.isAnew) return problem('bad-answer', 'The service does not show what it says it has stored.')
  const outcome = await write(parts, handle, notDone(place, parts.places.moment()), 'create', true)
  const isToSettle = outcome.kind === 'unknown' && outcome.isStored === true
  return outcome.kind === 'blocked' || (outcome.kind === 'unknown' && !isToSettle)
    ? outcome.problem
    : undefined
}

/** Takes in what the create made, where the list shows it. */
async function findCreated(
  parts: DrainParts,
  handle: Handle,
  asked: Place,
  flight: Flight,
): Promise<Problem | undefined | 'not there'> {
  const found = await parts.remote.find(asked, flight.fields)
  if (found.kind === 'failed') return found.problem
  if (found.kind === 'gone') return 'not there'
  ended(parts, handle, flight, { kind: 'landed', theirs: found.theirs, remoteId: found.remoteId! })
  return undefined
}

function unrecognised(handle: Handle): void {
  const place = handle.get()
  const why = problem('stale', 'This service does not recognise its own revisions.')
  if (place) handle.put({ ...place, question: { kind: 'refused', problem: why } })
}

/** It is read again before the next write. */
function withoutRevision(place: Place): Place {
  return place.base ? { ...place, base: { fields: place.base.fields } } : place
}

const isAsSent = (theirs: Place['mine'], sent: Place['mine']) =>
  theirs.name === sent.name && (theirs.parentId === undefined || theirs.parentId === sent.parentId)
