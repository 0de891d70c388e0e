/**
 * Five tries in a row are made with back-off, then one every five minutes; retrying never ends (docs/sync-rules.md,
 * "When").
 */
export const RETRIES_IN_A_ROW = 5
const SLOW_RETRY_MS = 5 * 60_000
const FIRST_RETRY_MS = 1_000

/**
 * How many milliseconds to wait after so many failures in a row. The times are spread, so that clients do not all come
 * back together.
 */
export function backOffMs(failures: number, random: () => number): number {
  const delayMs =
    failures > RETRIES_IN_A_ROW ? SLOW_RETRY_MS : FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1)
  return Math.round(delayMs * (0.75 + random() / 2))
}

/**
 * How long to wait before the service is started again after `failures` failed starts: not at all at first, later up to
 * 30 s.
 */
export function restartDelayMs(failures: number): number {
  return failures === 0 ? 100 : Math.min(30_000, 500 * 2 ** (failures - 1))
}
