import type { DocumentSeen } from '../../shared/api-reading'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc'
import type { Phase, DocumentId, ETag, FolderId, RemoteId, TagId, Timestamp } from '../../shared/terms'
import type { Sendable } from '../sync/sendable'

/** A moment in the order of all that happened to documents; taken before a request leaves (W10). */
export type Asked = number

/** A document as the service showed it. */
export interface News {
  readonly seen: DocumentSeen
  /** Only where it arrived with this very body: a GET's. An item of a list has none (W18). */
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
  /** Its text is on this device. */
  readonly hasText: boolean
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
}

type Command<N extends CommandName> = (input: CommandInput<N>) => Promise<CommandOutput<N>> | CommandOutput<N>

/** The documents of one connection. Main is the only writer for each; two windows share one working copy. */
export interface Documents {
  // what the writer does: one method for one command of shared/ipc.ts
  readonly create: Command<'document.create'>
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

  // what a pull tells
  /** The present moment; to be taken before a request leaves and to be handed in with its answer. */
  asking(): Asked
  /** Takes in what the service showed, a page at a time, in one transaction. What is void or known already changes nothing. */
  news(news: readonly News[]): void
  /** A 404 with the API's error body for that very document, in a round in which another known one reads well (W11). */
  gone(remoteId: RemoteId, asked: Asked): void
  known(remoteId: RemoteId): KnownDocument | undefined
  /** All that came from the service or was created there. */
  allKnown(): Iterable<KnownDocument>
  /** Documents that are open in a window, the focused one first: they are read more often. */
  openIds(): readonly DocumentId[]

  // what rows of folders and tags tell
  /** A folder or tag is gone here: documents that name it lose the name, as changes of their own. */
  folderDeleted(id: FolderId): void
  tagDeleted(id: TagId): void
  /** A folder or tag that waited has its id on the service now: what waited for it can go. */
  placesChanged(): void

  /** For the outbox. */
  readonly sendable: Sendable
  /** Writes what is still in memory only. Nothing may be called afterwards. */
  shut(): void
}
