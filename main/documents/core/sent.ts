import { sameNormalForm } from '../../../shared/text/normal-form'
import { problem } from '../../../shared/problem'
import type { ETag, Field, RemoteId } from '../../../shared/terms'
import { sameField, sameRecord, type Base, type Rec } from './record'
import type { Context, Effect } from './events'
import type { Seen, Sent, WorkingCopy } from './working-copy'

const DAY_MS = 24 * 60 * 60 * 1000
/** The greatest delay of a replica that this client allows for. */
const BEHIND_MS_MAX = 120_000
/** Only a held save key makes more saves than this within `BEHIND_MS_MAX`. */
const LEFT_MAX = 50
export const BEHIND = problem(
  'service-failed',
  'The service shows an older text than it has stored. Stet asks again soon.',
)

/**
 * True where the record has the text of this send and every field that the send carried, under the normal form (W7).
 */
export function shows(record: Rec, sent: Sent): boolean {
  return (
    sent.kind !== 'delete' &&
    sameNormalForm(record.text, sent.text) &&
    Object.entries(sent.fields).every(([name, value]) => {
      const field = name as Field
      return sameField(field, record.fields[field], value)
    })
  )
}

/**
 * An ETag that no revision has: the one last read, with `-x` added inside the quotes. No digit of it is changed (C6).
 */
export const impossibleEtag = (etag: ETag): ETag => `${etag.replace(/"$/, '')}-x"`

/**
 * True where the returned record holds what was sent: the same text, or a text in which no sent word is missing because
 * only another change was merged in. The text as it was before the write never counts (W4).
 */
export function holdsSent(before: Rec | undefined, sent: Sent, returned: Rec): boolean {
  if (sent.kind === 'delete' || sameNormalForm(returned.text, sent.text)) return true
  if (before !== undefined && sameNormalForm(returned.text, before.text)) return false
  return hasWordsInOrder(returned.text, sent.text)
}

/** True where all words of `part` stand in `whole` in the same order. The time grows with the sum of both lengths. */
function hasWordsInOrder(whole: string, part: string): boolean {
  const words = whole.normalize().match(/\S+/g) ?? []
  let at = 0
  for (const word of part.normalize().match(/\S+/g) ?? []) {
    while (at < words.length && words[at] !== word) at += 1
    if (at === words.length) return false
    at += 1
  }
  return true
}

/**
 * True where the answer to one of our own writes contradicted it, and this record does not hold that write either (W4).
 */
export function isContradicted(copy: WorkingCopy, theirs: Rec): boolean {
  return copy.unconfirmedSends.some(
    (sent) => sent.contradicted === true && !holdsSent(copy.base, sent, theirs),
  )
}

/**
 * True where a read shows a revision that the base has left a short time ago: the read came from a replica that is
 * behind, and says nothing new. After a 412 it does, because then the service itself has gone back.
 */
export function isBehind(
  { base, leftEtags, refusedEtag }: WorkingCopy,
  seen: Seen,
  context: Context,
): boolean {
  if (refusedEtag !== undefined || base?.etag === seen.etag) return false
  return leftEtags?.some((one) => one.etag === seen.etag && isRecent(one, context)) === true
}

/** True where an item of a list, which names no revision, may show one that the base has left a short time ago. */
export const mayBeBehind = ({ leftEtags }: WorkingCopy, context: Context): boolean =>
  leftEtags?.some((one) => isRecent(one, context)) === true

type LeftEtag = NonNullable<WorkingCopy['leftEtags']>[number]

const isRecent = ({ atMs }: LeftEtag, { nowMs }: Context) => Math.abs(nowMs - atMs) < BEHIND_MS_MAX

/** The revisions that a replica may still show after the base has left this one as well. */
export const leftNow = (before: WorkingCopy, etag: ETag, context: Context): readonly LeftEtag[] =>
  [
    { etag, atMs: context.nowMs },
    ...(before.leftEtags ?? []).filter((one) => one.etag !== etag && isRecent(one, context)),
  ].slice(0, LEFT_MAX)

/** The last of our sends that theirs equals, if there is one (W7). */
export function recognise(copy: WorkingCopy, theirs: Rec): Sent | undefined {
  return [...copy.lateSends, ...copy.unconfirmedSends].findLast((sent) => shows(theirs, sent))
}

/**
 * True where one of these writes made a version that may look like the base, because the write changed neither text,
 * title nor status.
 */
export function looksLikeBase(base: Rec, sends: readonly Sent[]): boolean {
  return sends.some(({ kind, text, fields: { title, status } }) => {
    const fields = { ...(title !== undefined && { title }), ...(status !== undefined && { status }) }
    return kind === 'update' && sameRecord(base, { text, fields })
  })
}

/** The old base plus what the send carried (W20). Its ETag is unknown. */
export function baseAfter(base: Base | undefined, sent: Sent): Base {
  return { text: sent.text, fields: { ...base?.fields, ...sent.fields } }
}

/**
 * The sends after a read that was requested after the loss of their answers: none is unconfirmed any more. A guarded
 * send can land only while its ETag is current, an unguarded one for a day (W6).
 */
export function settleSends(
  copy: WorkingCopy,
  theirs: Seen | undefined,
  context: Context,
): Pick<WorkingCopy, 'unconfirmedSends' | 'lateSends'> {
  // A create never changes a document that exists.
  const sends = [...copy.lateSends, ...copy.unconfirmedSends].filter(
    ({ kind }) => kind !== 'create' || copy.remoteId === undefined,
  )
  return { unconfirmedSends: [], lateSends: sends.filter((sent) => mayStillLand(sent, theirs, context)) }
}

/** Whether a send that a read did not show may still land: a guarded one only while its ETag is current (W6). */
export const mayStillLand = (
  sent: Pick<Sent, 'etag' | 'atMs'>,
  theirs: Pick<Seen, 'etag'> | undefined,
  { nowMs, guarded }: Pick<Context, 'nowMs' | 'guarded'>,
): boolean =>
  sent.etag === undefined || !guarded
    ? nowMs - sent.atMs < DAY_MS
    : theirs !== undefined && (theirs.etag === undefined || theirs.etag === sent.etag)

/**
 * Reads the history after the base. Where our own unguarded write may look like the base, it is read back to the newest
 * version that was read before, or one version further where none was.
 */
export function readVersions(
  copy: Pick<WorkingCopy, 'newestReadVersion'>,
  { reading, remoteId, base }: { readonly reading: number; readonly remoteId: RemoteId; readonly base: Base },
  sends: readonly Sent[],
  guarded: boolean,
): Effect {
  const notFirst = !guarded && looksLikeBase(base, sends)
  const lastRead = notFirst ? copy.newestReadVersion : undefined
  const asked = { kind: 'read-versions', reading, remoteId, until: base, notFirst } as const
  return lastRead === undefined ? asked : { ...asked, lastRead }
}
