import type { RemoteId } from '../../../shared/terms'
import type { RoundEnd } from './pull-pages'
import { DAY_MS } from '../../../shared/day'

/** State that a round leaves for later rounds; it is stored with the connection. */
export interface PullRecord {
  /** The latest `updated_at` seen. */
  readonly newest?: string
  /** When the whole list was last walked, and the mark it was compared with. */
  readonly walkedAt: number
  readonly examined?: string
  /** Documents that later rounds request one by one. */
  readonly unread?: readonly RemoteId[]
}

/** Where a service cannot list changed documents, the whole list is walked this often. */
export const WALK_EVERY_MS = 5 * 60_000
const WALK_AGAIN_MS = DAY_MS

/** The record that was stored; `undefined` before the first pull has ended. */
export function recordOf(stored: unknown): PullRecord | undefined {
  if (typeof stored !== 'object' || stored === null || !('walkedAt' in stored)) return undefined
  return typeof stored.walkedAt === 'number' ? (stored as PullRecord) : undefined
}

/** The record after a round; `examined` is the mark that the last walk of the whole list compared. */
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
    // A whole walk has shown or requested all of them.
    unread: isWalk && end.complete ? end.unread : [...new Set([...(before?.unread ?? []), ...end.unread])],
  }
}

/** Whether the last walk of the whole list is long ago; one in the future means that the clock was set back. */
export function isWalkDue({ walkedAt }: PullRecord, canListChanges: boolean, now: number): boolean {
  const age = now - walkedAt
  return age < 0 || age >= (canListChanges ? WALK_AGAIN_MS : WALK_EVERY_MS)
}
