import type { ETag, FolderId, RemoteId } from '../../../shared/terms'
import type { Problem } from '../../../shared/problem'
import { omit } from '../../documents/core/step'
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
  /** The revision that the write is based on. */
  readonly etag?: ETag
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
  readonly attempt?: OpenAttempt
}

/** What an attempt to send has found out so far. It belongs to this run of the app alone. */
export interface OpenAttempt {
  readonly writes: number
  /** The item was read since the last write (W3). */
  readonly isFresh?: true
  /** How many reads in a row named no revision. */
  readonly unnamedReads?: number
  /** The ETag that the last 412 refused; empty where there was none (W19). */
  readonly refusedEtag?: ETag
  /** The create that is under way was sent before. */
  readonly isRepeat?: true
  /** When the create left, its name was still held by a tag that is deleted or renamed here. */
  readonly isNameHeld?: true
  /** Why the create was refused; whether the name is taken is being looked for. */
  readonly refusal?: Problem
  /** The service has stored the create, and does not say as what. */
  readonly isStored?: true
}

/** What is to be done next; `isFresh`: the item was read in this very attempt. */
export function nextStep(
  item: LibraryItem,
  isFresh = false,
): 'settle' | 'create' | 'read' | 'update' | 'delete' | 'forget' | 'none' {
  const { base, remoteId } = item
  // A write was lost: what became of it comes first (W6).
  if (item.flight) return 'settle'
  if (item.question) return 'none'
  // Without an ETag at hand it is read and compared first (W3).
  const mayWrite = isFresh || (item.kind !== 'tag' && base?.etag !== undefined)
  if (item.deleted) return remoteId === undefined ? 'forget' : mayWrite ? 'delete' : 'read'
  if (remoteId === undefined || !base) return 'create'
  if (changedFields(base.fields, item.mine).length === 0) return 'none'
  return mayWrite ? 'update' : 'read'
}

export const isPending = (item: LibraryItem): boolean =>
  item.flight !== undefined || item.question !== undefined || nextStep(item) !== 'none'

/** A write or a question about the item is under way: remote updates wait (W10). */
export const isBusy = ({ flight, attempt }: LibraryItem): boolean =>
  flight !== undefined || attempt !== undefined

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
  const { question } = item
  const left = question?.kind === 'refused' || (question && same(theirs.fields, base)) ? question : undefined
  const asked: Question | undefined =
    clashes.length > 0 && !item.deleted ? { kind: 'clash', theirs: theirs.fields } : left
  return {
    ...omit(item, 'question'),
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
  const before: LibraryItem = { ...omit(item, 'flight'), base: { fields: sent.fields } }
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

/** The write certainly was not done: nothing is in flight any more. */
export const notDone = (item: LibraryItem, at: number): LibraryItem => ({
  ...omit(item, 'flight'),
  movedAt: at,
})

/** The item is read again before its next write. */
export const withoutRevision = (item: LibraryItem): LibraryItem =>
  item.base ? { ...item, base: { fields: item.base.fields } } : item

/** Whether the service shows what this write carried. */
export const isAsSent = (theirs: ItemFields, { fields }: Flight): boolean =>
  theirs.name === fields.name && (theirs.parentId === undefined || theirs.parentId === fields.parentId)

/** Whether a list shows nothing new. A row of a list has no ETag: a base that it changes is read before its first write (W18). */
export const isKnown = ({ base }: LibraryItem, { fields, etag }: ItemBase): boolean =>
  etag === undefined &&
  base !== undefined &&
  same(base.fields, fields) &&
  (fields.parentId === undefined || base.fields.parentId !== undefined)

/** Whether the writer has changed something that would be lost with the item. */
export const isChangedHere = ({ base, mine, deleted }: LibraryItem): boolean =>
  !deleted && base !== undefined && !same(base.fields, mine)

/** The writer's answer to a question: send mine, as a new one where it is gone there. */
export function keptMine(item: LibraryItem): LibraryItem {
  return item.question?.kind === 'gone-there'
    ? omit(item, 'question', 'remoteId', 'base')
    : omit(item, 'question')
}

/** What is pending, discarded by the writer. `undefined`: nothing of it is left. */
export function discarded(item: LibraryItem): LibraryItem | undefined {
  const { question, base } = item
  if (!base || question?.kind === 'gone-there') return undefined
  return { ...omit(item, 'question', 'together'), mine: base.fields, deleted: false }
}

/** An item that a list shows, and that is new here. */
export const pulledItem = (
  kind: ItemKind,
  remoteId: RemoteId,
  theirs: ItemBase,
  askedAt: number,
): LibraryItem => ({
  kind,
  id: remoteId,
  remoteId,
  mine: theirs.fields,
  base: theirs,
  deleted: false,
  movedAt: askedAt,
})

/** The item at a start of the app: nothing of an attempt is left, and nothing that was read before it is void. */
export const loaded = (item: LibraryItem): LibraryItem => ({ ...omit(item, 'attempt'), movedAt: 0 })

/**
 * Whether what the service shows may be what a create with these fields has made. Names of tags are unique on a service;
 * folders may share a name elsewhere.
 */
export function isLike(
  { kind, content }: LibraryItem,
  { name, parentId = null }: ItemFields,
  theirs: ItemFields,
  theirContent?: FileContent,
): boolean {
  if (kind === 'tag') return isSameTagName(theirs.name, name)
  if (kind === 'folder')
    return (
      theirs.name.trim() === name.trim() && (theirs.parentId === undefined || theirs.parentId === parentId)
    )
  const isSame = <T>(a: T | undefined, b: T | undefined) => a === undefined || b === undefined || a === b
  return (
    theirs.name === name &&
    isSame(theirContent?.size, content?.size) &&
    isSame(theirContent?.sha256, content?.sha256)
  )
}

/** Whether a create of this device may have made what the service shows: it is left to that, or there would be two (W17). */
export function isLostCreate(
  items: Iterable<LibraryItem>,
  theirs: ItemFields,
  content?: FileContent,
): boolean {
  for (const item of items)
    if (item.flight?.verb === 'create' && isLike(item, item.flight.fields, theirs, content)) return true
  return false
}
