import type { OutboxItem } from '../../../shared/ipc/ipc-sync'
import type { Problem } from '../../../shared/problem'

/** How soon a thing is to be sent. A later intent replaces an earlier one; `none` takes the thing off the list. */
export type SendIntent =
  /** Typed: after a pause, and now and then while typing goes on. */
  | { readonly kind: 'pause'; readonly characters: number }
  /** The writer asked, or it is not typing: as soon as the connection lets it. `first`: before all that nobody waits for. */
  | { readonly kind: 'now'; readonly first: boolean }
  /** A delete: once the time for undoing it cheaply is over. */
  | { readonly kind: 'undoable' }
  /** Only when the writer asks: a decision is open, it was refused, or a published text waits to be published (C8). */
  | { readonly kind: 'asked' }
  | { readonly kind: 'none' }

/** How an attempt ended. The thing has scheduled its next send by then with `Outbox.schedule`. */
export type Attempt = { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly problem: Problem }

/** One waiting thing in the writer's words, without the reasons that only the outbox knows. */
export type WaitingThing = Pick<OutboxItem, 'what' | 'kind' | 'canDiscard'> & {
  readonly documentId?: string
  /** Why it waits for the writer or for another thing; absent where only time or the network is missing. */
  readonly needs?: string
  /** What it needs is a decision of the conflict view. */
  readonly asks?: boolean
  /** It waits until the writer publishes it (C8); nothing is wrong. */
  readonly heldBack?: boolean
  /** It waits for another thing, not for the writer. */
  readonly blocked?: boolean
}

/**
 * Things that can be sent: documents, and the rows of folders, tags and files. They own what is sent and in which
 * order; the outbox owns when.
 */
export interface Sendable {
  /** Distinguishes the ids of one kind of thing from those of another: `document`, `row`. */
  readonly kind: string
  /**
   * Sends what is pending on one thing; resolves when nothing of it is in flight any more. Never rejects. `asked`: the
   * writer asked for this very thing, so what was refused or held back is tried too.
   */
  send(id: string, asked: boolean): Promise<Attempt>
  /** What waits on one thing, in words; `undefined` where nothing does. */
  describe(id: string): WaitingThing | undefined
  /**
   * Gives up what is pending on it; a snapshot is kept first. Answers what brings it back, if that can be done: it is
   * false where the thing has changed since, and then it changes nothing.
   */
  discard(id: string): (() => boolean) | undefined
}

/** Where a sendable thing schedules its sends: the outbox. */
export interface SendScheduler {
  schedule(of: Sendable, id: string, intent: SendIntent): void
}
