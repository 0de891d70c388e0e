import type { Clock } from '../system/clock'
import type { Connection } from '../sync/service/connection'

/** Questions that nobody typed take this much of the search quota and no more: the rest is the writer's own (E3). */
const KEPT_SHARE = 0.5
const A_MINUTE_MAX = 12
const MINUTE_MS = 60_000

interface QuotaShare {
  /** Why the service is not to be asked now, as a notice goes on; `undefined`: it may, and this counts as asked. */
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
