/** How far two clocks may be apart without anybody's knowing. */
const SKEW_MS = 24 * 60 * 60 * 1000

/**
 * The earliest time, by the service's clock, at which a create that was first tried at `triedMs` can have made its
 * document. `aheadMs`: how far this device's clock is known to be ahead; what it was at that try may have been set right
 * since, which a try in the future shows (W17).
 */
export const createdSince = (triedMs: number, nowMs: number, aheadMs: number): number =>
  Math.min(triedMs, nowMs) - aheadMs - SKEW_MS
