import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { ETag, RemoteId, Timestamp } from '../../../shared/terms'

/** A document as a list or a GET showed it. */
export interface PulledUpdate {
  readonly seen: DocumentSeen
  /** The ETag, only with the body that it arrived with (W18). */
  readonly etag?: ETag
  /** The moment from `asking()`, taken before the request left (W10). */
  readonly asked: number
}

export interface KnownThere {
  readonly id: string
  readonly remoteId: RemoteId
  readonly phase: string
  readonly etag?: ETag
  /** The text is not here and is to be fetched. */
  readonly isMissed: boolean
  readonly updatedAt?: Timestamp
  readonly createdAt?: Timestamp
}

/** Takes in what a pull read of documents; `main/documents` implements it. */
export interface Pulled {
  asking(): number
  /**
   * Takes in updates in one transaction. An update that is void or known already changes nothing. Answers the documents
   * that were not taken in, because a create whose outcome is unknown may have made them (W17): they are to be read again
   * once `isCreateUnknown` says no.
   */
  applyUpdates(updates: readonly PulledUpdate[]): readonly RemoteId[]
  /** Whether the outcome of a create is unknown. */
  isCreateUnknown(): boolean
  /**
   * The service answered 404 with the API's error body, in a round in which another known document reads well (W11).
   */
  gone(remoteId: RemoteId, asked: number): void
  /**
   * The service gave this id to another document: the one that had it is gone (C7). Answers false where that has to be
   * told again later.
   */
  replaced(remoteId: RemoteId): boolean
  known(remoteId: RemoteId): KnownThere | undefined
  knownAmong(remoteIds: readonly RemoteId[]): ReadonlyMap<RemoteId, KnownThere>
  /** Documents that the service is known to have, without these, in a fixed order. */
  knownExcept(remoteIds: Iterable<RemoteId>): readonly RemoteId[]
  allKnown(): Iterable<KnownThere>
  /** Documents that the service is known to have changed since then, at most `limit`, the latest first. */
  movedSince(since: Timestamp, limit: number): readonly KnownThere[]
  /** From now on each document is read, without `If-None-Match`, before it is written (C7). */
  doubtRevisions(): void
  /** Documents that are open in a window. */
  openIds(): readonly string[]
}
