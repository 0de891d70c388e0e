import type { Decision } from '../../../shared/ipc/ipc-records'
import type { Problem } from '../../../shared/problem'
import type { DocumentId, ETag, Field, Fields, Phase, RemoteId } from '../../../shared/terms'
import type { Base, Mine, Rec } from './record'

/**
 * Everything that this device knows of one document, as a plain JSON value. Its events are in events.ts, its rules are
 * W1 to W23 of docs/sync-rules.md.
 */
export interface WorkingCopy {
  readonly id: DocumentId
  /** Absent where the document was not created on the service yet, or was created with an unknown outcome. */
  readonly remoteId?: RemoteId
  /** Absent where the document was not created yet. */
  readonly base?: Base
  readonly mine: Mine
  /** Sends whose outcome is unknown; they block `clean` until a read that was asked after the loss (W6). */
  readonly unconfirmedSends: readonly Sent[]
  /** Sends that such a read did not show; they are recognised if they land late, and nothing waits for them (W6). */
  readonly lateSends: readonly Sent[]
  /** Fields that the service refused; sends leave them out until they are edited again (W2). */
  readonly parked: readonly Field[]
  /** Counts every change of base, every read taken in and every end of a write (W10). */
  readonly generation: number
  readonly phase: Phase
  /** The one write in flight (W2). */
  readonly flight?: Sent
  /** The one read or search in flight. */
  readonly reading?: Reading
  /** A create that was attempted; its body and its key are frozen (W17). */
  readonly create?: FrozenCreate
  /**
   * The words that readers are to have, where the writer has written others since she published or saved and the
   * service does not have the published ones yet: the next write carries them. Of a published document that is not on
   * the service, the words that its readers had (C8).
   */
  readonly published?: PublishedWords
  readonly conflict?: Conflict
  /** Why the document is queued or rejected. */
  readonly problem?: Problem
  /** The text was refused for its size and goes again once it is no longer than this, in UTF-8 bytes (W5). */
  readonly limitBytes?: number
  /** How many reads after a 412 showed the very revision that the write was based on (W19). */
  readonly unrecognised?: number
  /** The last merge, while it can be undone (W9). */
  readonly merge?: MergeRecord
  /** A remote update arrived while nothing could be taken in; the document is read again afterwards (W10). */
  readonly remoteUpdatePending?: boolean
  /** The service went on from a backup, and its record was not taken in since: mine may exist nowhere else (C7). */
  readonly isDoubted?: boolean
  /**
   * Why the pending write is to be sent; the reason is kept through the read that comes before the write. During a
   * flight: the strongest reason that arose since it began.
   */
  readonly sendIntent?: SendReason
  /** The document was read since the last write ended: an unguarded write may follow (C6). */
  readonly readForWrite?: boolean
  /**
   * ETags that the base had before, the last one first, and when it left each: a read that shows one of them is behind
   * (W10).
   */
  readonly leftEtags?: readonly { readonly etag: ETag; readonly atMs: number }[]
  /** The ETag that the last 412 refused (W19). */
  readonly refusedEtag?: ETag
  /**
   * Only where writes are not guarded: the id of the newest version that was read from the history, so that the writer
   * is asked neither about it nor about an older one again (W21).
   */
  readonly newestReadVersion?: string
  /** The writer has confirmed this delete; where writes are not guarded every delete asks (W21). */
  readonly deletionConfirmed?: boolean
  /**
   * How many keys the creates of this document have taken; a first attempt that certainly was not sent gives its key
   * back (W17).
   */
  readonly creates?: number
  /** The last id that was given to a write or a request in flight. */
  readonly counter: number
}

export interface Sent {
  readonly id: number
  readonly kind: 'create' | 'update' | 'delete'
  /** The whole text that the send carried. */
  readonly text: string
  /** Exactly the fields that the send carried. */
  readonly fields: Fields
  /** The ETag that the send carried; absent where the send was unguarded. */
  readonly etag?: ETag
  readonly reason: SendReason
  readonly atMs: number
  /** The send carries an ETag that was changed so that it cannot match: a 412 proves that writes are guarded (C6). */
  readonly asksGuard?: true
  /**
   * The send was answered with 2xx and a record that does not hold what was sent: only a read can tell its outcome
   * (W4).
   */
  readonly contradicted?: true
}

export interface Reading {
  readonly id: number
  readonly askedAt: number
  readonly kind: 'record' | 'versions' | 'audit' | 'find-created'
  /** When the search for a lost create began: its answer does not show documents that land later (W17). */
  readonly askedAtMs?: number
  /** The next action after the answer: send what is pending, or settle and wait for the next occasion. */
  readonly then: 'send' | 'settle'
  /** The record that was read; the history between the base and it is requested now (W20). */
  readonly theirs?: Seen
  /** The unguarded write whose answer was `theirs`; it is unconfirmed until the history was read (W21). */
  readonly audited?: Sent
}

export interface FrozenCreate {
  readonly text: string
  readonly fields: Fields
  readonly key: string
  readonly firstTriedMs: number
  readonly lastTriedMs: number
  /** An attempt was stored, and its answer did not name the document that it made. */
  readonly stored?: true
  /** An attempt was answered with another document of this device: its key names a record that is not ours (W17). */
  readonly mixedUp?: true
}

interface PublishedWords {
  readonly text: string
  readonly title?: string
}

/** A record as the service showed it. */
export interface Seen extends Rec {
  readonly remoteId?: RemoteId
  readonly etag?: ETag
}

export interface VersionSeen extends Rec {
  readonly id: string
  readonly atMs?: number
}

export interface Conflict {
  readonly kind: 'text' | 'fields' | 'deleted-there' | 'deleted-here' | 'past' | 'too-large' | 'not-taken'
  /** The record shown as theirs in the conflict view; absent where the document is gone on the service. */
  readonly theirs?: Rec
  /**
   * The record of the service, which becomes the base with the decision; absent where the document is gone on the
   * service.
   */
  readonly serverRecord?: Base
  /** Names the theirs that is on screen; a resolution sends it back (W15). */
  readonly token: string
  /** Decisions by the texts of their clashes, so that they survive when theirs moves (W15). */
  readonly decisions: readonly ClashDecision[]
  readonly fieldDecisions: Readonly<Partial<Record<Field, 'mine' | 'theirs'>>>
  /** The merged text as the writer has changed it by hand so far. */
  readonly draft?: MergedDraft
  /** Server records that were on screen before this one. */
  readonly earlier: readonly { readonly token: string; readonly serverRecord?: Base }[]
  readonly mineSinceMs: number
  readonly theirsSinceMs: number
}

export interface MergedDraft {
  readonly text: string
  /** The token of the theirs that was on screen when the draft was begun; finishing it resolves that one (W15). */
  readonly token: string
  /** Mine when the draft was begun: words typed into mine afterwards are carried over. */
  readonly mine: string
}

/** The writer's decision about one clash, which is named by its texts. */
export interface ClashDecision {
  readonly mine: string
  readonly theirs: string
  /** The number of this clash among those with the same texts, from 0; absent for the first. */
  readonly nth?: number
  /** Absent while the clash is open. */
  readonly decision?: Decision
  /** The words that the writer has typed for this clash. They are kept until the conflict ends, whatever is decided. */
  readonly text?: string
}

interface MergeRecord {
  readonly base: Rec
  readonly mine: Rec
  readonly theirs: Rec
  /** The text that the merge made. */
  readonly text: string
  readonly changes: number
}

export type SendReason = 'pause' | 'blur' | 'retry' | 'save-key' | 'publish'
