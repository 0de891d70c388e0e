/** Two clocks may differ by this much without anybody noticing. */
const SKEW_MS = 24 * 60 * 60 * 1000

/**
 * The earliest time, by the service's clock, at which a create that was first tried at `triedMs` can have made its
 * document (W17). `aheadMs`: how far this device's clock is known to be ahead. The clock may have been set back since
 * the try; a try in the future shows that.
 */
export const createdSince = (triedMs: number, nowMs: number, aheadMs: number): number =>
  Math.min(triedMs, nowMs) - aheadMs - SKEW_MS
