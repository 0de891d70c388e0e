import { hash } from 'node:crypto'
import type { DocumentStatusReport, DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { Problem } from '../../../shared/problem'
import type { Fields, Timestamp } from '../../../shared/terms'
import type { DocumentRow } from '../../store/document-table'
import { excerptOf } from '../../../shared/text/excerpt'
import type { Event } from '../core/events'
import { pendingOf } from '../core/pending'
import { isPublishing } from '../core/send-intent'
import { effectiveTitle, sameRecord, type Rec } from '../core/record'
import type { SeenTimes } from './seen'
import type { WorkingCopy } from '../core/working-copy'

/**
 * A longer text is not hashed at each save, because that takes too long; without a digest remote updates are compared
 * by text.
 */
const DIGEST_LENGTH_MAX = 1 << 18

/** A digest of text and fields as the service showed them; a field that it does not show is left out. */
export function seenDigest(text: string, { title, folderId, tagIds, status }: Fields): string | undefined {
  if (text.length > DIGEST_LENGTH_MAX) return undefined
  const fields = JSON.stringify([title, folderId, tagIds && [...tagIds].sort(), status])
  return hash('sha1', `${fields}\n${text}`, 'base64')
}

/** Whether readers see other words than the working copy has (C8). Deleting, moving or tagging changes no words. */
function isEditedSincePublished(copy: WorkingCopy): boolean {
  const { text, fields, deleted } = pendingOf(copy)
  return copy.base?.fields.status === 'published' && !deleted && (text || fields.includes('title'))
}

/** Whether something is to be sent, confirmed or decided: such a document is read at the next start. */
export function isWaiting({ phase, flight, reading }: WorkingCopy): boolean {
  return (phase !== 'clean' && phase !== 'deleted') || flight !== undefined || reading !== undefined
}

/** Whether the document is gone on both sides; the copy stays here for undoing. */
function isForgotten({ phase, mine }: WorkingCopy): boolean {
  return phase === 'deleted' && mine.deleted
}

/** The times of a record that was taken in. The times of one that was not would claim that its text is here. */
export function timesTaken(
  { base, conflict, reading }: WorkingCopy,
  event: Event,
  times: SeenTimes = {},
): SeenTimes {
  if ((event.kind !== 'remote-read' && event.kind !== 'read-ended') || event.outcome.kind !== 'record')
    return times
  const { seen } = event.outcome
  const taken = [base, conflict?.serverRecord, reading?.theirs]
  return taken.some((here) => here !== undefined && sameRecord(here, seen)) ? times : {}
}

interface RowContext {
  readonly now: Timestamp
  /** The earlier row, and the base that it was made from. */
  readonly before: DocumentRow | undefined
  readonly baseBefore: Rec | undefined
  /** The text that the earlier row was made from. */
  readonly textBefore?: string
  /** Whether the writer changed something. */
  readonly isEdited: boolean
  readonly times: SeenTimes
}

export function rowOf(copy: WorkingCopy, context: RowContext): DocumentRow {
  const { base, mine } = copy
  const { before, now, times } = context
  // The first words and the size of a large text are not computed again at each step of a save.
  const known = before?.hasText === true && context.textBefore === mine.text ? before : undefined
  const remoteId = isForgotten(copy) ? undefined : copy.remoteId
  const digest =
    base === undefined
      ? undefined
      : base === context.baseBefore
        ? before?.seenDigest
        : seenDigest(base.text, base.fields)
  // Times belong to the id with which they came: a document that was created anew, or answered with another record, has
  // none yet.
  const isSame = remoteId !== undefined && before?.remoteId === remoteId
  const came = remoteId === undefined ? {} : times
  // A document that was undone to the service's state has the service's time again; a document that is gone is kept
  // from now on.
  const hasGone = isForgotten(copy) && before?.phase !== 'deleted'
  const remoteCreatedAt = came.createdAt ?? (isSame ? before.remoteCreatedAt : undefined)
  const remoteUpdatedAt = came.updatedAt ?? (isSame ? before.remoteUpdatedAt : undefined)
  return {
    id: copy.id,
    title: effectiveTitle(mine),
    excerpt: known?.excerpt ?? excerptOf(mine.text),
    folderId: mine.fields.folderId ?? null,
    tagIds: mine.fields.tagIds ?? [],
    status: mine.fields.status ?? 'draft',
    phase: copy.phase,
    // A delete that needs a decision stays visible, because otherwise nobody could decide.
    hidden: copy.phase === 'deleted' || (mine.deleted && copy.phase !== 'conflicted'),
    editedSincePublished: isEditedSincePublished(copy),
    pending: isWaiting(copy),
    hasText: true,
    textBytes: known?.textBytes ?? Buffer.byteLength(mine.text),
    ...(remoteId !== undefined && { remoteId }),
    ...(base?.etag !== undefined && { etag: base.etag }),
    ...(digest !== undefined && { seenDigest: digest }),
    ...(remoteCreatedAt !== undefined && { remoteCreatedAt }),
    ...(remoteUpdatedAt !== undefined && { remoteUpdatedAt }),
    createdAt: before?.createdAt ?? inOneForm(times.createdAt) ?? now,
    updatedAt:
      (copy.phase === 'clean'
        ? inOneForm(context.isEdited ? remoteUpdatedAt : times.updatedAt)
        : undefined) ?? (context.isEdited || hasGone ? now : (before?.updatedAt ?? now)),
  }
}

/** The format of times on this device, on a day that every month has. */
const IN_THAT_FORM =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** The time in the format of this device, because lists compare times as text. */
export function inOneForm(time: Timestamp | undefined): Timestamp | undefined {
  if (time !== undefined && IN_THAT_FORM.test(time)) return time
  const at = Date.parse(time ?? '')
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** The list entry of a row that could not be written. */
export const summaryOf = (row: DocumentRow): DocumentSummary => ({
  id: row.id,
  title: row.title,
  excerpt: row.excerpt,
  folderId: row.folderId,
  tagIds: [...row.tagIds],
  status: row.status,
  updatedAt: row.updatedAt,
  phase: row.phase,
  editedSincePublished: row.editedSincePublished,
  onlyInMemory: true,
})

export function statusOf(
  copy: WorkingCopy,
  unwritten: Problem | undefined,
  retryAt: number | undefined,
): DocumentStatusReport {
  const why = unwritten ?? copy.problem
  return {
    id: copy.id,
    phase: copy.phase,
    ...(why !== undefined && { problem: why }),
    ...(unwritten !== undefined && { onlyInMemory: true }),
    ...(retryAt !== undefined && { retryAt }),
    // In a conflict the view says who deleted the document.
    ...(copy.mine.deleted && copy.phase !== 'conflicted' && { deletedHere: true }),
    parked: [...copy.parked],
    notYetPublished: isEditedSincePublished(copy),
    ...(isPublishing(copy) && { publishing: copy.published === undefined ? 'all' : 'earlier' }),
  }
}
