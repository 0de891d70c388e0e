import { DAY_MS } from '../../shared/day'

/**
 * Of the versions of one document, all of the last day before the newest one are kept, and the last of each hour, day
 * and week, for this many of those in which the document changed.
 */
const KEPT_HOURS = 24
const KEPT_DAYS = 30
const KEPT_WEEKS = 52
/** For how many deleted documents of each library the backups are kept: those that were deleted last. */
export const GONE_MAX = 20_000

const HOUR_MS = 3_600_000
const RULES = [
  [HOUR_MS, KEPT_HOURS],
  [DAY_MS, KEPT_DAYS],
  [7 * DAY_MS, KEPT_WEEKS],
] as const

/**
 * Those of these times (milliseconds since the epoch) whose versions are no longer kept. Hours, days and weeks are
 * counted among the times themselves and not back from now, so a clock that is wrong by years removes nothing. A
 * version that was current at one of the moments `held` is kept as well.
 */
export function timesToDrop(times: readonly number[], held: readonly number[] = []): readonly number[] {
  const newestFirst = times.toSorted((one, other) => other - one)
  const kept = new Set(held.flatMap((moment) => newestFirst.find((time) => time <= moment) ?? []))
  // A backup that the writer asked for by hand must not give way to the next one of the same hour.
  for (const time of newestFirst) if (time > newestFirst[0]! - DAY_MS) kept.add(time)
  for (const [lengthMs, most] of RULES) {
    const spans = new Set<number>()
    for (const time of newestFirst) {
      const span = Math.floor(time / lengthMs)
      if (spans.has(span)) continue
      if (spans.size === most) break
      spans.add(span)
      kept.add(time)
    }
  }
  return times.filter((time) => !kept.has(time))
}
