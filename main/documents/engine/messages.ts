import type { OutboxItem } from '../../../shared/ipc/ipc-sync'
import { YOURS_BEFORE_MERGE, type Field } from '../../../shared/terms'
import type { WaitingThing } from '../../sync/outbox/sendable'
import { pendingOf } from '../core/pending'
import { effectiveTitle, fieldOf } from '../core/record'
import { isPublishing } from '../core/send-intent'
import type { SnapshotReason } from '../core/events'
import type { WorkingCopy } from '../core/working-copy'

/** What is pending on a document, derived from the difference between mine and base; `undefined` where nothing is. */
export function describeDocument(
  copy: WorkingCopy,
  { isHeldBack, isUnresolved }: { readonly isHeldBack: boolean; readonly isUnresolved: boolean },
): WaitingThing | undefined {
  const difference = differenceMessage(copy)
  if (difference === undefined) return undefined
  const isAsking = copy.flight !== undefined || copy.reading !== undefined || copy.unconfirmedSends.length > 0
  const needs = needsInWords(copy, isUnresolved)
  return {
    documentId: copy.id,
    ...difference,
    // A conflict about an overwritten version of somebody else cannot be discarded (W21).
    canDiscard: !isAsking && copy.conflict?.kind !== 'past',
    ...(needs !== undefined && { needs }),
    ...(copy.phase === 'conflicted' && { asks: true }),
    ...(needs === UNRESOLVED && { blocked: true }),
    ...(isHeldBack && { heldBack: true }),
  }
}

/** The pending change in words, such as "Edit of “Essay”"; the log uses it too. */
export function differenceMessage(copy: WorkingCopy): Pick<OutboxItem, 'what' | 'kind'> | undefined {
  const { create, text, fields, deleted } = pendingOf(copy)
  const { base, mine } = copy
  const title = effectiveTitle(mine)
  const isPublished = isPublishing(copy)
  if (create) return { kind: 'create', what: `New document “${title}”${isPublished ? ', published' : ''}` }
  if (deleted || (mine.deleted && isUndecided(copy))) return { kind: 'delete', what: `Delete “${title}”` }
  /** The other changed fields that are part of the same write. */
  const and = (first?: Field) => {
    const others = fields.filter((field) => field !== first)
    return others.length === 0 ? '' : `, with its ${namesOfFields(others)}`
  }
  if (isPublished) {
    const what = base?.fields.status === 'published' ? `Publish changes of “${title}”` : `Publish “${title}”`
    return { kind: text ? 'edit' : 'status', what: `${what}${and('status')}` }
  }
  if (text || isUndecided(copy)) return { kind: 'edit', what: `Edit of “${title}”${and()}` }
  if (base !== undefined && fields.includes('title'))
    return { kind: 'rename', what: `Rename “${fieldOf(base, 'title') ?? ''}” → “${title}”${and('title')}` }
  if (fields.includes('status')) return { kind: 'status', what: `Status of “${title}”${and('status')}` }
  if (fields.includes('folderId')) return { kind: 'move', what: `Move “${title}”${and('folderId')}` }
  if (fields.includes('tagIds')) return { kind: 'tags', what: `Tags of “${title}”` }
  return undefined
}

const FIELD_NAMES: Readonly<Record<Field, string>> = {
  title: 'title',
  folderId: 'folder',
  tagIds: 'tags',
  status: 'status',
}

/** The names of fields, such as "title, folder and tags". */
export function namesOfFields(fields: readonly Field[]): string {
  const names = fields.map((field) => FIELD_NAMES[field])
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

const isUndecided = (copy: WorkingCopy) => copy.unconfirmedSends.length > 0 || copy.conflict !== undefined

const UNRESOLVED = 'Waits for its folder or tag to be created'

function needsInWords(copy: WorkingCopy, isUnresolved: boolean): string | undefined {
  if (copy.phase === 'conflicted') {
    switch (copy.conflict?.kind) {
      case 'deleted-there':
        return 'Needs attention: deleted elsewhere'
      case 'deleted-here':
        return copy.conflict.serverRecord?.text === copy.base?.text
          ? 'Needs attention: delete this document on the service?'
          : 'Needs attention: deleted here, changed elsewhere'
      case 'past':
        return 'Needs attention: another text was overwritten'
      case 'not-taken':
        return 'Needs attention: the service didn’t accept this text'
      default:
        return 'Needs attention: changed here and elsewhere'
    }
  }
  if (copy.phase === 'rejected')
    return `Not accepted: ${copy.problem?.message ?? 'the service gave no reason'}`
  return isUnresolved ? UNRESOLVED : undefined
}

/** The notice that a document needs a decision. */
export function questionMessage({ mine, conflict }: WorkingCopy): string {
  const name = `“${effectiveTitle(mine)}”`
  switch (conflict?.kind) {
    case 'deleted-here':
      return `Deleting ${name} on the service needs your decision.`
    case 'deleted-there':
      return `${name} was deleted elsewhere while words here were not sent, and needs your decision.`
    case 'past':
      return `An edit of ${name} from elsewhere was overwritten on the service, and needs your decision.`
    case 'not-taken':
      return `The service accepted an edit of ${name} without storing its text. It needs your decision.`
    default:
      return `${name} was changed here and elsewhere, and needs your decision.`
  }
}

/** Why a snapshot was kept, in the writer's words. */
export const SNAPSHOT_REASONS: Readonly<Record<SnapshotReason, string>> = {
  'before-merge': YOURS_BEFORE_MERGE,
  'merged-from-elsewhere': 'From elsewhere, before a merge',
  'before-resolution': 'Yours, before a decision',
  'theirs-before-resolution': 'From elsewhere, before a decision',
  'before-restore': 'Before an older version was restored',
  'before-delete': 'Deleted here',
  'deleted-elsewhere': 'Deleted elsewhere',
  discarded: 'Discarded in the outbox',
}

export const isDeletion = (reason: SnapshotReason): boolean =>
  reason === 'before-delete' || reason === 'deleted-elsewhere'
