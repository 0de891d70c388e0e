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
  /** Of its text here, in UTF-8 bytes. */
  readonly textBytes?: number
  /** What its text said when it was let go of, or was listed and not kept: as imports compare texts. */
  readonly contentKey?: string
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
  /** A row whose words are new here; `false`, and nothing is written, where its id is taken. */
  add(row: DocumentRow): boolean
  get(id: DocumentId): DocumentRow | undefined
  byRemoteId(remoteId: RemoteId): DocumentRow | undefined
  byRemoteIds(remoteIds: readonly RemoteId[]): readonly DocumentRow[]
  /** All that the service is known to have, or to have had. */
  remote(): Iterable<DocumentRow>
  /** The service's ids of those that are not deleted, without these. */
  remoteExcept(remoteIds: Iterable<RemoteId>): readonly RemoteId[]
  /** So many that the service changed since then and that are not deleted, the latest first, as far as is known here. */
  movedSince(since: Timestamp, limit: number): readonly DocumentRow[]
  forgetEtags(): void
  pending(): readonly DocumentRow[]
  /** A few others that the service is known to have, the latest first. */
  controlDocuments(except: RemoteId): readonly RemoteId[]
  /** Gone on both sides since before this time. */
  goneBefore(iso: Timestamp): readonly DocumentId[]
  inFolder(id: FolderId): readonly DocumentId[]
  withTag(id: TagId): readonly DocumentId[]
  /** Those in lists with exactly this title, directly in that folder or in none. */
  titled(title: string, folderId: FolderId | null): readonly DocumentRow[]
  remove(id: DocumentId): void
  /** Of all texts here, in UTF-8 bytes. */
  heldBytes(): number
  /**
   * Documents outside of these folders of which nothing waits and whose text is here: those first that were changed and
   * opened the longest ago, from `after` on.
   */
  leastRecent(
    outside: readonly FolderId[],
    limit: number,
    after: Recency | undefined,
  ): readonly (DocumentRow & { readonly recency: Recency })[]
  /** Documents of the service that are in a list and whose text is not here; only those in these folders, if any are named. */
  withoutText(folders: readonly FolderId[] | undefined, limit: number): readonly DocumentRow[]
  countWithoutText(folders?: readonly FolderId[]): number
  /** A window shows it. */
  opened(id: DocumentId, iso: Timestamp): void
}

/** When a document was changed or opened last: one time, and its id among equals. */
export interface Recency {
  readonly at: Timestamp
  readonly id: DocumentId
}

export function recencyOf({ id, updatedAt }: Pick<DocumentRow, 'id' | 'updatedAt'>, openedAt = ''): Recency {
  return { at: openedAt > updatedAt ? openedAt : updatedAt, id }
}
