import { HEADER } from '../../shared/api/api'
import { Refusal, forbidden } from './refusal'
import type { Allowance, Clock, Settings } from './settings'
import type { Usage } from '../store/quota'

export interface Limits {
  /** Counts a request of the account into `headers`; throws 429 with `Retry-After` above the limit (E2). */
  countRequest(accountId: number, headers: Record<string, string>): void
  /** Counts a search of the account into `headers`; throws 403 `search_quota_exceeded` above the quota (E3). */
  countSearch(accountId: number, headers: Record<string, string>): void
}

interface Count {
  readonly limit: number
  /** Negative: the limit is exceeded. */
  readonly remaining: number
  readonly secondsLeft: number
}

/** Stores the use of an allowance; where absent it is kept in memory only. */
export interface UsageKeeper {
  find(accountId: number): Usage | undefined
  set(accountId: number, usage: Usage): void
}

/**
 * Counts requests and searches per account, in windows that begin with their first request. Requests are counted in
 * memory, so a restart begins a new window; `keeper` stores the use of the search quota.
 */
export function createLimits(settings: Settings, clock: Clock, keeper?: UsageKeeper): Limits {
  const requests = createCounter(settings.rateLimit, clock)
  const searches = createCounter(settings.searchQuota, clock, keeper)
  return {
    countRequest(accountId, headers) {
      const count = requests(accountId)
      if (count === undefined) return
      headers[HEADER.rateLimit] = String(count.limit)
      headers[HEADER.rateRemaining] = String(Math.max(0, count.remaining))
      if (count.remaining < 0)
        throw new Refusal(
          429,
          { message: 'Too many requests.' },
          { [HEADER.retryAfter]: String(count.secondsLeft) },
        )
    },
    countSearch(accountId, headers) {
      const count = searches(accountId)
      if (count === undefined) return
      headers[HEADER.searchQuota] = String(count.limit)
      headers[HEADER.searchQuotaRemaining] = String(Math.max(0, count.remaining))
      if (count.remaining < 0)
        throw forbidden('search_quota_exceeded', 'The semantic search quota of this account is used up.', {
          [HEADER.retryAfter]: String(count.secondsLeft),
        })
    },
  }
}

function createCounter(
  allowance: Allowance | undefined,
  clock: Clock,
  keeper?: UsageKeeper,
): (accountId: number) => Count | undefined {
  if (allowance === undefined) return () => undefined
  const usages = new Map<number, Usage>()
  const lengthMs = allowance.seconds * 1000
  return (accountId) => {
    const now = clock()
    const before = usages.get(accountId) ?? keeper?.find(accountId)
    // A clock that was set back must not lock an account out.
    const goesOn = before !== undefined && now >= before.startedAt && now < before.startedAt + lengthMs
    const { startedAt, used } = goesOn ? before : { startedAt: now, used: 0 }
    const usage = { startedAt, used: Math.min(used + 1, allowance.count + 1) }
    usages.set(accountId, usage)
    if (!goesOn || usage.used !== used) keeper?.set(accountId, usage)
    return {
      limit: allowance.count,
      remaining: allowance.count - usage.used,
      secondsLeft: Math.max(1, Math.ceil((startedAt + lengthMs - now) / 1000)),
    }
  }
}
