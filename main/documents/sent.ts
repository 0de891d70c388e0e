import { sameNormalForm } from '../../shared/normal-form'
import type { Field, RemoteId } from '../../shared/terms'
import { sameField, sameRecord, type Base, type Rec } from './record'
import type { Context, Effect } from './events'
import type { Seen, Sent, WorkingCopy } from './working-copy'

const DAY_MS = 24 * 60 * 60 * 1000

/** True where the record shows what this send carried: its text and every field it carried, under the normal form (W7). */
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

/** The last of our sends that theirs is, if it is one (W7). */
export function recognise(copy: WorkingCopy, theirs: Rec): Sent | undefined {
  return [...copy.ghosts, ...copy.unconfirmed].findLast((sent) => shows(theirs, sent))
}

/**
 * True where a version that one of these writes made may look like the base: it changed nothing that a version shows,
 * which is text, title and status.
 */
export function looksLikeBase(base: Rec, sends: readonly Sent[]): boolean {
  return sends.some(({ kind, text, fields: { title, status } }) => {
    const fields = { ...(title !== undefined && { title }), ...(status !== undefined && { status }) }
    return kind === 'update' && sameRecord(base, { text, fields })
  })
}

/** The old base plus what the send carried (W20); its ETag is not known by this. */
export function baseAfter(base: Base | undefined, sent: Sent): Base {
  return { text: sent.text, fields: { ...base?.fields, ...sent.fields } }
}

/**
 * The sends after a read that was asked after the loss: none is awaited any more. Guarded ones can land only while the
 * ETag they carried is there, unguarded ones for a day (W6).
 */
export function settleSends(
  copy: WorkingCopy,
  theirs: Seen | undefined,
  { nowMs, guarded }: Context,
): Pick<WorkingCopy, 'unconfirmed' | 'ghosts'> {
  const ghosts = [...copy.ghosts, ...copy.unconfirmed].filter((sent) =>
    sent.etag === undefined || !guarded
      ? nowMs - sent.atMs < DAY_MS
      : theirs !== undefined && (theirs.etag === undefined || theirs.etag === sent.etag),
  )
  return { unconfirmed: [], ghosts }
}

/** What the history is read for: all after the base, and one more where our own unguarded write may look like it. */
export function readVersions(
  reading: number,
  remoteId: RemoteId,
  base: Base,
  sends: readonly Sent[],
  guarded: boolean,
): Effect {
  const notFirst = !guarded && looksLikeBase(base, sends)
  return { kind: 'read-versions', reading, remoteId, until: base, notFirst }
}
