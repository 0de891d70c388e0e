import type { ETag, FolderId, RemoteId } from '../../../shared/terms'
import type { Problem } from '../../../shared/problem'
import { isSameTagName } from '../../../shared/text/tag-name'

export type ItemKind = 'folder' | 'tag' | 'file'

/** An absent key means: this service does not show it. `parentId` is an id of this device. */
export interface ItemFields {
  readonly name: string
  readonly parentId?: FolderId | null
  readonly position?: number
  /** Of a file: the alternative text. */
  readonly alt?: string
}

/** The bytes of a file, which never change under one id; what the service does not show is absent. */
export interface FileContent {
  readonly type?: string
  readonly size?: number
  readonly sha256?: string
}

export interface ItemBase {
  readonly fields: ItemFields
  /** Absent: it came from a list; it is read again before its first write (W18). Tags have none. */
  readonly etag?: ETag
}

/** A write whose outcome is not known yet; durable before it leaves (W1). */
export interface Flight {
  readonly verb: 'create' | 'update' | 'delete'
  readonly fields: ItemFields
  /** A create is repeated byte for byte (W17). */
  readonly body?: string
  readonly key?: string
  readonly atMs: number
  /** What an earlier create made was gone before this device saw it. */
  readonly isAnew?: true
}

/** Why it waits for the writer. */
export type Question =
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** Changed here and there; `mine` goes only when the writer says so (C5). */
  | { readonly kind: 'clash'; readonly theirs: ItemFields }
  | { readonly kind: 'gone-there' }

/**
 * A folder, a tag or an uploaded file: the last common record and what this device wants, as with documents. What is pending is the
 * difference between the two. A value; functions here make the next one.
 */
export interface LibraryItem {
  readonly kind: ItemKind
  readonly id: string
  readonly remoteId?: RemoteId
  /** Absent: not created there yet. */
  readonly base?: ItemBase
  readonly mine: ItemFields
  readonly deleted: boolean
  /** Of a file. */
  readonly content?: FileContent
  readonly flight?: Flight
  readonly question?: Question
  /** What was deleted together with it, so that undoing brings it back. */
  readonly together?: { readonly documentIds: readonly string[]; readonly folderIds: readonly FolderId[] }
  /** When base last moved or a write last ended; answers asked for before that are void (W10). */
  readonly movedAt: number
}

export type NextStep =
  /** A write was lost: find out what became of it. */
  | { readonly kind: 'settle' }
  | { readonly kind: 'create' }
  /** There is no ETag at hand: read and compare first (W3). */
  | { readonly kind: 'read' }
  | { readonly kind: 'update' }
  | { readonly kind: 'delete' }
  /** Nothing of it is on the service. */
  | { readonly kind: 'forget' }
  | { readonly kind: 'none' }

/** What is to be done next; `isFresh`: it was read in this very attempt. */
export function nextStep(item: LibraryItem, isFresh = false): NextStep {
  const { base, remoteId } = item
  if (item.flight) return { kind: 'settle' }
  if (item.question) return { kind: 'none' }
  const mayWrite = isFresh || (item.kind !== 'tag' && base?.etag !== undefined)
  if (item.deleted) return { kind: remoteId === undefined ? 'forget' : mayWrite ? 'delete' : 'read' }
  if (remoteId === undefined || !base) return { kind: 'create' }
  if (changedFields(base.fields, item.mine).length === 0) return { kind: 'none' }
  return { kind: mayWrite ? 'update' : 'read' }
}

export const isPending = (item: LibraryItem): boolean =>
  item.flight !== undefined || item.question !== undefined || nextStep(item).kind !== 'none'

const FIELDS = ['name', 'parentId', 'position', 'alt'] as const
type ItemField = (typeof FIELDS)[number]

/** Fields that differ; one that either side does not know is no difference. */
export function changedFields(base: ItemFields, mine: ItemFields): readonly ItemField[] {
  return FIELDS.filter(
    (field) => base[field] !== undefined && mine[field] !== undefined && base[field] !== mine[field],
  )
}

/** Once what is pending on this tag has gone, its name of the service is free for another. */
export const givesUpName = ({ base, mine, deleted }: LibraryItem): boolean =>
  base !== undefined && (deleted || !isSameTagName(base.fields.name, mine.name))

/** What the writer changes. In a question the change goes as an answer to it. */
export function edited(item: LibraryItem, fields: Partial<ItemFields>): LibraryItem {
  const { question: _question, ...rest } = item
  return { ...rest, mine: { ...item.mine, ...fields } }
}

/**
 * Reconciles the row with what the service shows: a change on one side is taken, equal changes agree, else the writer is
 * asked (W8). A place in the order is never worth a question: mine stays.
 */
export function reconciled(item: LibraryItem, theirs: ItemBase, at: number): LibraryItem {
  const base = item.base?.fields ?? item.mine
  const mine = { ...item.mine }
  const clashes: ItemField[] = []
  for (const field of FIELDS) {
    const [was, wanted, is] = [base[field], item.mine[field], theirs.fields[field]]
    if (is === undefined || is === wanted) continue
    if (wanted === undefined || wanted === was) Object.assign(mine, { [field]: is })
    else if (is !== was && was !== undefined && field !== 'position') clashes.push(field)
  }
  const { question, ...rest } = item
  const left = question?.kind === 'refused' || (question && same(theirs.fields, base)) ? question : undefined
  const asked: Question | undefined =
    clashes.length > 0 && !item.deleted ? { kind: 'clash', theirs: theirs.fields } : left
  return {
    ...rest,
    mine,
    base: { fields: { ...base, ...theirs.fields }, ...(theirs.etag !== undefined && { etag: theirs.etag }) },
    movedAt: at,
    ...(asked && { question: asked }),
  }
}

const same = (a: ItemFields, b: ItemFields) => changedFields(a, b).length === 0

/** A write was answered: base is what came back, else what was sent (W4); what was typed meanwhile stays pending. */
export function landed(
  item: LibraryItem,
  sent: Flight,
  answer: Partial<ItemBase> & { readonly remoteId?: RemoteId },
  at: number,
): LibraryItem {
  const { flight: _flight, ...rest } = item
  const before: LibraryItem = { ...rest, base: { fields: sent.fields } }
  const after = reconciled(
    before,
    { fields: answer.fields ?? sent.fields, ...(answer.etag !== undefined && { etag: answer.etag }) },
    at,
  )
  return answer.remoteId === undefined ? after : { ...after, remoteId: answer.remoteId }
}

/**
 * A pull took in, as `twin`, what a create of this device had made before its answer came: it is one thing, and what the
 * writer changed in either is changed in it (W17).
 */
export function united(item: LibraryItem, sent: Flight, twin: LibraryItem, at: number): LibraryItem {
  const base = twin.base?.fields ?? sent.fields
  const changed = changedFields(base, twin.mine).map((field) => [field, twin.mine[field]])
  const one = landed(
    item,
    sent,
    { fields: base, ...(twin.remoteId !== undefined && { remoteId: twin.remoteId }) },
    at,
  )
  return {
    ...one,
    mine: { ...one.mine, ...Object.fromEntries(changed) },
    deleted: one.deleted || twin.deleted,
  }
}

/** It certainly was not done: nothing is in flight any more. */
export function notDone(item: LibraryItem, at: number): LibraryItem {
  const { flight: _flight, ...rest } = item
  return { ...rest, movedAt: at }
}

/** Gone on the service (a 404 with the API's error body). `undefined`: gone on both sides, or nothing here to lose. */
export function goneThere(item: LibraryItem, at: number): LibraryItem | undefined {
  const isPendingHere =
    !item.deleted && item.base !== undefined && changedFields(item.base.fields, item.mine).length > 0
  return isPendingHere ? { ...notDone(item, at), question: { kind: 'gone-there' } } : undefined
}

/** The writer's answer to a question: send mine, as a new one where it is gone there. */
export function keptMine(item: LibraryItem): LibraryItem {
  const { question, ...rest } = item
  if (question?.kind !== 'gone-there') return rest
  const { remoteId: _remoteId, base: _base, ...fresh } = rest
  return fresh
}

/** What is pending, discarded by the writer. `undefined`: nothing of it is left. */
export function discarded(item: LibraryItem): LibraryItem | undefined {
  const { question, base } = item
  if (!base || question?.kind === 'gone-there') return undefined
  const { question: _question, together: _together, ...rest } = item
  return { ...rest, mine: base.fields, deleted: false }
}
