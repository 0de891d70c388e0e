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

/** A moment in the order of everything that happened to documents; it is taken before a request leaves (W10). */
export type Asked = number

/** A document as the service showed it. */
export interface RemoteUpdate {
  readonly seen: DocumentSeen
  /**
   * The ETag that came with the body, as a GET's does (W18). Without one the document is read before the next write.
   */
  readonly etag?: ETag
  readonly asked: Asked
}

/** A document as it is known here; a pull compares it with what the service lists. */
export interface KnownDocument {
  readonly id: DocumentId
  readonly remoteId: RemoteId
  readonly phase: Phase
  /** The ETag of the base; absent where the base came from a list (W18). */
  readonly etag?: ETag
  /** The text is not on this device and is to be fetched. */
  readonly isMissed: boolean
  /** The time that the service last named. */
  readonly updatedAt?: Timestamp
  readonly createdAt?: Timestamp
}

/**
 * The ids of folders and tags here and on the service. A row that came from the service has the service's id here too.
 */
export interface IdMapping {
  folderHere(remote: RemoteId): FolderId
  /** `undefined` where the service does not have the folder yet. */
  folderThere(id: FolderId): RemoteId | undefined
  tagHere(remote: RemoteId): TagId
  tagThere(id: TagId): RemoteId | undefined
  /** Whether a folder or a tag that was made here has been deleted. */
  isGone(id: string): boolean
  /**
   * Whether a folder or a tag is listed here. One that was deleted elsewhere is not, nor is any where the key may not
   * read the list.
   */
  isListed(id: string): boolean
}

type Command<N extends CommandName> = (input: CommandInput<N>) => Promise<CommandOutput<N>> | CommandOutput<N>

/** The documents of one connection. Main is the only writer for each; two windows share one working copy. */
export interface Documents {
  // What the writer does: one method for each command of shared/ipc/ipc.ts.
  readonly create: Command<'document.create'>
  /** Creates many documents in one transaction; they are sent like any others, one after another. */
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
  /**
   * Replaces the text with an older version or a passage of it. A snapshot is kept first, and the change is sent as any
   * edit.
   */
  replace(id: DocumentId, by: Replacement): void
  /** Changes the text as typing would; a document that is deleted, or not on this device, stays as it is. */
  rewrite(id: DocumentId, change: (text: string) => string): void
  /** The document as it is on this device; `undefined` where its text is not here. */
  read(id: DocumentId): ReadDocument | undefined
  /**
   * The same, read from the service where the text is not here. Rejects with an AppError where it cannot be read now.
   */
  fetch(id: DocumentId): Promise<ReadDocument>
  /**
   * A key that is equal for two documents with the same content. It is known for a text that is not here, where the
   * service has shown that text.
   */
  contentKey(id: DocumentId): string | undefined
  /** How many texts are not on this device, of these folders or of all. */
  withoutText(folders?: readonly FolderId[]): number
  /** Documents of folders that are kept offline whose texts are not here yet. */
  missedThere(): readonly RemoteId[]
  /** No text is evicted until the function returned is called. */
  pinAll(): () => void
  /** The limit for texts on this device was changed. */
  roomMoved(): void

  // What a pull tells.
  /** The present moment, to be taken before a request leaves and handed in with its answer. */
  asking(): Asked
  /**
   * Takes in what the service showed, a page at a time, in one transaction. An update that is void or known already
   * changes nothing. Answers the documents that were not taken in, because a create whose outcome is unknown may have
   * made them (W17).
   */
  applyUpdates(updates: readonly RemoteUpdate[]): readonly RemoteId[]
  /** Whether the outcome of a create is unknown. */
  isCreateUnknown(): boolean
  /**
   * The service answered 404 with the API's error body for this very document, in a round in which another known
   * document reads well (W11).
   */
  gone(remoteId: RemoteId, asked: Asked): void
  /**
   * The service gave this id to another document: the one that had it is gone there (C7). Answers false where a request
   * that names the id is in flight; it is to be told again.
   */
  replaced(remoteId: RemoteId): boolean
  known(remoteId: RemoteId): KnownDocument | undefined
  knownAmong(remoteIds: readonly RemoteId[]): ReadonlyMap<RemoteId, KnownDocument>
  /** Documents that the service is known to have, without these, in a fixed order. */
  knownExcept(remoteIds: Iterable<RemoteId>): readonly RemoteId[]
  /** Documents that the service is known to have changed since then, at most `limit`, the latest first. */
  movedSince(since: Timestamp, limit: number): readonly KnownDocument[]
  /** From now on each document is read, without `If-None-Match`, before it is written (C7). */
  doubtRevisions(): void
  /** All documents that came from the service or were created there. */
  allKnown(): Iterable<KnownDocument>
  /** Documents that are open in a window, the focused one first; they are read more often. */
  openIds(): readonly DocumentId[]

  // What the rows of folders and tags tell.
  /**
   * A folder or tag was deleted: the documents that name it lose the name, or take the id `now` under which it goes on,
   * as changes of their own. With `pending` only documents with something unsent do.
   */
  folderDeleted(id: FolderId, which: 'all' | 'pending', now?: FolderId): void
  tagDeleted(id: TagId, which: 'all' | 'pending', now?: TagId): void
  /** A folder or tag was deleted on the service and is created anew: its documents are put into it again. */
  itemRemade(kind: 'folder' | 'tag', id: FolderId): void
  /** A folder or tag has its id on the service now: documents that waited for it can be sent. */
  itemsChanged(): void

  /** The abilities of the key are known, or have changed: windows are told which open documents can be edited. */
  abilitiesChanged(): void

  /** The documents as the outbox sends them. */
  readonly sendable: Sendable
  /** Goes on with what the last run left: pending documents are read and sent when the outbox says so. */
  resume(): void
  /** Documents whose last words are in memory only, because no disk took them. */
  unwritten(): readonly DocumentId[]
  /** The list row of a document whose last words are in memory only. */
  inMemoryOnly(id: DocumentId): DocumentSummary | undefined
  /** Writes what is still in memory only; nothing is taken in afterwards. */
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
  /** What was typed for a conflict that is still open: words for its clashes, and the merged text as it is so far. */
  readonly typedWhileDeciding?: readonly string[]
  /** The last text that the service is known to have had, where it differs. */
  readonly baseText?: string
  /** What the readers of a published document see, as far as it is known: its base. */
  readonly published?: { readonly title: string; readonly text: string }
}
