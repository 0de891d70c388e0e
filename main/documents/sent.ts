import { sameNormalForm } from '../../shared/normal-form'
import type { Field } from '../../shared/terms'
import { sameField, type Base, type Rec } from './record'
import type { Context, Seen, Sent, WorkingCopy } from './working-copy'

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
