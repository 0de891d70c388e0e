import { performance } from 'node:perf_hooks'
import type { Clock } from '../../system/clock'

interface CachedWhileExpensiveParts<T> {
  readonly work: () => T
  readonly clock: Clock
  /** A value that was given out again is due to be asked for anew. */
  readonly again: () => void
  /** In milliseconds, from anywhere; that of the process where nothing is given. */
  readonly elapsed?: () => number
}

/** What takes less than this blocks nobody. */
const FREE_MS = 20
/** The rest of the time belongs to the writer. */
const SHARE = 20

/**
 * Work that keeps all else waiting is done for at most a twentieth of the time: asked for sooner, what it last gave is
 * given again, and `again` tells when it is worth asking. Quick work is done each time.
 */
export function cachedWhileExpensive<T>({
  work,
  clock,
  again,
  elapsed = () => performance.now(),
}: CachedWhileExpensiveParts<T>): () => T {
  let last: { readonly value: T; readonly at: number; readonly restMs: number } | undefined
  let isTelling = false
  return () => {
    const now = clock.now()
    // A clock that was set back is no reason to wait.
    if (last && now >= last.at && now < last.at + last.restMs) {
      if (!isTelling) clock.after(last.at + last.restMs - now, tell)
      isTelling = true
      return last.value
    }
    const before = elapsed()
    const value = work()
    const tookMs = elapsed() - before
    last = tookMs < FREE_MS ? undefined : { value, at: clock.now(), restMs: tookMs * SHARE }
    return value
  }

  function tell(): void {
    isTelling = false
    again()
  }
}
