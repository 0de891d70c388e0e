import type { DocumentId, ETag, FolderId, Phase, RemoteId, TagId, Timestamp } from '../../shared/terms'

/** What lists, counts and pulls know of a document without reading its working copy. */
export interface DocumentRow {
  readonly id: DocumentId
  readonly remoteId?: RemoteId
  readonly title: string
  readonly excerpt: string
  readonly folderId: FolderId | null
  readonly tagIds: readonly TagId[]
  readonly status: string
  readonly phase: Phase
  /** Deleted here or elsewhere: in no list. */
  readonly hidden: boolean
  readonly editedSincePublished: boolean
  /** Something is to be sent, confirmed or decided. */
  readonly pending: boolean
  /** Its working copy is in the journal. */
  readonly hasText: boolean
  readonly etag?: ETag
  /** Over text and fields as the service last showed them. */
  readonly seenDigest?: string
  readonly remoteCreatedAt?: Timestamp
  readonly remoteUpdatedAt?: Timestamp
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** The only writer is `main/documents`; the catalog reads the table `documents` by its own statements. */
export interface DocumentTable {
  /** `newWords`: title or text moved. `before`: the row whose place it takes, where it is at hand; that saves work. */
  put(row: DocumentRow, newWords: boolean, before?: DocumentRow): void
  get(id: DocumentId): DocumentRow | undefined
  byRemoteId(remoteId: RemoteId): DocumentRow | undefined
  /** All that the service is known to have, or to have had. */
  remote(): Iterable<DocumentRow>
  pending(): readonly DocumentRow[]
  /** A few others that the service is known to have, the latest first. */
  witnesses(except: RemoteId): readonly RemoteId[]
  /** Gone on both sides since before this time. */
  goneBefore(iso: Timestamp): readonly DocumentId[]
  inFolder(id: FolderId): readonly DocumentId[]
  withTag(id: TagId): readonly DocumentId[]
  remove(id: DocumentId): void
}
