import type { DocumentSeen } from '../../shared/api/api-reading'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc/ipc'
import type { DocumentSummary } from '../../shared/ipc/ipc-records'
import type {
  DocumentId,
  ETag,
  Fields,
  FolderId,
  Phase,
  RemoteId,
  TagId,
  Timestamp,
} from '../../shared/terms'
import type { Sendable } from '../sync/outbox/sendable'

/** A moment in the order of all that happened to documents; taken before a request leaves (W10). */
export type Asked = number

/** A document as the service showed it. */
export interface RemoteUpdate {
  readonly seen: DocumentSeen
  /** Only with the body it arrived with: a GET's (W18). Without one the document is read before the next write. */
  readonly etag?: ETag
  readonly asked: Asked
}

/** What a pull compares with what the service lists. */
export interface KnownDocument {
  readonly id: DocumentId
  readonly remoteId: RemoteId
  readonly phase: Phase
  /** Of the base; absent where the base came from a list (W18). */
  readonly etag?: ETag
  /** Its text is not on this device, and is to be. */
  readonly isMissed: boolean
  /** As the service last said. */
  readonly updatedAt?: Timestamp
  readonly createdAt?: Timestamp
}

/** Ids of folders and tags on both sides. What came from the service carries the service's id here too. */
export interface Places {
  folderHere(remote: RemoteId): FolderId
  /** `undefined`: the service does not have it yet. */
  folderThere(id: FolderId): RemoteId | undefined
  tagHere(remote: RemoteId): TagId
  tagThere(id: TagId): RemoteId | undefined
  /** A folder or a tag that was made here and is no more. */
  isGone(id: string): boolean
  /** A folder or a tag that is here; one that was deleted elsewhere is not, nor any where the list may not be read. */
  isListed(id: string): boolean
}

type Command<N extends CommandName> = (input: CommandInput<N>) => Promise<CommandOutput<N>> | CommandOutput<N>

/** The documents of one connection. Main is the only writer for each; two windows share one working copy. */
export interface Documents {
  // what the writer does: one method for one command of shared/ipc/ipc.ts
  readonly create: Command<'document.create'>
  /** Many at once, in one transaction; they are sent as any others, one after another. */
  createAll(drafts: readonly Draft[]): readonly DocumentId[]
  readonly open: Command<'document.open'>
  readonly close: Command<'document.close'>
  readonly change: Command<'document.change'>
  readonly editFields: Command<'document.edit-fields'>
  readonly keepView: Command<'document.keep-view'>
  readonly save: Command<'document.save'>
  readonly delete: Command<'document.delete'>
  readonly restore: Command<'document.restore'>
  readonly undoMerge: Command<'document.undo-merge'>
  readonly conflict: Command<'document.conflict'>
  readonly decide: Command<'document.decide'>
  readonly resolve: Command<'document.resolve'>
  /** An older version, or a passage of it, takes the place of the text; a snapshot is kept first, and it is sent as any edit. */
  replace(id: DocumentId, by: Replacement): void
  /** Changes the text as typing would; a document that is deleted, or not on this device, stays as it is. */
  rewrite(id: DocumentId, change: (text: string) => string): void
  /** As it is on this device; `undefined` where it is not. */
  read(id: DocumentId): ReadDocument | undefined
  /** The same, read from the service where it is not here. Rejects with an AppError where it cannot be had now. */
  fetch(id: DocumentId): Promise<ReadDocument>
  /** Equal for two documents that say the same; known for a text that is not here, where the service has shown it. */
  contentKey(id: DocumentId): string | undefined
  /** How many texts are not on this device; in these folders, if any are named. */
  withoutText(folders?: readonly FolderId[]): number
  /** Texts of folders that are kept offline which are not here yet. */
  missedThere(): readonly RemoteId[]
  /** No text is evicted until the function returned is called. */
  pinAll(): () => void
  /** There is more room for texts on this device, or less. */
  roomMoved(): void

  // what a pull tells
  /** The present moment; to be taken before a request leaves and to be handed in with its answer. */
  asking(): Asked
  /** Takes in what the service showed, a page at a time, in one transaction. What is void or known already changes nothing. */
  applyUpdates(updates: readonly RemoteUpdate[]): void
  /** A 404 with the API's error body for that very document, in a round in which another known one reads well (W11). */
  gone(remoteId: RemoteId, asked: Asked): void
  /** Its id was given out again, to another document: it is gone. False: not now, a request that names the id is out (C7). */
  replaced(remoteId: RemoteId): boolean
  known(remoteId: RemoteId): KnownDocument | undefined
  knownAmong(remoteIds: readonly RemoteId[]): ReadonlyMap<RemoteId, KnownDocument>
  /** Known there and not deleted, without these; in one order. */
  knownExcept(remoteIds: Iterable<RemoteId>): readonly RemoteId[]
  /** So many documents that the service changed since then, the latest first, as far as is known here. */
  movedSince(since: Timestamp, limit: number): readonly KnownDocument[]
  /** From now on each document is read, without `If-None-Match`, before it is written (C7). */
  doubtRevisions(): void
  /** All that came from the service or was created there. */
  allKnown(): Iterable<KnownDocument>
  /** Documents that are open in a window, the focused one first: they are read more often. */
  openIds(): readonly DocumentId[]

  // what rows of folders and tags tell
  /** A folder or tag is gone here: documents that name it, or those with something unsent, lose the name, as changes of their own. `now`: the id under which it goes on. */
  folderDeleted(id: FolderId, which: 'all' | 'pending', now?: FolderId): void
  tagDeleted(id: TagId, which: 'all' | 'pending', now?: TagId): void
  /** It was deleted there and is to be made anew: what is in it here, or has the tag, is to be so there again. */
  placeRemade(kind: 'folder' | 'tag', id: FolderId): void
  /** A folder or tag that waited has its id on the service now: what waited for it can go. */
  placesChanged(): void

  /** What the key may do has become known, or is another now: windows are told which open documents can be edited. */
  abilitiesChanged(): void

  /** For the outbox. */
  readonly sendable: Sendable
  /** Takes up what the last run left: what is pending is read, and goes when the outbox says so. */
  resume(): void
  /** Documents whose last words are in memory only, because they could not be written. */
  unwritten(): readonly DocumentId[]
  /** What the list shows of a document whose last words are in memory only. */
  inMemoryOnly(id: DocumentId): DocumentSummary | undefined
  /** Writes what is still in memory only. Nothing is taken in afterwards. */
  shut(): void
}

export interface Draft {
  readonly title: string
  readonly text: string
  readonly folderId: FolderId | null
  readonly tagIds: readonly TagId[]
  readonly status: string
}

export interface Replacement {
  readonly text: string
  readonly title?: string
  readonly reason: 'restore' | 'replace'
}

export interface ReadDocument {
  readonly remoteId?: RemoteId
  readonly text: string
  readonly fields: Fields
  readonly phase: Phase
  /** The last text that the service is known to have had, where it is another one. */
  readonly baseText?: string
  /** What its readers see, as far as it is known: the base of a document that is published. */
  readonly published?: { readonly title: string; readonly text: string }
}
