/** Two clocks may differ by this much without anybody noticing the difference. */
const SKEW_MS = 24 * 60 * 60 * 1000
const CREATE_TIMEOUT_MS = 30_000
const KEY_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * The earliest time, by the service's clock, at which a create that was first tried at `triedMs` can have made its
 * document (W17). `aheadMs`: how far this device's clock is known to be ahead. The clock may have been set back since
 * the try; a try in the future shows that.
 */
export const createdSince = (triedMs: number, nowMs: number, aheadMs: number): number =>
  Math.min(triedMs, nowMs) - aheadMs - SKEW_MS

/**
 * Whether a create whose answer was lost may be repeated byte for byte (W17). `keyHolds`: its idempotency key makes
 * that safe. `waitMs`: how long its last attempt may still land; 0 or less once it cannot. Where the clock was set back
 * since that attempt, the time is counted from now: `lastTriedMs`.
 */
export function repeatOf(
  tried: { readonly firstTriedMs: number; readonly lastTriedMs: number },
  { nowMs, honoursKeys }: { readonly nowMs: number; readonly honoursKeys: boolean },
): { readonly keyHolds: boolean; readonly waitMs: number; readonly lastTriedMs: number } {
  const lastTriedMs = Math.min(tried.lastTriedMs, nowMs)
  return {
    keyHolds: honoursKeys && nowMs - tried.firstTriedMs < KEY_LIFE_MS,
    waitMs: lastTriedMs + 2 * CREATE_TIMEOUT_MS + 1 - nowMs,
    lastTriedMs,
  }
}
