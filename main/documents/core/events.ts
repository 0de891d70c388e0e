import type { Problem } from '../../../shared/problem'
import type { ETag, Field, Fields, RemoteId } from '../../../shared/terms'
import type { Rec } from './record'
import type {
  ClashDecision,
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
  /** Whether the connection takes writes now. */
  readonly canSend: boolean
  /** The reason why the connection takes no writes. */
  readonly problem?: Problem
  /** Whether writes are guarded: the service has answered a 412 or 428 once, or is our own (C6). */
  readonly guarded: boolean
  /**
   * True where nobody knows whether the service guards writes: the next edit tests this with an ETag that cannot be
   * right (C6).
   */
  readonly asksGuard?: boolean
  /** Whether the service keeps a version history. */
  readonly hasVersions: boolean
  /** Whether `Idempotency-Key` is known to be honoured. */
  readonly honoursKeys: boolean
  /** Whether edits of published documents are sent by themselves (C8). */
  readonly autosavePublished: boolean
  /** The idempotency key for a create, if this transition makes one. */
  readonly newKey: string
  /**
   * Returns those of the given fields that name a folder or a tag which the service does not have yet; a send leaves
   * them out (W2).
   */
  readonly unresolvedIn?: (fields: Fields) => readonly Field[]
  /** The fields of mine that name a deleted folder or tag, without that name. */
  readonly withoutGone?: Fields
  /** The fields of mine that name a folder or a tag which this device does not list, without that name. */
  readonly withoutUnlisted?: Fields
  /** The service shows an older record than before: a backup was restored there (C7). */
  readonly isOlder?: boolean
  /** True for an id of the service that another document of this device has (W17). */
  readonly isTaken?: (remoteId: RemoteId) => boolean
}

/** How soon a thing is to be sent. A later intent replaces an earlier one; `none` takes the thing off the list. */
export type SendIntent =
  /** The writer is typing: send after a pause, and at intervals while typing goes on. */
  | { readonly kind: 'pause'; readonly characters: number }
  /**
   * The writer asked for the send, or the change is not typing: send as soon as the connection allows. `first` sends
   * ahead of everything that nobody waits for.
   */
  | { readonly kind: 'now'; readonly first: boolean }
  /** A delete: send once the time for undoing it cheaply is over. */
  | { readonly kind: 'undoable' }
  /**
   * Send only when the writer asks: a conflict is open, the write was refused, or a published text waits to be
   * published (C8).
   */
  | { readonly kind: 'asked' }
  | { readonly kind: 'none' }

export type WriteOutcome =
  /**
   * 2xx with a valid envelope and the same id (W4). Without `text` the answer contained no text, and the text that was
   * sent counts.
   */
  | {
      readonly kind: 'stored'
      readonly remoteId: RemoteId
      readonly etag?: ETag
      readonly text?: string
      readonly fields: Fields
    }
  /** 2xx without a body. A read has to confirm a write; a delete is done. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'stale' }
  /** 404 with the API's error body. */
  | { readonly kind: 'gone' }
  /** 413, 422: the write certainly was not done, and will be refused again as it stands. */
  | {
      readonly kind: 'refused'
      readonly problem: Problem
      readonly fields: readonly Field[]
      readonly limitBytes?: number
    }
  /** 401, 403, 429, or no connection was made: the write certainly was not done. */
  | { readonly kind: 'blocked'; readonly problem: Problem }
  /** Anything else: the write may have landed. */
  | { readonly kind: 'unknown'; readonly problem: Problem }

export type ReadOutcome =
  | { readonly kind: 'record'; readonly seen: Seen }
  /** A 404 with the API's error body, in a round in which another known document reads well (W11); else `failed`. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: Problem }

export type ClashChange = Omit<ClashDecision, 'text'> & { readonly text?: string | null }

export type Event =
  /** The editor changed the text; `text` is the whole text as it is now. */
  | { readonly kind: 'typed'; readonly text: string }
  /** An older version or a passage of it was restored: the same as typing, with a snapshot first. */
  | {
      readonly kind: 'restored'
      readonly text: string
      readonly title?: string
      readonly reason: 'restore' | 'replace'
    }
  | { readonly kind: 'fields-edited'; readonly fields: Fields }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'undeleted' }
  /** The writer saves or publishes: everything pending is to be sent as soon as possible, even if it was held back or refused. */
  | { readonly kind: 'send-asked'; readonly reason: 'save-key' | 'publish' }
  /** The answer to the effect `schedule`: the time has come, or the connection is back. */
  | { readonly kind: 'send-due'; readonly reason: SendReason }
  /** The one answer to effect `send`. */
  | { readonly kind: 'write-ended'; readonly flight: number; readonly outcome: WriteOutcome }
  /** The one answer to effect `read`. */
  | { readonly kind: 'read-ended'; readonly reading: number; readonly outcome: ReadOutcome }
  /**
   * The one answer to effect `read-versions`: the versions, newest first. Without `versions` the service has no history
   * to read.
   */
  | { readonly kind: 'versions-read'; readonly reading: number; readonly versions?: readonly VersionSeen[] }
  /** The other answer to effect `read-versions`: the history could not be read now and is requested again. */
  | { readonly kind: 'versions-failed'; readonly reading: number; readonly problem: Problem }
  /**
   * The one answer to effect `find-created`. `sure`: the document's first version equals the frozen body; false for a
   * document that is only similar.
   */
  | {
      readonly kind: 'find-created-ended'
      readonly reading: number
      readonly outcome:
        | { readonly kind: 'found'; readonly seen: Seen; readonly sure: boolean }
        | { readonly kind: 'nothing' }
        | { readonly kind: 'failed'; readonly problem: Problem }
    }
  /** The record that a poll or a list item showed; `askedAt` is the copy's generation when the request was made. */
  | {
      readonly kind: 'remote-read'
      readonly askedAt: number
      readonly outcome: ReadOutcome
      readonly listItem: boolean
    }
  | {
      readonly kind: 'decided'
      readonly token: string
      /**
       * Each change replaces the earlier decision about its clash. Without `text` the typed words stay; `null` drops
       * them.
       */
      readonly decisions: readonly ClashChange[]
      /** `null` takes a decision back. */
      readonly fields: Readonly<Partial<Record<Field, 'mine' | 'theirs' | null>>>
      /** The merged text as it was changed by hand; `null` undoes those changes. */
      readonly draft?: { readonly text: string; readonly mine: string } | null
    }
  | {
      readonly kind: 'resolved'
      readonly token: string
      /**
       * Mine as it was on screen, where mine is another text by now: the words typed since were not decided about
       * (W15).
       */
      readonly mineSeen?: string
      readonly resolution:
        | { readonly kind: 'keep-mine' | 'take-theirs' | 'keep-both' | 'let-go' | 'keep-as-new' }
        | { readonly kind: 'merged'; readonly text: string }
    }
  | { readonly kind: 'merge-undone' }
  | { readonly kind: 'merge-accepted' }
  /** The writer discards what waits to be sent: mine becomes base again, with a snapshot. */
  | { readonly kind: 'discarded' }
  /** The service gave this id to another document, as after a restored backup: this document is gone there (C7). */
  | { readonly kind: 'replaced' }
  /**
   * The service may give ETags out again, as after a restored backup: no ETag that is kept here guards a write any more
   * (C7).
   */
  | { readonly kind: 'revisions-doubted' }
  /** The app has started: nothing that was in flight survives. */
  | {
      readonly kind: 'loaded'
      /** This library was copied: since that time another device may have created the document on the service. */
      readonly copiedSinceMs?: number
    }

/** The work that the shell does after the next state is in the journal (W1), in this order. */
export type Effect =
  /**
   * Send this write; answer with `write-ended`. A create is a POST with `key` as its Idempotency-Key, and the same key
   * always goes with the same bytes. An update is a PUT with `content` and exactly these fields. `etag` goes into
   * If-Match; where the send tests whether writes are guarded, it is changed so that it cannot match. Without an ETag
   * the write is unguarded (C6).
   */
  | { readonly kind: 'send'; readonly sent: Sent; readonly remoteId?: RemoteId; readonly key?: string }
  /** GET the document; answer with `read-ended`. */
  | { readonly kind: 'read'; readonly reading: number; readonly remoteId: RemoteId }
  /**
   * Read the version list, newest first, back to the first entry that equals the record `until`, or 200 entries. With
   * `notFirst` the newest entry does not count as `until`; with `lastRead` the entry of that id alone ends the list.
   * Answer with `versions-read` or `versions-failed`.
   */
  | {
      readonly kind: 'read-versions'
      readonly reading: number
      readonly remoteId: RemoteId
      readonly until: Rec
      readonly notFirst: boolean
      readonly lastRead?: string
    }
  /** Find the document that the frozen create may have made since `sinceMs`; answer with `find-created-ended`. */
  | {
      readonly kind: 'find-created'
      readonly reading: number
      readonly create: FrozenCreate
      readonly sinceMs: number
    }
  /**
   * Read this document when there is time; answer with `remote-read`. With `isWhole` the read carries no If-None-Match.
   */
  | { readonly kind: 'poll'; readonly isWhole?: true }
  /** Send the document as soon as the intent says; answer with `send-due` when the time has come. */
  | { readonly kind: 'schedule'; readonly intent: SendIntent }
  /** Keep this record as a snapshot before the step takes effect (W16). */
  | { readonly kind: 'snapshot'; readonly reason: SnapshotReason; readonly record: Rec }
  /** Make a new document of this record (keep both, keep as new). */
  | { readonly kind: 'create-copy'; readonly record: Rec }
  /** The document is gone on both sides: remove it from the library. */
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
        | 'text-normalised'
        | 'deleted-there'
        | 'conflict'
        | 'not-guarded'
        | 'not-published'
        | 'typed-kept'
        | 'went-back'
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
