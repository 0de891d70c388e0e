import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { ETag, RemoteId, Timestamp } from '../../../shared/terms'

/** A document as a list or a GET showed it. */
export interface PulledUpdate {
  readonly seen: DocumentSeen
  /** Only with the body that it arrived with (W18). */
  readonly etag?: ETag
  /** As `asking()` gave it before the request left (W10). */
  readonly asked: number
}

export interface KnownThere {
  readonly id: string
  readonly remoteId: RemoteId
  readonly phase: string
  readonly etag?: ETag
  /** Its text is not here, and is to be. */
  readonly isMissed: boolean
  readonly updatedAt?: Timestamp
  readonly createdAt?: Timestamp
}

/** Takes in what a pull read of documents; `main/documents` implements it. */
export interface Pulled {
  asking(): number
  /** In one transaction. What is void or known already changes nothing. */
  applyUpdates(updates: readonly PulledUpdate[]): void
  /** A 404 with the API's error body, in a round in which another known document reads well (W11). */
  gone(remoteId: RemoteId, asked: number): void
  /** Its id was given out again, to another document: it is gone. False: not now, ask again (C7). */
  replaced(remoteId: RemoteId): boolean
  known(remoteId: RemoteId): KnownThere | undefined
  knownAmong(remoteIds: readonly RemoteId[]): ReadonlyMap<RemoteId, KnownThere>
  /** Known there and not deleted, without these; in one order. */
  knownExcept(remoteIds: Iterable<RemoteId>): readonly RemoteId[]
  allKnown(): Iterable<KnownThere>
  /** So many documents that the service changed since then, the latest first, as far as is known here. */
  movedSince(since: Timestamp, limit: number): readonly KnownThere[]
  /** From now on each document is read, without `If-None-Match`, before it is written (C7). */
  doubtRevisions(): void
  /** Documents that are open in a window. */
  openIds(): readonly string[]
}
