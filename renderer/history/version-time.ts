import { repeated } from '../../shared/text/repeated'
import { clockSeconds, clockTime, dayName } from '../ui/relative-time'
import type { Copy, Entry } from './timeline'

/** Day and minute, as they are said. */
const minuteOf = (at: string): string => `${dayName(at)} ${clockTime(at)}`

/** Answers with the time of a version: with seconds where another one is of the same minute. */
export function clockOf(entries: readonly Entry[]): (entry: Entry) => string {
  const isRepeated = repeated(entries, ({ at }) => minuteOf(at))
  return (entry) => (isRepeated(entry) ? clockSeconds(entry.at) : clockTime(entry.at))
}

/** A copy is kept with the first key, and the service has the same text only once it was sent. */
const SAME_MOMENT_MS = 60_000

/** Why a copy was kept; when, too, where that was not about the time that stands above it. */
export function copyLabel({ reason, at }: Copy, shownAt: string): string {
  if (Math.abs(Date.parse(at) - Date.parse(shownAt)) < SAME_MOMENT_MS) return `${reason}, kept here`
  const day = dayName(at) === dayName(shownAt) ? '' : `${dayName(at)} `
  return `Kept here ${day}${clockTime(at)}: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`
}
