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
 * Reads the history after an unguarded write was answered: the write may have landed over a change that nobody here has
 * seen. Until the history is read the write counts as unconfirmed, so that a failed read or a crash only delays the
 * check (W21).
 */
export function askAudit(copy: WorkingCopy, sent: Sent, theirs: Seen, then: 'send' | 'settle'): Step {
  const { remoteId, base } = copy
  if (remoteId === undefined || base === undefined) return step(settle(copy))
  const open = { ...copy, unconfirmedSends: [...copy.unconfirmedSends, sent] }
  const asked = asking(open, { kind: 'audit', then, theirs, audited: sent })
  return step(asked, readVersions(copy, { reading: asked.reading.id, remoteId, base }, [sent], false))
}

/**
 * Takes in the history between base and theirs: it may contain a send of ours (W20), or a version that an unguarded
 * write of ours has overwritten (W21). A history that could not be read is requested again with the next read: without
 * it our own words would look like theirs.
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
  // The history shows our write above the record that was read: that read came from a replica that is behind, and is
  // repeated.
  if (isDenied && newestOf(denied, since(base, all)) !== undefined)
    return step(settle({ ...answered, problem: BEHIND }))
  const open = { ...answered, unconfirmedSends: copy.unconfirmedSends.filter(({ id }) => id !== audited?.id) }
  const settled = { ...open, ...settleSends(open, theirs, context) }
  const newestReadVersion = context.guarded ? undefined : versions[0]?.id
  const next = {
    ...settled,
    // A send lands once: a later version with the same text is somebody going back to it.
    lateSends: settled.lateSends.filter(({ id }) => id !== landed?.id),
    ...(landed !== undefined && { base: baseAfter(base, landed) }),
    ...(newestReadVersion !== undefined && { newestReadVersion }),
  }
  // Theirs is still the revision of the base: nothing landed since, however often the history shows base's text.
  const isUnmoved = base?.etag !== undefined && base.etag === theirs.etag
  const past =
    context.guarded || base === undefined || isUnmoved
      ? undefined
      : overwritten(base, sends, versions, copy.newestReadVersion)
  // The version that was overwritten comes first; theirs is read again after the decision.
  if (past !== undefined) return showPast(next, past, context)
  if (isDenied) return askAboutRefusal(next, theirs, context)
  const taken = rebaseOnto(next, theirs, context, (calm) => onward(calm, reading))
  return audited === undefined ? taken : keepingMine(copy, taken)
}

/** The history up to the moment at which theirs was read. The next read brings the versions that came later. */
function upTo(theirs: Rec, versions: readonly VersionSeen[]): readonly VersionSeen[] {
  return versions.slice(
    Math.max(
      0,
      versions.findIndex((version) => sameRecord(version, theirs)),
    ),
  )
}

/** The versions after the base, newest first; all of them where the base is not found. */
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

/** The newest of our sends that the history contains. Only the fields that a version shows are compared. */
function newestOf(sends: readonly Sent[], versions: readonly VersionSeen[]): Sent | undefined {
  for (const version of versions) {
    const sent = sends.map((one) => asFarAsShown(version, one)).findLast((one) => shows(version, one))
    if (sent !== undefined) return sent
  }
  return undefined
}

/** The send without the fields that the version does not show: a version has title and status only. */
function asFarAsShown(version: VersionSeen, sent: Sent): Sent {
  const known = Object.entries(sent.fields).filter(([field]) => field in version.fields)
  return { ...sent, fields: Object.fromEntries(known) }
}

/**
 * The newest version between the base and our own write that is not ours: our write overwrote it. A version is ours
 * only if the fields that we did not send equal those of the version before it (W21). Versions that were read before
 * are left out, because the writer may have gone back to one of them, and nothing later was written elsewhere.
 */
function overwritten(
  before: Rec,
  sends: readonly Sent[],
  versions: readonly VersionSeen[],
  newestReadVersion: string | undefined,
): VersionSeen | undefined {
  const unread = notReadBefore(versions, newestReadVersion).length
  const mayBeSent = looksLikeBase(before, sends)
  const newest = since(before, versions, mayBeSent)
  if (newest === versions) return undefined
  // The newest version that looks like the base may be a send of ours that changed what no version shows; where the one
  // before it is known to be no older than what was read, that one is the base.
  const older = mayBeSent
    ? newest.length + 1 + since(before, versions.slice(newest.length + 1)).length
    : versions.length
  const sinceBase = older < versions.length && older <= unread ? versions.slice(0, older) : newest
  const between = sinceBase.slice(0, unread)
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

/**
 * The versions after the newest one that was read before, newest first; all of them where the history no longer shows
 * that one.
 */
function notReadBefore(
  versions: readonly VersionSeen[],
  newestReadVersion: string | undefined,
): readonly VersionSeen[] {
  const end = versions.findIndex(({ id }) => id === newestReadVersion)
  return end === -1 ? versions : versions.slice(0, end)
}

/**
 * Opens a conflict about an overwritten version. Only the writer ends it, and its base stays what the service has
 * (W21).
 */
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
