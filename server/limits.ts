import { HEADER } from '../shared/api'
import { Refusal, forbidden } from './refusal'
import type { Allowance, Clock, Settings } from './settings'

export interface Limits {
  /** Counts a request of the account into `headers`; throws 429 with `Retry-After` above the limit (E2). */
  countRequest(accountId: number, headers: Record<string, string>): void
  /** Counts a search of the account into `headers`; throws 403 `search_quota_exceeded` above the quota (E3). */
  countSearch(accountId: number, headers: Record<string, string>): void
}

interface Count {
  readonly limit: number
  /** Below zero: over. */
  readonly remaining: number
  readonly secondsLeft: number
}

/** Both are counted per account, in windows that begin with the first request in them, and start anew with the process. */
export function createLimits(settings: Settings, clock: Clock): Limits {
  const requests = createCounter(settings.rateLimit, clock)
  const searches = createCounter(settings.searchQuota, clock)
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
): (accountId: number) => Count | undefined {
  if (allowance === undefined) return () => undefined
  const windows = new Map<number, { startedAt: number; used: number }>()
  const lengthMs = allowance.seconds * 1000
  return (accountId) => {
    const now = clock()
    let window = windows.get(accountId)
    // a clock that was set back must not lock an account out
    if (window === undefined || now >= window.startedAt + lengthMs || now < window.startedAt) {
      window = { startedAt: now, used: 0 }
      windows.set(accountId, window)
    }
    window.used = Math.min(window.used + 1, allowance.count + 1)
    return {
      limit: allowance.count,
      remaining: allowance.count - window.used,
      secondsLeft: Math.max(1, Math.ceil((window.startedAt + lengthMs - now) / 1000)),
    }
  }
}
