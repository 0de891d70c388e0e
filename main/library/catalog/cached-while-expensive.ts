import { performance } from 'node:perf_hooks'
import type { Clock } from '../../system/clock'

interface CachedWhileExpensiveParts<T> {
  readonly work: () => T
  readonly clock: Clock
  /** Called when a stale value that was returned should be requested again. */
  readonly again: () => void
  /** A monotonic time in milliseconds; that of the process where absent. */
  readonly elapsed?: () => number
}

/** Work that takes less time than this delays nobody. */
const FREE_MS = 20
/** The work takes at most one part in this many of the time; the rest belongs to the writer. */
const SHARE = 20

/**
 * Limits blocking work to a twentieth of the time: an earlier request gets the last value again, and `again` is called
 * when a new request makes sense. Quick work is done for each request.
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
    // A clock that was set back is not a reason to wait.
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
