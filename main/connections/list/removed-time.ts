import type { KnownConnection } from './connection-list'
import { DAY_MS } from '../../../shared/day'

/** A removed library that its service has in full stays on this device for 90 days. */
const KEPT_MS = 90 * DAY_MS
/** No more than this counts as having passed between two starts: a clock that is set wrong for one start costs a week. */
const COUNTED_MS_MAX = 7 * DAY_MS

type Removed = Pick<KnownConnection, 'removedAt' | 'deletion' | 'unsent'>

/** As it was when the writer removed the library, before any start has counted. */
const uncounted = ({ removedAt = 0 }: Removed) => ({ at: removedAt + KEPT_MS, seenAt: removedAt })

/** `undefined`: it holds what no service has, so only the writer may delete it. */
export const deletedAt = (removed: Removed): number | undefined =>
  (removed.unsent ?? 0) > 0 ? undefined : (removed.deletion ?? uncounted(removed)).at

/**
 * The time of a removed library as a start counts it: what has passed since the start before, yet a week at most, and
 * nothing where the clock went back. The rest of it moves the deletion.
 */
export function withPassedTime(removed: Removed, now: number): NonNullable<KnownConnection['deletion']> {
  const { at, seenAt } = removed.deletion ?? uncounted(removed)
  const passed = Math.min(Math.max(0, now - seenAt), COUNTED_MS_MAX)
  return { at: now + (at - seenAt) - passed, seenAt: now }
}
