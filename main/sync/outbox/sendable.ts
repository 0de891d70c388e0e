import type { OutboxItem } from '../../../shared/ipc/ipc-sync'
import type { Problem } from '../../../shared/problem'
import type { SendIntent } from '../../documents/core/events'

/** The outcome of an attempt. The thing has scheduled its next send by then with `Outbox.schedule`. */
export type Attempt = { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly problem: Problem }

/** One waiting thing in the writer's words, without the reasons that only the outbox knows. */
export type WaitingThing = Pick<OutboxItem, 'what' | 'kind' | 'canDiscard' | 'choices'> & {
  readonly documentId?: string
  /** Why the thing waits for the writer or for another thing; absent where it waits only for time or the network. */
  readonly needs?: string
  /** Whether the thing needs a decision in the conflict view. */
  readonly asks?: boolean
  /** Whether the thing waits for the writer to publish it (C8), which is no fault. */
  readonly heldBack?: boolean
  /** Whether the thing waits for another thing, not for the writer. */
  readonly blocked?: boolean
}

/**
 * Something that can be sent: documents, or the rows of folders, tags and files. It owns what is sent and in which
 * order; the outbox owns when.
 */
export interface Sendable {
  /** The kind of thing, `document` or `row`, which keeps the ids of different kinds apart. */
  readonly kind: string
  /**
   * Sends what is pending on one thing; resolves when nothing of it is in flight any more, and never rejects. With
   * `asked` the writer asked for this very thing, so refused and held-back changes are tried too.
   */
  send(id: string, asked: boolean): Promise<Attempt>
  /** The pending change of one thing in words; `undefined` where nothing is pending. */
  describe(id: string): WaitingThing | undefined
  /**
   * Discards what is pending on one thing; a snapshot is kept first. Returns a function that brings the change back,
   * where that is possible; the function answers false and changes nothing where the thing has changed since.
   */
  discard(id: string): (() => boolean) | undefined
}

/** Schedules the sends of a sendable thing; the outbox implements it. */
export interface SendScheduler {
  schedule(of: Sendable, id: string, intent: SendIntent): void
}
