import type { Clock } from '../../system/clock'
import type { Pulled, PulledUpdate } from './pulled'

/**
 * The longest time for one transaction: everything else in main waits as long, even typed text on its way to the
 * journal.
 */
const TRANSACTION_MS = 20
const ROWS_MOST = 500
const CHARACTERS_MOST = 4_000_000

/** Gathers the rows of whole pages and stores several pages at once, because each transaction waits for the disk. */
export interface GatheredUpdates {
  /** Adds a page. Returns the rows that are stored by this call, of earlier pages too; empty while none are. */
  add(updates: readonly PulledUpdate[]): readonly PulledUpdate[]
  /** Stores the remaining rows. */
  flush(): readonly PulledUpdate[]
}

/**
 * Gathers as many rows as one transaction can store in its time, judged by the last one; the first page is stored
 * alone.
 */
export function gatherUpdates(pulled: Pulled, clock: Clock): GatheredUpdates {
  let held: PulledUpdate[] = []
  let characters = 0
  let rowsAtOnce = 0

  function flush(): readonly PulledUpdate[] {
    const updates = held
    if (updates.length === 0) return updates
    held = []
    characters = 0
    const started = clock.now()
    // The last row goes first: ids and times then mostly grow, and each index is appended to.
    pulled.applyUpdates(updates.toReversed())
    const ms = Math.max(1, clock.now() - started)
    rowsAtOnce = Math.min(ROWS_MOST, Math.floor((updates.length * TRANSACTION_MS) / ms))
    return updates
  }

  return {
    add(updates) {
      held.push(...updates)
      for (const { seen } of updates) characters += seen.content?.length ?? 0
      return held.length >= rowsAtOnce || characters >= CHARACTERS_MOST ? flush() : []
    },
    flush,
  }
}
