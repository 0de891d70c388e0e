import type { KnownConnection } from './connection-list'
import { DAY_MS } from '../../../shared/day'

/** A removed library that its service has in full stays on this device for 90 days. */
const KEPT_MS = 90 * DAY_MS
/**
 * The longest time that counts as passed between two starts: a clock that is wrong for one start costs at most a week.
 */
const COUNTED_MS_MAX = 7 * DAY_MS

type Removed = Pick<KnownConnection, 'removedAt' | 'deletion' | 'unsent'>

/** The deletion time of a removed library before any start has counted. */
const uncounted = ({ removedAt = 0 }: Removed) => ({ at: removedAt + KEPT_MS, seenAt: removedAt })

/**
 * When the library is deleted; `undefined` where it has changes that no service has, so that only the writer may delete
 * it.
 */
export const deletedAt = (removed: Removed): number | undefined =>
  (removed.unsent ?? 0) > 0 ? undefined : (removed.deletion ?? uncounted(removed)).at

/**
 * The deletion time after this start has counted: the time since the last start counts, up to a week, and none where
 * the clock went back. Uncounted time postpones the deletion.
 */
export function withPassedTime(removed: Removed, now: number): NonNullable<KnownConnection['deletion']> {
  const { at, seenAt } = removed.deletion ?? uncounted(removed)
  const passed = Math.min(Math.max(0, now - seenAt), COUNTED_MS_MAX)
  return { at: now + (at - seenAt) - passed, seenAt: now }
}
