import { changedFields, sameRecord, type Rec } from './record'
import { settle } from './pending'
import {
  BEHIND,
  baseAfter,
  isContradicted,
  looksLikeBase,
  readVersions,
  recognise,
  settleSends,
  shows,
} from './sent'
import { asking, step, omit } from './step'
import { askAboutRefusal, keepingMine, rebaseOnto } from './absorb'
import type { Context, Event, Step } from './events'
import type { Reading, Seen, Sent, VersionSeen, WorkingCopy } from './working-copy'

type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>

/**
 * Asks for the history after an unguarded write was answered: it may have landed over something that nobody here has
 * seen. Until then it counts as unconfirmed, so that a failed read or a crash only puts the reading off (W21).
 */
export function askAudit(copy: WorkingCopy, sent: Sent, theirs: Seen, then: 'send' | 'settle'): Step {
  const { remoteId, base } = copy
  if (remoteId === undefined || base === undefined) return step(settle(copy))
  const open = { ...copy, unconfirmedSends: [...copy.unconfirmedSends, sent] }
  const asked = asking(open, { kind: 'audit', then, theirs, audited: sent })
  return step(asked, readVersions(asked.reading.id, remoteId, base, [sent], false))
}

/**
 * The history between base and theirs, where a send of ours may stand (W20), or after an unguarded write (W21). One
 * that could not be read is asked again with the next read: without it our own words would look like theirs.
 */
export function endVersions(
  copy: WorkingCopy,
  event: EventOf<'versions-read' | 'versions-failed'>,
  context: Context,
  onward: (copy: WorkingCopy, reading: Reading) => Step,
): Step {
  const { reading, base } = copy
  if (reading === undefined || reading.id !== event.reading) return step(copy)
  const answered = omit(copy, 'reading')
  if (event.kind === 'versions-failed') return step(settle({ ...answered, problem: event.problem }))
  const { theirs, audited } = reading
  if (theirs === undefined) return step(settle(answered))
  const all = event.versions ?? []
  const versions = upTo(theirs, all)
  const sends = [...copy.lateSends, ...copy.unconfirmedSends]
  const landed = audited ?? newestOf(sends, since(base, versions)) ?? recognise(copy, theirs)
  const denied = copy.unconfirmedSends.filter(({ contradicted }) => contradicted === true)
  const isDenied = isContradicted(copy, theirs) && newestOf(denied, since(base, versions)) === undefined
  // The history shows our write above what the read showed: the read was behind, and is asked again.
  if (isDenied && newestOf(denied, since(base, all)) !== undefined)
    return step(settle({ ...answered, problem: BEHIND }))
  const open = { ...answered, unconfirmedSends: copy.unconfirmedSends.filter(({ id }) => id !== audited?.id) }
  const settled = { ...open, ...settleSends(open, theirs, context) }
  const newestReadVersion = context.guarded ? undefined : versions[0]?.id
  const next = {
    ...settled,
    // A send lands once: where the same stands there again it is somebody's going back to it.
    lateSends: settled.lateSends.filter(({ id }) => id !== landed?.id),
    ...(landed !== undefined && { base: baseAfter(base, landed) }),
    ...(newestReadVersion !== undefined && { newestReadVersion }),
  }
  // Still the revision that base is: nothing landed since, however often the history shows base's text.
  const isUnmoved = base?.etag !== undefined && base.etag === theirs.etag
  const past =
    context.guarded || base === undefined || isUnmoved
      ? undefined
      : overwritten(base, sends, versions, copy.newestReadVersion)
  // What was landed over comes first; theirs is read again after the decision.
  if (past !== undefined) return showPast(next, past, context)
  if (isDenied) return askAboutRefusal(next, theirs, context)
  const taken = rebaseOnto(next, theirs, context, (calm) => onward(calm, reading))
  return audited === undefined ? taken : keepingMine(copy, taken)
}

/** The history without what came after theirs was read: the next read brings that. */
function upTo(theirs: Rec, versions: readonly VersionSeen[]): readonly VersionSeen[] {
  return versions.slice(
    Math.max(
      0,
      versions.findIndex((version) => sameRecord(version, theirs)),
    ),
  )
}

/** What came after the base, newest first; all where the base is not found. */
function since(
  base: Rec | undefined,
  versions: readonly VersionSeen[],
  notFirst = false,
): readonly VersionSeen[] {
  const isBase = (version: VersionSeen, index: number) =>
    base !== undefined && sameRecord(version, base) && (index > 0 || !notFirst)
  const end = versions.findIndex(isBase)
  return end === -1 ? versions : versions.slice(0, end)
}

/** The newest of our sends that the history shows, with as much of it as it shows. */
function newestOf(sends: readonly Sent[], versions: readonly VersionSeen[]): Sent | undefined {
  for (const version of versions) {
    const sent = sends.map((one) => asFarAsShown(version, one)).findLast((one) => shows(version, one))
    if (sent !== undefined) return sent
  }
  return undefined
}

/** A version shows title and status only; of the other fields that a send carried it says nothing. */
function asFarAsShown(version: VersionSeen, sent: Sent): Sent {
  const known = Object.entries(sent.fields).filter(([field]) => field in version.fields)
  return { ...sent, fields: Object.fromEntries(known) }
}

/**
 * The newest version that stands between what we had read and our own write, and is not ours: our write landed over it.
 * A version is ours only if the fields that we did not send equal those of the version before it (W21). What was looked
 * at before is known: where the writer had gone back to an older text, that one is no base, and nothing after it was written elsewhere.
 */
function overwritten(
  before: Rec,
  sends: readonly Sent[],
  versions: readonly VersionSeen[],
  newestReadVersion: string | undefined,
): VersionSeen | undefined {
  const sinceBase = since(before, versions, looksLikeBase(before, sends))
  if (sinceBase === versions) return undefined
  const between = sinceBase.slice(0, notReadBefore(versions, newestReadVersion).length)
  const isOurs = (version: VersionSeen, index: number) => {
    const previous = versions[index + 1]
    return sends.some(
      (sent) =>
        shows(version, asFarAsShown(version, sent)) &&
        (previous === undefined || changedFields(previous, version).every((field) => field in sent.fields)),
    )
  }
  const ours = between.findIndex(isOurs)
  return ours === -1 ? undefined : between.find((version, index) => index > ours && !isOurs(version, index))
}

/** The versions after the newest one that was read before, newest first; all where the history shows that one no more. */
function notReadBefore(
  versions: readonly VersionSeen[],
  newestReadVersion: string | undefined,
): readonly VersionSeen[] {
  const end = versions.findIndex(({ id }) => id === newestReadVersion)
  return end === -1 ? versions : versions.slice(0, end)
}

/** A conflict found after the fact: only the writer ends it, and its base stays what the service has (W21). */
function showPast(copy: WorkingCopy, past: VersionSeen, context: Context): Step {
  const { text, fields } = past
  const conflict = {
    kind: 'past',
    theirs: { text, fields },
    ...(copy.base !== undefined && { serverRecord: copy.base }),
    token: `g${copy.generation}`,
    decisions: [],
    fieldDecisions: {},
    earlier: [],
    mineSinceMs: context.nowMs,
    theirsSinceMs: past.atMs ?? context.nowMs,
  } as const
  return step({ ...copy, phase: 'conflicted', conflict }, { kind: 'announce', what: 'conflict' })
}
