import { sameNormalForm } from '../../../shared/text/normal-form'
import type { Field } from '../../../shared/terms'
import { changedFields, type Mine, type Rec } from './record'
import type { WorkingCopy } from './working-copy'

/** What is still to be sent: the difference between mine and base, and nothing else. */
export interface Pending {
  readonly create: boolean
  readonly text: boolean
  /** The changed fields, without the parked ones. */
  readonly fields: readonly Field[]
  readonly deleted: boolean
}

export function pendingOf(copy: WorkingCopy): Pending {
  const { base, mine, parked } = copy
  if (base === undefined)
    return { create: !mine.deleted && !isBlank(mine), text: false, fields: [], deleted: false }
  return {
    create: false,
    text: !sameNormalForm(mine.text, base.text),
    fields: changedFields(base, mine).filter((field) => !parked.includes(field)),
    deleted: mine.deleted,
  }
}

export function isPending(copy: WorkingCopy): boolean {
  const { create, text, fields, deleted } = pendingOf(copy)
  return create || text || fields.length > 0 || deleted
}

/** Whether the unsent difference contains written words, and not only a move, a tag or a delete. */
export function hasWords(copy: WorkingCopy): boolean {
  const { create, text, fields } = pendingOf(copy)
  return create || text || fields.includes('title')
}

/**
 * Whether unsent words of a published document are held back: they are until the writer saves or publishes, unless
 * autosave may send them (C8).
 */
export function isHeldBack(copy: WorkingCopy, autosavePublished: boolean): boolean {
  if (autosavePublished || copy.base?.fields.status !== 'published' || copy.unconfirmedSends.length > 0)
    return false
  const { text, fields, deleted } = pendingOf(copy)
  return !deleted && (text || fields.includes('title'))
}

/**
 * Whether words are held back, including words that were written while an earlier publication is still to be sent (C8).
 */
export const hasHeldWords = (copy: WorkingCopy, autosavePublished: boolean): boolean =>
  isHeldBack(copy, autosavePublished) || (copy.published !== undefined && !autosavePublished)

/**
 * The record that the next write carries: mine, or the words that the writer has published where she has written more
 * since (C8).
 */
export function outgoing(
  { mine, published }: Pick<WorkingCopy, 'mine' | 'published'>,
  autosavePublished: boolean,
): Mine {
  if (published === undefined || autosavePublished) return mine
  const { text, ...title } = published
  return { ...mine, text, fields: { ...mine.fields, ...title } }
}

/** Whether the text is no longer than the limit that the service has named (W5). */
export function isWithinLimit({ limitBytes, mine }: WorkingCopy): boolean {
  return limitBytes !== undefined && new TextEncoder().encode(mine.text).length <= limitBytes
}

/**
 * Whether the document has neither a text nor a title: such a document is not created on the service (requirement F,
 * "texts").
 */
function isBlank(record: Rec): boolean {
  return record.text.trim() === '' && (record.fields.title ?? '').trim() === ''
}

/**
 * The phase of a copy that has nothing in flight, no open question and no decision to make. It is `clean` if and only
 * if nothing is pending and no send is unconfirmed (W13).
 */
export function settle(copy: WorkingCopy): WorkingCopy {
  if (copy.unconfirmedSends.length > 0) return { ...copy, phase: 'queued' }
  if (isPending(copy)) return { ...copy, phase: copy.problem === undefined ? 'dirty' : 'queued' }
  const { problem: _problem, sendIntent: _intent, limitBytes: _limit, ...settled } = copy
  return { ...settled, phase: copy.base === undefined ? 'queued' : 'clean' }
}

/**
 * The same words as a document that the service does not have yet: its earlier document was deleted by this device
 * (W11).
 */
export function asUncreated(copy: WorkingCopy): WorkingCopy {
  const {
    base: _base,
    remoteId: _remoteId,
    create: _create,
    conflict: _conflict,
    problem: _problem,
    ...kept
  } = copy
  const {
    merge: _merge,
    refusedEtag: _refused,
    unrecognised: _unrecognised,
    readForWrite: _read,
    newestReadVersion: _newest,
    isDoubted: _isDoubted,
    ...mine
  } = kept
  return settle({ ...mine, lateSends: [], unconfirmedSends: [] })
}
