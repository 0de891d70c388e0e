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
  /** When a create was last tried. */
  readonly lastTriedMs?: number
  /** What an earlier create made was gone before this device saw it. */
  readonly isAnew?: true
}

/** Why it waits for the writer. */
export type Question =
  /** `clash`: what was open when a delete was refused. */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly clash?: Clash }
  /** Changed here and there; `mine` goes only when the writer says so (C5). */
  | Clash
  | { readonly kind: 'gone-there' }

interface Clash {
  readonly kind: 'clash'
  readonly theirs: ItemFields
  /** What both sides have changed. */
  readonly fields: readonly ItemField[]
}

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
  /** How many creates were begun: each has a key of its own. */
  readonly creates?: number
  /**
   * Another device has a copy of this library and may make it too, so it is looked for before it is made (W17). The
   * ids: what the service had of this kind and name when the copy was noticed, which is something else.
   */
  readonly maybeMade?: readonly RemoteId[]
  /** Sends that a later read did not show: they may still land, and are recognised then (W6, W7). */
  readonly lateSends?: readonly Flight[]
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
  /** When the search for a lost create was asked. */
  readonly soughtAtMs?: number
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
  if (openQuestion(item)) return 'none'
  // Without an ETag at hand it is read and compared first (W3).
  const mayWrite = isFresh || (item.kind !== 'tag' && base?.etag !== undefined)
  if (item.deleted) return remoteId === undefined ? 'forget' : mayWrite ? 'delete' : 'read'
  if (remoteId === undefined || !base) return 'create'
  if (changedFields(base.fields, item.mine).length === 0) return 'none'
  return mayWrite ? 'update' : 'read'
}

/** What the writer is asked now: a delete needs no answer about fields, until she brings the item back (W11). */
export const openQuestion = ({ question, deleted }: LibraryItem): Question | undefined =>
  deleted && question?.kind === 'clash' ? undefined : question

export const isPending = (item: LibraryItem): boolean =>
  item.flight !== undefined || item.question !== undefined || nextStep(item) !== 'none'

/** A write or a question about the item is under way: remote updates wait (W10). */
export const isBusy = ({ flight, attempt }: LibraryItem): boolean =>
  flight !== undefined || attempt !== undefined

export const FIELDS = ['name', 'parentId', 'position', 'alt'] as const
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

const isSame = (a: ItemFields, b: ItemFields) => changedFields(a, b).length === 0

/** The write certainly was not done: nothing is in flight any more. */
export const notDone = (item: LibraryItem, at: number): LibraryItem => ({
  ...omit(item, 'flight'),
  movedAt: at,
})

/** The item is read again before its next write. */
export const withoutRevision = (item: LibraryItem): LibraryItem =>
  item.base ? { ...item, base: { fields: item.base.fields } } : item

/** What is wanted here, made anew: what was on the service is gone. */
export const asUncreated = (item: LibraryItem, at: number): LibraryItem => ({
  ...omit(item, 'flight', 'lateSends', 'question', 'remoteId', 'base'),
  movedAt: at,
})

/** Whether a list shows nothing new. A row of a list has no ETag: a base that it changes is read before its first write (W18). */
export const isKnown = ({ base }: LibraryItem, { fields, etag }: ItemBase): boolean =>
  etag === undefined &&
  base !== undefined &&
  isSame(base.fields, fields) &&
  (fields.parentId === undefined || base.fields.parentId !== undefined)

/** Whether the writer has changed something that would be lost with the item. */
export const isChangedHere = ({ base, mine, deleted }: LibraryItem): boolean =>
  !deleted && base !== undefined && !isSame(base.fields, mine)

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

/** An item that the service shows, and that is new here. */
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
 * Whether a list brings in `pulled`, which is new here. What a create of this device may have made is left to that, or
 * there would be two (W17). `goneAt`: when this device last let go of that very thing; a list that was asked before
 * shows no new one (W10).
 */
export function isNewHere(items: Iterable<LibraryItem>, pulled: LibraryItem, goneAt = 0): boolean {
  if (goneAt > pulled.movedAt) return false
  for (const item of items)
    if (item.flight?.verb === 'create' && isLike(item, item.flight.fields, pulled.mine, pulled.content))
      return false
  return true
}

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
  const isEqual = <T>(a: T | undefined, b: T | undefined) => a === undefined || b === undefined || a === b
  return (
    theirs.name === name &&
    isEqual(theirContent?.size, content?.size) &&
    isEqual(theirContent?.sha256, content?.sha256)
  )
}
