import type { Problem } from '../../../shared/problem'
import type { ETag, Field, Fields, RemoteId } from '../../../shared/terms'
import type { Rec } from './record'
import type {
  ClashDecision,
  Conflict,
  FrozenCreate,
  Seen,
  SendReason,
  Sent,
  VersionSeen,
  WorkingCopy,
} from './working-copy'

/** What a transition may know of the world besides the copy and the event. */
export interface Context {
  readonly nowMs: number
  /** The connection takes writes now. */
  readonly canSend: boolean
  /** Why it does not. */
  readonly problem?: Problem
  /** It has answered a 412 or 428 once, or is our own service (C6). */
  readonly guarded: boolean
  /** Whether it guards is not known: the next edit asks, by an ETag that cannot be right (C6). */
  readonly asksGuard?: boolean
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
  /** Fields of mine that name a folder or a tag which is no more, as they are without it. */
  readonly withoutGone?: Fields
  /** Fields of mine that name a folder or a tag which this device does not list, as they are without it. */
  readonly withoutUnlisted?: Fields
  /** What is shown is older than what was shown before: a backup was restored on the service (C7). */
  readonly isOlder?: boolean
  /** True for an id of the service that another document of this device has (W17). */
  readonly isTaken?: (remoteId: RemoteId) => boolean
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

export type ClashChange = Omit<ClashDecision, 'text'> & { readonly text?: string | null }

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
  /** The one answer to effect `find-created`. `sure`: the first version is the frozen body; a similar document is not. */
  | {
      readonly kind: 'find-created-ended'
      readonly reading: number
      readonly outcome:
        | { readonly kind: 'found'; readonly seen: Seen; readonly sure: boolean }
        | { readonly kind: 'nothing' }
        | { readonly kind: 'failed'; readonly problem: Problem }
    }
  /** A poll or a list item; `askedAt` is the copy's generation when it was asked. */
  | {
      readonly kind: 'remote-read'
      readonly askedAt: number
      readonly outcome: ReadOutcome
      readonly listItem: boolean
    }
  | {
      readonly kind: 'decided'
      readonly token: string
      /** Each takes the place of what was said of that clash; without `text` the typed words stay, `null` drops them. */
      readonly decisions: readonly ClashChange[]
      readonly fields: Conflict['fieldDecisions']
      /** The merged text as it was changed by hand; `null`: those changes are undone. */
      readonly draft?: { readonly text: string; readonly mine: string } | null
    }
  | {
      readonly kind: 'resolved'
      readonly token: string
      /** Mine as it was on screen, where that is not mine any more: what was typed since was not decided about (W15). */
      readonly mineSeen?: string
      readonly resolution:
        | { readonly kind: 'keep-mine' | 'take-theirs' | 'keep-both' | 'let-go' | 'keep-as-new' }
        | { readonly kind: 'merged'; readonly text: string }
    }
  | { readonly kind: 'merge-undone' }
  | { readonly kind: 'merge-accepted' }
  /** What waited is given up: mine becomes base again, with a snapshot. */
  | { readonly kind: 'discarded' }
  /** Its id is another document's now, as after a restored backup: it is not there any more (C7). */
  | { readonly kind: 'replaced' }
  /** The service may give ETags out again, as after a restored backup: none that is kept here guards a write (C7). */
  | { readonly kind: 'revisions-doubted' }
  /** After a start: nothing that was in flight survives. */
  | { readonly kind: 'loaded' }

/** What the shell does after the next state is in the journal (W1), in this order. */
export type Effect =
  /**
   * Send; answer with `write-ended`. Create: POST with `key` as Idempotency-Key, the body the same bytes for the same
   * key. Update: PUT with `content` and exactly these fields. `etag` goes into If-Match, made impossible where the send
   * asks for the guard; absent: unguarded (C6).
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
  /** Find the document that the frozen create may have made since `sinceMs`; answer with `find-created-ended`. */
  | {
      readonly kind: 'find-created'
      readonly reading: number
      readonly create: FrozenCreate
      readonly sinceMs: number
    }
  /** Read this document when there is time; answer with `remote-read`. `isWhole`: without If-None-Match. */
  | { readonly kind: 'poll'; readonly isWhole?: true }
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
  | {
      readonly kind: 'announce'
      readonly what:
        'text-normalised' | 'deleted-there' | 'conflict' | 'not-guarded' | 'typed-kept' | 'went-back'
    }

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
