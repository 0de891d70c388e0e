/** Two clocks may differ by this much without anybody noticing. */
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
 * Whether a create whose answer was lost may go again, byte for byte (W17). `keyHolds`: its key makes that safe.
 * `waitMs`: how long its last try may still land; not more than 0 once it cannot. Where the clock was set back since
 * that try, the time counts from now on: `lastTriedMs`.
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
