import type { Decision } from '../../../shared/ipc/ipc-records'
import type { Problem } from '../../../shared/problem'
import type { DocumentId, ETag, Field, Fields, Phase, RemoteId } from '../../../shared/terms'
import type { Base, Mine, Rec } from './record'

/**
 * THE WORKING COPY: everything this device knows of one document, as a plain JSON value. What moves it is in events.ts;
 * its rules are W1 to W23 of docs/sync-rules.md.
 */
export interface WorkingCopy {
  readonly id: DocumentId
  /** Absent: not created on the service yet, or created with an unknown outcome. */
  readonly remoteId?: RemoteId
  /** Absent: not created yet. */
  readonly base?: Base
  readonly mine: Mine
  /** Sends whose outcome is unknown; they block `clean` until a read that was asked after the loss (W6). */
  readonly unconfirmedSends: readonly Sent[]
  /** Sends that such a read did not show; recognised if they land late, never awaited (W6). */
  readonly lateSends: readonly Sent[]
  /** Fields that the service refused; left out of sends until they are edited again (W2). */
  readonly parked: readonly Field[]
  /** Counts every change of base, every read taken in and every end of a write (W10). */
  readonly generation: number
  readonly phase: Phase
  /** The one write in flight (W2). */
  readonly flight?: Sent
  /** The one question in flight. */
  readonly reading?: Reading
  /** A create that was tried: its body and key are frozen (W17). */
  readonly create?: FrozenCreate
  readonly conflict?: Conflict
  /** Why it is queued or rejected. */
  readonly problem?: Problem
  /** Rejected for its size: goes again once the text is no longer than this, in UTF-8 bytes (W5). */
  readonly limitBytes?: number
  /** Reads after a 412 that showed the very revision that was sent against (W19). */
  readonly unrecognised?: number
  /** The last merge, while it can be undone (W9). */
  readonly merge?: MergeRecord
  /** A remote update arrived while nothing could be taken in; the document is read again afterwards (W10). */
  readonly remoteUpdatePending?: boolean
  /** The service goes on from a backup, and its present record was not taken in since: mine may be nowhere else (C7). */
  readonly isDoubted?: boolean
  /** Why the pending write was asked for; carried through the read that comes before it. In a flight: asked for since. */
  readonly sendIntent?: SendReason
  /** A read since the last end of a write: an unguarded write may follow it (C6). */
  readonly readForWrite?: boolean
  /** ETags that the base had before, the last one first, and since when not any more: a read that shows one is behind (W10). */
  readonly leftEtags?: readonly { readonly etag: ETag; readonly atMs: number }[]
  /** The ETag that the last 412 refused (W19). */
  readonly refusedEtag?: ETag
  /**
   * Where writes are not guarded: the newest version of the history that was read, by its id, so that neither it nor
   * any before it is asked about again (W21).
   */
  readonly newestReadVersion?: string
  /** Where writes are not guarded a delete always asks; the writer has answered (W21). */
  readonly deletionConfirmed?: boolean
  /** Ids for flights and questions. */
  readonly counter: number
}

export interface Sent {
  readonly id: number
  readonly kind: 'create' | 'update' | 'delete'
  /** The whole text it carried. */
  readonly text: string
  /** Exactly the fields it carried. */
  readonly fields: Fields
  /** The ETag it carried; absent: unguarded. */
  readonly etag?: ETag
  readonly reason: SendReason
  readonly atMs: number
  /** It carries that ETag changed so that it cannot be right: a 412 proves that writes are guarded (C6). */
  readonly asksGuard?: true
  /** Answered with 2xx and a record that does not hold what was sent: only a read can tell what became of it (W4). */
  readonly contradicted?: true
}

export interface Reading {
  readonly id: number
  readonly askedAt: number
  readonly kind: 'record' | 'versions' | 'audit' | 'find-created'
  /** Send what is pending once it is answered, or wait for the next occasion. */
  readonly then: 'send' | 'settle'
  /** Theirs, while the history is asked for what lies between (W20). */
  readonly theirs?: Seen
  /** The unguarded write that was answered with it, and is unconfirmed until the history was looked at (W21). */
  readonly audited?: Sent
}

export interface FrozenCreate {
  readonly text: string
  readonly fields: Fields
  readonly key: string
  readonly firstTriedMs: number
  readonly lastTriedMs: number
  /** A try was answered: stored, without a word about which document it made. */
  readonly stored?: true
  /** A try was answered with another document of this device: its key names a record that is not ours (W17). */
  readonly mixedUp?: true
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
  /** The record on the other side of the view. Absent: deleted there. */
  readonly theirs?: Rec
  /** What the service has: the base once it is decided. Absent: deleted there. */
  readonly serverRecord?: Base
  /** Names the theirs on screen; a resolution carries it back (W15). */
  readonly token: string
  /** Kept by the texts of the clash, so that they survive when theirs moves (W15). */
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
  /** The theirs that was on screen when it was begun; finishing it resolves that one (W15). */
  readonly token: string
  /** Mine as it was then: what is typed into mine afterwards is carried over. */
  readonly mine: string
}

/** What the writer has said of one clash, which is named by its texts. */
export interface ClashDecision {
  readonly mine: string
  readonly theirs: string
  /** Which of the clashes with these very texts, from 0; absent: the first. */
  readonly nth?: number
  /** Absent: still open. */
  readonly decision?: Decision
  /** What the writer has typed for this place. Kept until the conflict ends, whatever is decided. */
  readonly text?: string
}

export interface MergeRecord {
  readonly base: Rec
  readonly mine: Rec
  readonly theirs: Rec
  /** The text that the merge made. */
  readonly text: string
  readonly changes: number
}

export type SendReason = 'pause' | 'blur' | 'retry' | 'save-key' | 'publish'
