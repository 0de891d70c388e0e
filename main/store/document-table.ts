import type { DocumentId, ETag, FolderId, Phase, RemoteId, TagId, Timestamp } from '../../shared/terms'

/** The facts that lists, counts and pulls need about a document without reading its working copy. */
export interface DocumentRow {
  readonly id: DocumentId
  readonly remoteId?: RemoteId
  readonly title: string
  readonly excerpt: string
  readonly folderId: FolderId | null
  readonly tagIds: readonly TagId[]
  readonly status: string
  readonly phase: Phase
  /** True for a document that was deleted here or elsewhere: no list shows it. */
  readonly hidden: boolean
  readonly editedSincePublished: boolean
  /** Whether changes are to be sent, confirmed or decided. */
  readonly pending: boolean
  /** Whether its working copy is in the journal. */
  readonly hasText: boolean
  /** The size of its text on this device, in UTF-8 bytes. */
  readonly textBytes?: number
  /** A key of the text at the time when it was evicted, or was listed and not kept: imports compare texts by it. */
  readonly contentKey?: string
  readonly etag?: ETag
  /** A digest of text and fields as the service last showed them. */
  readonly seenDigest?: string
  readonly remoteCreatedAt?: Timestamp
  readonly remoteUpdatedAt?: Timestamp
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/**
 * The table of documents. Only `main/documents` writes to it; the catalog reads the table `documents` with its own
 * statements.
 */
export interface DocumentTable {
  /**
   * Writes a row. `newWords`: title or text has changed. `before`: the row that it replaces, if the caller has it,
   * which saves work.
   */
  put(row: DocumentRow, newWords: boolean, before?: DocumentRow): void
  /** Adds a row whose words are new on this device; `false`, and nothing is written, where its id is taken. */
  add(row: DocumentRow): boolean
  get(id: DocumentId): DocumentRow | undefined
  byRemoteId(remoteId: RemoteId): DocumentRow | undefined
  byRemoteIds(remoteIds: readonly RemoteId[]): readonly DocumentRow[]
  /** All documents that the service is known to have, or to have had. */
  remote(): Iterable<DocumentRow>
  /** The service's ids of the documents that are not deleted, except these. */
  remoteExcept(remoteIds: Iterable<RemoteId>): readonly RemoteId[]
  /**
   * At most `limit` documents that the service changed since then and that are not deleted, the latest first, as far as
   * is known here.
   */
  movedSince(since: Timestamp, limit: number): readonly DocumentRow[]
  forgetEtags(): void
  pending(): readonly DocumentRow[]
  /** A few other documents that the service is known to have, the latest first. */
  controlDocuments(except: RemoteId): readonly RemoteId[]
  /** Documents that have been gone on both sides since before this time. */
  goneBefore(iso: Timestamp): readonly DocumentId[]
  inFolder(id: FolderId): readonly DocumentId[]
  withTag(id: TagId): readonly DocumentId[]
  /** The listed documents with exactly this title, directly in that folder or in none. */
  titled(title: string, folderId: FolderId | null): readonly DocumentRow[]
  remove(id: DocumentId): void
  /** The size of all texts on this device, in UTF-8 bytes. */
  heldBytes(): number
  /**
   * Documents outside of these folders, without pending changes, whose text is on this device: the least recently
   * changed or opened first, starting after `after`.
   */
  leastRecent(
    outside: readonly FolderId[],
    limit: number,
    after: Recency | undefined,
  ): readonly (DocumentRow & { readonly recency: Recency })[]
  /**
   * Listed documents of the service whose text is not on this device; only those in these folders, if any are given.
   */
  withoutText(folders: readonly FolderId[] | undefined, limit: number): readonly DocumentRow[]
  countWithoutText(folders?: readonly FolderId[]): number
  /** Notes that a window shows the document. */
  opened(id: DocumentId, iso: Timestamp): void
}

/** The place of a document in the order of use: the time of its last change or opening, and its id among equals. */
export interface Recency {
  readonly at: Timestamp
  readonly id: DocumentId
}

export function recencyOf({ id, updatedAt }: Pick<DocumentRow, 'id' | 'updatedAt'>, openedAt = ''): Recency {
  return { at: openedAt > updatedAt ? openedAt : updatedAt, id }
}
