import type { SendIntent } from '../../documents/core/events'
import type { Problem } from '../../../shared/problem'
import type { RemoteId } from '../../../shared/terms'
import type { Flight, ItemBase, ItemFields, LibraryItem } from './library-item'

/** What a transition may know of the world besides the item and the event. */
export interface ItemContext {
  readonly nowMs: number
  /** Increases with every event: the order of requests and answers (W10). */
  readonly moment: number
  /** Whether something else has to happen before the item is sent. */
  readonly waits: (item: LibraryItem) => boolean
  /**
   * Whether the service shows revisions of this kind. `unknown`: it does so for documents, and only reads can tell (W3,
   * C6).
   */
  readonly etags: 'yes' | 'no' | 'unknown'
  /** Whether `Idempotency-Key` is known to be honoured. */
  readonly honoursKeys: boolean
  /** The key of the create that the item begins next. */
  readonly keyOf: (item: LibraryItem) => string
  /** The body of a create of this item as it is now. */
  readonly bodyOf: (item: LibraryItem) => string
  /** Another item of this device that has this id on the service. */
  readonly twinOf: (remoteId: RemoteId) => LibraryItem | undefined
  /** Whether a tag of this name is deleted or renamed here and the service does not know that yet. */
  readonly isNameHeld: (name: string) => boolean
}

/** How a write ended. */
export type ItemOutcome =
  | { readonly kind: 'landed'; readonly remoteId?: RemoteId; readonly theirs?: ItemBase }
  | { readonly kind: 'stale' }
  | { readonly kind: 'gone' }
  /** The write certainly was not carried out, and will be refused again as it stands. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** The write certainly was not carried out, but may be later. */
  | { readonly kind: 'blocked'; readonly problem: Problem }
  /** The write may have landed; `isStored`: it has, and the answer does not name the result. */
  | { readonly kind: 'unknown'; readonly problem: Problem; readonly isStored?: true }

export type ItemRead =
  | { readonly kind: 'found'; readonly theirs: ItemBase }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** The search for the item that a create has made. */
export type ItemFound = ItemRead & { readonly remoteId?: RemoteId }

export type ItemEvent =
  /** The writer changed fields. An open question is answered by that. */
  | { readonly kind: 'edited'; readonly fields: Partial<ItemFields> }
  | { readonly kind: 'deleted'; readonly together?: NonNullable<LibraryItem['together']> }
  | { readonly kind: 'undeleted' }
  /** The writer discards what waits to be sent: mine becomes base again. */
  | { readonly kind: 'discarded' }
  /**
   * The outbox begins an attempt; with `asked` the writer wants exactly this item sent, which answers its open
   * question.
   */
  | { readonly kind: 'send-due'; readonly asked: boolean }
  /** The one answer to effect `send`. */
  | { readonly kind: 'write-ended'; readonly outcome: ItemOutcome }
  /** The one answer to effect `read`. */
  | { readonly kind: 'read-ended'; readonly outcome: ItemRead }
  /** The one answer to effect `find-created`. */
  | { readonly kind: 'find-created-ended'; readonly outcome: ItemFound }
  /** A row of a list, or a read that no attempt waits for; `askedAt` is the moment of the request. */
  | { readonly kind: 'remote-read'; readonly askedAt: number; readonly outcome: ItemRead }

/**
 * The work that the shell does after the next state is durable (W1). The first three send requests; a step has at most
 * one of these.
 */
export type ItemEffect =
  /** Send this write: `flight.etag` goes into If-Match; a create is sent byte for byte with its key. */
  | { readonly kind: 'send'; readonly flight: Flight }
  /** Read the item. A tag has no route of its own and is looked up in the whole list (A14). */
  | { readonly kind: 'read' }
  /** Look for an item with these fields that this device does not know yet and a lost create may have made (W17). */
  | { readonly kind: 'find-created'; readonly fields: ItemFields }
  /** The attempt has failed. */
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** Send the item as soon as the intent says; answer with `send-due` when the time has come. */
  | { readonly kind: 'schedule'; readonly intent: SendIntent }
  /** The item is gone on both sides: remove it. */
  | { readonly kind: 'forget' }
  /** `twin` is the same item under another id of this device; both become this item. */
  | { readonly kind: 'unite'; readonly twin: LibraryItem }
  /** The item was deleted on the service and is created anew: documents that name it must be sent with its new id. */
  | { readonly kind: 'remade' }
  /** The service shows no revisions of this kind. */
  | { readonly kind: 'no-etags' }

export interface ItemStep {
  readonly next: LibraryItem
  readonly effects: readonly ItemEffect[]
}
