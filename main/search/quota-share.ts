import type { Clock } from '../system/clock'
import type { Connection } from '../sync/service/connection'

/** The share of the search quota for queries that nobody typed; the rest belongs to the writer (E3). */
const KEPT_SHARE = 0.5
const A_MINUTE_MAX = 12
const MINUTE_MS = 60_000

interface QuotaShare {
  /**
   * Why the service must not be asked now, as the second half of a notice; `undefined`: it may, and the call counts as
   * a query.
   */
  take(): string | undefined
}

export function createQuotaShare({
  clock,
  connection,
}: {
  readonly clock: Clock
  readonly connection: Pick<Connection, 'current'>
}): QuotaShare {
  let taken: readonly number[] = []
  return {
    take() {
      const { searchQuota } = connection.current()
      if (searchQuota !== undefined && searchQuota.remaining <= searchQuota.limit * KEPT_SHARE)
        return 'remaining searches are saved for you'
      const now = clock.now()
      taken = taken.filter((at) => now - at < MINUTE_MS)
      if (taken.length >= A_MINUTE_MAX) return 'the service was asked often in the last minute'
      taken = [...taken, now]
      return undefined
    },
  }
}
