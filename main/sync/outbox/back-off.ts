/** Bounded retries: five in a row with back-off, then every five minutes; never given up (docs/sync-rules.md, "When"). */
export const RETRIES_IN_A_ROW = 5
export const SLOW_RETRY_MS = 5 * 60_000
const FIRST_RETRY_MS = 1_000

/** Milliseconds until the next try after so many failures in a row; spread, so that clients do not come back together. */
export function backOffMs(failures: number, random: () => number): number {
  const delayMs =
    failures > RETRIES_IN_A_ROW ? SLOW_RETRY_MS : FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1)
  return Math.round(delayMs * (0.75 + random() / 2))
}
