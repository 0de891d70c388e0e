import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { DocumentId, ETag, Phase, RemoteId, Timestamp } from '../../../shared/terms'

/** A document as a list or a GET showed it. */
export interface PulledUpdate {
  readonly seen: DocumentSeen
  /**
   * The ETag that came with the body, as a GET's does (W18). Without one the document is read before the next write.
   */
  readonly etag?: ETag
  /** The moment from `asking()`, taken before the request was sent (W10). */
  readonly asked: number
}

/** A document as it is known here; a pull compares it with what the service lists. */
export interface KnownThere {
  readonly id: DocumentId
  readonly remoteId: RemoteId
  readonly phase: Phase
  /** The ETag of the base; absent where the base came from a list (W18). */
  readonly etag?: ETag
  /** Whether the text is not here and is to be fetched. */
  readonly isMissed: boolean
  /** The time that the service last named. */
  readonly updatedAt?: Timestamp
  readonly createdAt?: Timestamp
}

/** Takes in what a pull read of documents; `main/documents` implements it. */
export interface Pulled {
  /** The present moment, to be taken before a request is sent and passed back with its answer. */
  asking(): number
  /**
   * Takes in updates in one transaction. An update that is void or already known changes nothing. Returns the documents
   * that were not taken in, because a create whose outcome is unknown may have made them (W17): they must be read again
   * once `isCreateUnknown` is false.
   */
  applyUpdates(updates: readonly PulledUpdate[]): readonly RemoteId[]
  /** Whether the outcome of a create is unknown. */
  isCreateUnknown(): boolean
  /**
   * The service answered 404 with the API's error body, in a round in which another known document reads well (W11).
   */
  gone(remoteId: RemoteId, asked: number): void
  /**
   * The service gave this id to another document: the one that had it is gone (C7). Returns false where that has to be
   * reported again later.
   */
  replaced(remoteId: RemoteId): boolean
  known(remoteId: RemoteId): KnownThere | undefined
  knownAmong(remoteIds: readonly RemoteId[]): ReadonlyMap<RemoteId, KnownThere>
  /** Documents that the service is known to have, except these, in a fixed order. */
  knownExcept(remoteIds: Iterable<RemoteId>): readonly RemoteId[]
  /** Documents that the service is known to have changed since then, at most `limit`, the latest first. */
  movedSince(since: Timestamp, limit: number): readonly KnownThere[]
  /** From now on each document is read, without `If-None-Match`, before it is written (C7). */
  doubtRevisions(): void
  /** All documents that came from the service or were created there. */
  allKnown(): Iterable<KnownThere>
  /** Documents that are open in a window, the focused one first; they are read more often. */
  openIds(): readonly DocumentId[]
}
