import { DAY_MS } from '../../shared/day'

/** Of the versions of one document, the last of so many hours, days and weeks in which it changed is kept. */
const KEPT_HOURS = 24
const KEPT_DAYS = 30
const KEPT_WEEKS = 52
/** Of documents that were deleted, the backups of so many are kept in each library: those that were deleted last. */
export const GONE_MAX = 20_000

const HOUR_MS = 3_600_000
const RULES = [
  [HOUR_MS, KEPT_HOURS],
  [DAY_MS, KEPT_DAYS],
  [7 * DAY_MS, KEPT_WEEKS],
] as const

/**
 * Which of these times (milliseconds since the epoch) are not kept any more. Hours, days and weeks are counted among the
 * times themselves and not back from now, so a clock that is years off takes nothing away. What stood at one of the
 * moments `held` is kept as well.
 */
export function timesToDrop(times: readonly number[], held: readonly number[] = []): readonly number[] {
  const newestFirst = times.toSorted((one, other) => other - one)
  const kept = new Set(held.flatMap((moment) => newestFirst.find((time) => time <= moment) ?? []))
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
