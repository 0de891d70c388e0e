import type { ETag, FolderId, RemoteId } from '../../../shared/terms'
import type { Problem } from '../../../shared/problem'
import { omit } from '../../documents/core/step'
import { isSameTagName } from '../../../shared/text/tag-name'

export type ItemKind = 'folder' | 'tag' | 'file'

/** A missing key means that this service does not show that field. `parentId` is an id of this device. */
export interface ItemFields {
  readonly name: string
  readonly parentId?: FolderId | null
  readonly position?: number
  /** The alternative text of a file. */
  readonly alt?: string
}

/** Facts about a file's bytes, which never change under one id; those that the service does not show are absent. */
export interface FileContent {
  readonly type?: string
  readonly size?: number
  readonly sha256?: string
}

export interface ItemBase {
  readonly fields: ItemFields
  /** Absent where the record came from a list; it is read again before its first write (W18). Tags have none. */
  readonly etag?: ETag
}

/** A write whose outcome is not known yet; it is durable before it is sent (W1). */
export interface Flight {
  readonly verb: 'create' | 'update' | 'delete'
  readonly fields: ItemFields
  /** The revision that the write is based on. */
  readonly etag?: ETag
  /** A create is repeated byte for byte (W17). */
  readonly body?: string
  readonly key?: string
  readonly atMs: number
  /** When a create was last attempted. */
  readonly lastTriedMs?: number
  /** True where the item of an earlier create was gone before this device saw it. */
  readonly isAnew?: true
}

/** Why the item waits for the writer. */
export type Question =
  /** `clash`: the clash that was open when a delete was refused. */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly clash?: Clash }
  /** Changed on both sides; `mine` is sent only when the writer says so (C5). */
  | Clash
  | { readonly kind: 'gone-there' }

interface Clash {
  readonly kind: 'clash'
  readonly theirs: ItemFields
  /** The fields that both sides have changed. */
  readonly fields: readonly ItemField[]
}

/**
 * A folder, a tag or an uploaded file: the last common record and the state that this device wants, as with documents.
 * The difference between the two is pending. An item is a value; the functions in this file return the next one.
 */
export interface LibraryItem {
  readonly kind: ItemKind
  readonly id: string
  readonly remoteId?: RemoteId
  /** Absent where the item was not created on the service yet. */
  readonly base?: ItemBase
  readonly mine: ItemFields
  readonly deleted: boolean
  /** Only for files. */
  readonly content?: FileContent
  readonly flight?: Flight
  /** How many creates were begun: each has a key of its own. */
  readonly creates?: number
  /**
   * Present where another device has a copy of this library and may create the item too, so that it is searched for
   * before it is created (W17). The ids name items of this kind and name that the service had when the copy was
   * noticed: these are different items.
   */
  readonly maybeMade?: readonly RemoteId[]
  /** Sends that a later read did not show: they may still land, and are recognised then (W6, W7). */
  readonly lateSends?: readonly Flight[]
  readonly question?: Question
  /** The items that were deleted together with this one, so that undoing brings them back. */
  readonly together?: { readonly documentIds: readonly string[]; readonly folderIds: readonly FolderId[] }
  /** When base last changed or a write last ended; answers to earlier requests are void (W10). */
  readonly movedAt: number
  readonly attempt?: OpenAttempt
}

/** The facts that an attempt to send has found out so far. They are kept for this run of the app only. */
export interface OpenAttempt {
  readonly writes: number
  /** The item was read since the last write (W3). */
  readonly isFresh?: true
  /** How many consecutive reads showed no revision. */
  readonly unnamedReads?: number
  /** The ETag that the last 412 refused; empty where there was none (W19). */
  readonly refusedEtag?: ETag
  /** Whether the create in flight was sent before. */
  readonly isRepeat?: true
  /** True where the create was sent while its name was still held by a tag that is deleted or renamed here. */
  readonly isNameHeld?: true
  /** Why the create was refused; a search now finds out whether the name is taken. */
  readonly refusal?: Problem
  /** When the search for a lost create was requested. */
  readonly soughtAtMs?: number
  /** True where the service has stored the create without naming the result. */
  readonly isStored?: true
}

/** The next step; `isFresh`: the item was read in this attempt. */
export function nextStep(
  item: LibraryItem,
  isFresh = false,
): 'settle' | 'create' | 'read' | 'update' | 'delete' | 'forget' | 'none' {
  const { base, remoteId } = item
  // The answer of a write was lost: its outcome is found out first (W6).
  if (item.flight) return 'settle'
  if (openQuestion(item)) return 'none'
  // Without a known ETag the item is read and compared first (W3).
  const mayWrite = isFresh || (item.kind !== 'tag' && base?.etag !== undefined)
  if (item.deleted) return remoteId === undefined ? 'forget' : mayWrite ? 'delete' : 'read'
  if (remoteId === undefined || !base) return 'create'
  if (changedFields(base.fields, item.mine).length === 0) return 'none'
  return mayWrite ? 'update' : 'read'
}

/**
 * The question that the writer is asked now. A deleted item needs no answer about fields, until she brings it back
 * (W11).
 */
export const openQuestion = ({ question, deleted }: LibraryItem): Question | undefined =>
  deleted && question?.kind === 'clash' ? undefined : question

export const isPending = (item: LibraryItem): boolean =>
  item.flight !== undefined || item.question !== undefined || nextStep(item) !== 'none'

/** Whether a write or a read of the item is in progress: remote updates wait (W10). */
export const isBusy = ({ flight, attempt }: LibraryItem): boolean =>
  flight !== undefined || attempt !== undefined

export const FIELDS = ['name', 'parentId', 'position', 'alt'] as const
type ItemField = (typeof FIELDS)[number]

/** The fields that differ; a field that either side does not know does not differ. */
export function changedFields(base: ItemFields, mine: ItemFields): readonly ItemField[] {
  return FIELDS.filter(
    (field) => base[field] !== undefined && mine[field] !== undefined && base[field] !== mine[field],
  )
}

/** Whether sending this tag's pending change makes its present name on the service free for another. */
export const givesUpName = ({ base, mine, deleted }: LibraryItem): boolean =>
  base !== undefined && (deleted || !isSameTagName(base.fields.name, mine.name))

const isSame = (a: ItemFields, b: ItemFields) => changedFields(a, b).length === 0

/** The item after a write that certainly was not carried out: nothing is in flight any more. */
export const notDone = (item: LibraryItem, at: number): LibraryItem => ({
  ...omit(item, 'flight'),
  movedAt: at,
})

/** The item without its ETag, so that it is read again before its next write. */
export const withoutRevision = (item: LibraryItem): LibraryItem =>
  item.base ? { ...item, base: { fields: item.base.fields } } : item

/** The item as a new one that the service does not have: its record on the service is gone. */
export const asUncreated = (item: LibraryItem, at: number): LibraryItem => ({
  ...omit(item, 'flight', 'lateSends', 'question', 'remoteId', 'base'),
  movedAt: at,
})

/**
 * Whether a list shows nothing new about the item. A row of a list has no ETag: a base that it changes is read before
 * its first write (W18).
 */
export const isKnown = ({ base }: LibraryItem, { fields, etag }: ItemBase): boolean =>
  etag === undefined &&
  base !== undefined &&
  isSame(base.fields, fields) &&
  (fields.parentId === undefined || base.fields.parentId !== undefined)

/** Whether the writer's changes would be lost with the item. */
export const isChangedHere = ({ base, mine, deleted }: LibraryItem): boolean =>
  !deleted && base !== undefined && !isSame(base.fields, mine)

/**
 * The item after the writer has answered a question with mine: mine is sent, as a new item where it is gone on the
 * service.
 */
export function keptMine(item: LibraryItem): LibraryItem {
  return item.question?.kind === 'gone-there'
    ? omit(item, 'question', 'remoteId', 'base')
    : omit(item, 'question')
}

/** The item without its pending changes. `undefined`: nothing of it is left. */
export function discarded(item: LibraryItem): LibraryItem | undefined {
  const { question, base } = item
  if (!base || question?.kind === 'gone-there') return undefined
  return { ...omit(item, 'question', 'together'), mine: base.fields, deleted: false }
}

/** An item from the service that is new on this device. */
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

/**
 * Whether a list adds `pulled`, which is new on this device. An item that a create of this device may have made is left
 * to that create, or it would exist twice (W17). `goneAt`: when this device last removed that very item; a list that
 * was requested before then adds nothing (W10).
 */
export function isNewHere(items: Iterable<LibraryItem>, pulled: LibraryItem, goneAt = 0): boolean {
  if (goneAt > pulled.movedAt) return false
  for (const item of items)
    if (item.flight?.verb === 'create' && isLike(item, item.flight.fields, pulled.mine, pulled.content))
      return false
  return true
}

/** The item at a start of the app: no attempt is in progress, and no earlier answer counts as void. */
export const loaded = (item: LibraryItem): LibraryItem => ({ ...omit(item, 'attempt'), movedAt: 0 })

/**
 * Whether a create with these fields may have made the service's record. Tag names are unique on a service; folders may
 * share a name.
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
  const isEqual = <T>(a: T | undefined, b: T | undefined) => a === undefined || b === undefined || a === b
  return (
    theirs.name === name &&
    isEqual(theirContent?.size, content?.size) &&
    isEqual(theirContent?.sha256, content?.sha256)
  )
}
