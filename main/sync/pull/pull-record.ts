import type { RemoteId } from '../../../shared/terms'
import type { RoundEnd } from './pull-pages'
import { DAY_MS } from '../../../shared/day'

/** What the rounds of a pull leave for those that follow, kept with the connection. */
export interface PullRecord {
  /** The latest `updated_at` seen. */
  readonly newest?: string
  /** When the whole list was last walked, and the mark it was compared with. */
  readonly walkedAt: number
  readonly examined?: string
  /** Documents that are asked for one by one in the rounds that follow. */
  readonly unread?: readonly RemoteId[]
}

/** Where a service cannot list what changed, the whole list is walked this often. */
export const WALK_EVERY_MS = 5 * 60_000
const WALK_AGAIN_MS = DAY_MS

/** The record that was stored; `undefined` before the first pull has ended. */
export function recordOf(stored: unknown): PullRecord | undefined {
  if (typeof stored !== 'object' || stored === null || !('walkedAt' in stored)) return undefined
  return typeof stored.walkedAt === 'number' ? (stored as PullRecord) : undefined
}

/** The record after a round; `examined` is the mark of what a walk of the whole list has compared. */
export function recordAfter(
  end: RoundEnd & { readonly kind: 'done' },
  before: PullRecord | undefined,
  now: number,
  examined: string,
): PullRecord {
  const isWalk = end.total !== undefined || before === undefined
  const newest = end.newest ?? before?.newest
  return {
    ...before,
    walkedAt: isWalk ? now : before.walkedAt,
    ...(newest !== undefined && { newest }),
    ...(isWalk && { examined }),
    // A whole walk has shown or asked for all of them.
    unread: isWalk && end.complete ? end.unread : [...new Set([...(before?.unread ?? []), ...end.unread])],
  }
}

/** Whether the last walk of the whole list is long ago; one in the future means that the clock was set back. */
export function isWalkDue({ walkedAt }: PullRecord, canListChanges: boolean, now: number): boolean {
  const age = now - walkedAt
  return age < 0 || age >= (canListChanges ? WALK_AGAIN_MS : WALK_EVERY_MS)
}
