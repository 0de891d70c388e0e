import type { Clock } from '../../system/clock'
import type { Pulled, PulledUpdate } from './pulled'

/** So long may one transaction take: all else that main has to do waits as long, a key's way to the journal too. */
const TRANSACTION_MS = 20
const ROWS_MOST = 500
const CHARACTERS_MOST = 4_000_000

/** Gathers the rows of whole pages and stores several pages at once, because each transaction waits for the disk. */
export interface GatheredUpdates {
  /** Returns what is stored by it, of earlier pages too: all, or nothing yet. */
  add(updates: readonly PulledUpdate[]): readonly PulledUpdate[]
  /** Stores what is left. */
  flush(): readonly PulledUpdate[]
}

/** As many rows at once as, by the last ones, can be stored in the time of one transaction; the first page alone. */
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
    // The last first: ids and times then mostly grow, and each index is written along, not backwards.
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
