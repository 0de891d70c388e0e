import type { Command, CommandOutput } from '../../shared/ipc/ipc'
import type { DocumentSummary } from '../../shared/ipc/ipc-records'
import type { DocumentId, Fields, FolderId, Phase, RemoteId, TagId } from '../../shared/terms'
import type { Sendable } from '../sync/outbox/sendable'
import type { Pulled } from '../sync/pull/pulled'

/**
 * Maps the ids of folders and tags on this device to those on the service. A row that came from the service has the
 * service's id on this device too.
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
   * Whether a folder or a tag is listed here. One that was deleted elsewhere is not listed; where the key may not read
   * the list, none is.
   */
  isListed(id: string): boolean
}

/**
 * The documents of one connection. Main is the only writer for each; two windows share one working copy. A pull reports
 * the service's records to it.
 */
export interface Documents extends Pulled {
  // The writer's actions: one method for each command of shared/ipc/ipc.ts.
  readonly create: Command<'document.create'>
  /** Creates many documents in one transaction; they are sent like any others, one after another. */
  createAll(drafts: readonly Draft[]): readonly DocumentId[]
  readonly open: Command<'document.open'>
  readonly close: Command<'document.close'>
  readonly change: Command<'document.change'>
  readonly editFields: Command<'document.edit-fields'>
  readonly editEach: Command<'document.edit-each'>
  readonly keepView: Command<'document.keep-view'>
  readonly save: Command<'document.save'>
  readonly delete: Command<'document.delete'>
  /**
   * Deletes those documents for which `isMeant` is true at their turn: documents may be typed into until then. Returns
   * the documents that were deleted.
   */
  deleteThose(
    ids: readonly DocumentId[],
    isMeant: (id: DocumentId) => boolean,
  ): Promise<CommandOutput<'document.delete'> & { readonly gone: readonly DocumentId[] }>
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
  /** Changes the text as typing would; a document that is deleted, or not on this device, is not changed. */
  rewrite(id: DocumentId, change: (text: string) => string): void
  /**
   * Appends words to the text, as typing would; changes made in `together` are durable with them. Returns their
   * position in a window's offsets. Rejects with an AppError where nothing can be written.
   */
  append(
    id: DocumentId,
    words: string,
    together: () => void,
  ): Promise<{ readonly from: number; readonly insert: string }>
  /** How many windows have the document open. */
  windowsOf(id: DocumentId): number
  /** The document as it is on this device; `undefined` where its text is not here. */
  read(id: DocumentId): ReadDocument | undefined
  /**
   * The document, read from the service where its text is not here. Rejects with an AppError where it cannot be read
   * now.
   */
  fetch(id: DocumentId): Promise<ReadDocument>
  /**
   * A key that is equal for two documents with the same content. For a text that is not on this device, the key is
   * known only if the service has shown that text.
   */
  contentKey(id: DocumentId): string | undefined
  /** How many texts of these folders, or of all, are not on this device. */
  withoutText(folders?: readonly FolderId[]): number
  /** Documents of folders that are kept offline whose texts are not on this device yet. */
  missedThere(): readonly RemoteId[]
  /** Stops eviction until the returned function is called. */
  pinAll(): () => void
  /** Called when the limit for texts on this device has changed. */
  roomMoved(): void

  // Changes of folders and tags:
  /**
   * A folder or tag was deleted: the documents that name it lose that name, or take the id `now` that replaces it, as
   * changes of their own. With `pending` only documents with unsent changes do.
   */
  folderDeleted(id: FolderId, which: 'all' | 'pending', now?: FolderId): void
  tagDeleted(id: TagId, which: 'all' | 'pending', now?: TagId): void
  /** A folder or tag was deleted on the service and is created anew: its documents are put into it again. */
  itemRemade(kind: 'folder' | 'tag', id: FolderId): void
  /** A folder or tag has its id on the service now: documents that waited for it can be sent. */
  itemsChanged(): void

  /**
   * The abilities of the key have become known or have changed: windows are told which open documents can be edited.
   */
  abilitiesChanged(): void

  /** The documents as the outbox sends them. */
  readonly sendable: Sendable
  /** Resumes the work of the last run: pending documents are read, and sent when the outbox says so. */
  resume(): void
  /** Documents whose last words are only in memory, because no disk took them. */
  unwritten(): readonly DocumentId[]
  /** The list row of a document whose last words are only in memory. */
  inMemoryOnly(id: DocumentId): DocumentSummary | undefined
  /** The list rows of documents that were created here and of which no disk has anything yet; the latest first. */
  madeInMemoryOnly(): readonly DocumentSummary[]
  /** Documents that were deleted, where no disk has recorded the deletion yet. */
  deletedInMemoryOnly(): readonly DocumentId[]
  /** Writes everything that is still only in memory; after this call no change is accepted. */
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
  /** Words typed for a conflict that is still open: the words for its clashes, and the draft of the merged text. */
  readonly typedWhileDeciding?: readonly string[]
  /** The title and text that readers of a published document see, as far as they are known: those of its base. */
  readonly published?: { readonly title: string; readonly text: string }
}
