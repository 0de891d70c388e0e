import type { Decision } from '../../shared/ipc-records'
import type { Problem } from '../../shared/problem'
import type { DocumentId, ETag, Field, Fields, Phase, RemoteId } from '../../shared/terms'
import type { Base, Mine, Rec } from './record'

/**
 * THE WORKING COPY: everything this device knows of one document, as a plain JSON value, and the events and effects of
 * its one pure function, `transition` (transition.ts). Rules W1 to W21 are in README.md.
 */
export interface WorkingCopy {
  readonly id: DocumentId
  /** Absent: not created on the service yet, or created with an unknown outcome. */
  readonly remoteId?: RemoteId
  /** Absent: not created yet. */
  readonly base?: Base
  readonly mine: Mine
  /** Sends whose outcome is unknown; they block `clean` until a read that was asked after the loss (W6). */
  readonly unconfirmed: readonly Sent[]
  /** Sends that such a read did not show; recognised if they land late, never awaited (W6). */
  readonly ghosts: readonly Sent[]
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
  /** News that arrived while nothing could be taken in; asked again afterwards (W10). */
  readonly newsNoted?: boolean
  /** Why the pending write was asked for; carried through the read that comes before it. In a flight: asked for since. */
  readonly wanted?: SendReason
  /** A read since the last end of a write: an unguarded write may follow it (C6). */
  readonly readForWrite?: boolean
  /** The ETag that the last 412 refused (W19). */
  readonly refusedEtag?: ETag
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
}

export interface Reading {
  readonly id: number
  readonly askedAt: number
  readonly kind: 'record' | 'versions' | 'audit' | 'look'
  /** Send what is pending once it is answered, or wait for the next occasion. */
  readonly then: 'send' | 'rest'
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
}

/** A record as the service showed it. */
export interface Seen extends Rec {
  readonly remoteId?: RemoteId
  readonly etag?: ETag
}

export interface VersionSeen extends Rec {
  readonly atMs?: number
}

export interface Conflict {
  readonly kind: 'text' | 'fields' | 'deleted-there' | 'deleted-here' | 'past' | 'too-large'
  /** The record on the other side of the view. Absent: deleted there. */
  readonly theirs?: Rec
  /** What the service has: the base once it is decided. Absent: deleted there. */
  readonly ground?: Base
  /** Names the theirs on screen; a resolution carries it back (W15). */
  readonly token: string
  /** Kept by the texts of the clash, so that they survive when theirs moves (W15). */
  readonly decisions: readonly ClashDecision[]
  readonly fieldDecisions: Readonly<Partial<Record<Field, 'mine' | 'theirs'>>>
  /** Grounds that were on screen before this one. */
  readonly earlier: readonly { readonly token: string; readonly ground?: Base }[]
  readonly mineSinceMs: number
  readonly theirsSinceMs: number
}

export interface ClashDecision {
  readonly mine: string
  readonly theirs: string
  readonly decision: Decision
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

/** What a transition may know of the world besides the copy and the event. */
export interface Context {
  readonly nowMs: number
  /** The connection takes writes now. */
  readonly canSend: boolean
  /** Why it does not. */
  readonly problem?: Problem
  /** It has answered a 412 or 428 once, or is our own service (C6). */
  readonly guarded: boolean
  /** It keeps a version history. */
  readonly hasVersions: boolean
  /** `Idempotency-Key` is known to be honoured. */
  readonly honoursKeys: boolean
  /** C8: send edits of published documents by themselves. */
  readonly autosavePublished: boolean
  /** A key for a create, should this transition need one. */
  readonly newKey: string
  /** Fields that name a folder or a tag which is not on the service yet: left out of this send (W2). */
  readonly unresolved?: readonly Field[]
}

export type WriteOutcome =
  /** 2xx with a valid envelope and the same id (W4). `text` absent in the answer: the one that was sent. */
  | {
      readonly kind: 'stored'
      readonly remoteId: RemoteId
      readonly etag?: ETag
      readonly text?: string
      readonly fields: Fields
    }
  /** 2xx without a body: a read has to confirm it. A delete is done. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'stale' }
  /** 404 with the API's error body. */
  | { readonly kind: 'gone' }
  /** 413, 422: certainly not done, and not as it stands. */
  | {
      readonly kind: 'refused'
      readonly problem: Problem
      readonly fields: readonly Field[]
      readonly limitBytes?: number
    }
  /** 401, 403, 429, no connection made: certainly not done. */
  | { readonly kind: 'blocked'; readonly problem: Problem }
  /** Anything else: it may have landed. */
  | { readonly kind: 'unknown'; readonly problem: Problem }

export type ReadOutcome =
  | { readonly kind: 'record'; readonly seen: Seen }
  /** A 404 with the API's error body, in a round in which another known document reads well (W11); else `failed`. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: Problem }

export type Event =
  /** From the editor; the text as it is now. */
  | { readonly kind: 'typed'; readonly text: string }
  /** A restore or a taken-back passage: as typed, with a snapshot first. */
  | {
      readonly kind: 'restored'
      readonly text: string
      readonly title?: string
      readonly reason: 'restore' | 'replace'
    }
  | { readonly kind: 'fields-edited'; readonly fields: Fields }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'undeleted' }
  /** The pause is over, the save key was pressed, the connection is back, ... */
  | { readonly kind: 'send-due'; readonly reason: SendReason }
  /** The one answer to effect `send`. */
  | { readonly kind: 'write-ended'; readonly flight: number; readonly outcome: WriteOutcome }
  /** The one answer to effect `read`. */
  | { readonly kind: 'read-ended'; readonly reading: number; readonly outcome: ReadOutcome }
  /** The one answer to effect `read-versions`: newest first; absent: there is none that could ever be read. */
  | { readonly kind: 'versions-read'; readonly reading: number; readonly versions?: readonly VersionSeen[] }
  /** The other answer to it: not now; it is asked again. */
  | { readonly kind: 'versions-failed'; readonly reading: number; readonly problem: Problem }
  /** The one answer to effect `look`. `sure`: its first version is the frozen body; a likeness is not. */
  | {
      readonly kind: 'looked'
      readonly reading: number
      readonly outcome:
        | { readonly kind: 'found'; readonly seen: Seen; readonly sure: boolean }
        | { readonly kind: 'nothing' }
        | { readonly kind: 'failed'; readonly problem: Problem }
    }
  /** A poll or a list item; `askedAt` is the copy's generation when it was asked. */
  | {
      readonly kind: 'news'
      readonly askedAt: number
      readonly outcome: ReadOutcome
      readonly listItem: boolean
    }
  | {
      readonly kind: 'decided'
      readonly token: string
      readonly decisions: readonly ClashDecision[]
      readonly undecided: readonly ClashDecision[]
      readonly fields: Conflict['fieldDecisions']
    }
  | {
      readonly kind: 'resolved'
      readonly token: string
      readonly resolution:
        | { readonly kind: 'keep-mine' | 'take-theirs' | 'keep-both' | 'let-go' | 'keep-as-new' }
        | { readonly kind: 'merged'; readonly text: string }
    }
  | { readonly kind: 'merge-undone' }
  | { readonly kind: 'merge-accepted' }
  /** What waited is given up: mine becomes base again, with a snapshot. */
  | { readonly kind: 'discarded' }
  /** After a start: nothing that was in flight survives. */
  | { readonly kind: 'loaded' }

/** What the shell does after the next state is in the journal (W1), in this order. */
export type Effect =
  /**
   * Send; answer with `write-ended`. Create: POST with `key` as Idempotency-Key, the body the same bytes for the same
   * key. Update: PUT with `content` and exactly these fields. `etag` goes into If-Match; absent: unguarded (C6).
   */
  | { readonly kind: 'send'; readonly sent: Sent; readonly remoteId?: RemoteId; readonly key?: string }
  /** GET the document; answer with `read-ended`. */
  | { readonly kind: 'read'; readonly reading: number; readonly remoteId: RemoteId }
  /**
   * Read the version list, newest first, as far back as the first entry that is the record `until` (`notFirst`: and is
   * not the newest of all), or 200 entries; answer with `versions-read` or `versions-failed`.
   */
  | {
      readonly kind: 'read-versions'
      readonly reading: number
      readonly remoteId: RemoteId
      readonly until: Rec
      readonly notFirst: boolean
    }
  /** Look for a document that the frozen create may have made since `sinceMs`; answer with `looked`. */
  | {
      readonly kind: 'look'
      readonly reading: number
      readonly create: FrozenCreate
      readonly sinceMs: number
    }
  /** Ask for news of this document when there is time; answer with `news`. */
  | { readonly kind: 'poll' }
  /** Keep this record before what comes next happens (W16). */
  | { readonly kind: 'snapshot'; readonly reason: SnapshotReason; readonly record: Rec }
  /** Make a new document of this record (keep both, keep as new). */
  | { readonly kind: 'create-copy'; readonly record: Rec }
  /** Gone on both sides: the document leaves the library. */
  | { readonly kind: 'forget' }
  | { readonly kind: 'announce'; readonly what: 'merged'; readonly changes: number }
  | {
      readonly kind: 'announce'
      readonly what: 'field-ignored' | 'field-parked'
      readonly fields: readonly Field[]
    }
  | { readonly kind: 'announce'; readonly what: 'text-normalised' | 'deleted-there' | 'conflict' }

export type SnapshotReason =
  | 'before-merge'
  | 'merged-from-elsewhere'
  | 'before-resolution'
  | 'theirs-before-resolution'
  | 'before-restore'
  | 'before-delete'
  | 'deleted-elsewhere'
  | 'discarded'

export interface Step {
  readonly next: WorkingCopy
  readonly effects: readonly Effect[]
}
