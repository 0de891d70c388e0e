const RETRY_AFTER_MS_MAX = 60 * 60_000

/**
 * How many milliseconds to wait by `Retry-After`, in seconds or as a date. A date is compared with the answer's own
 * `Date`, so that a wrong clock here does not matter; the wait is an hour at most (E2). `undefined` where the header is
 * absent or unreadable.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('Retry-After')?.trim()
  if (!value) return undefined
  const waitMs = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - (serverTime(headers) ?? now)
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), RETRY_AFTER_MS_MAX)
}

/** The time of the service's clock, from `Date`. */
export function serverTime(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(time) ? undefined : time
}
