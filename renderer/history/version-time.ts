import { repeated } from '../../shared/text/repeated'
import { clockSeconds, clockTime, dayName } from '../ui/relative-time'
import type { Copy, Entry } from './timeline'

/** The day and minute as they are displayed. */
const minuteOf = (at: string): string => `${dayName(at)} ${clockTime(at)}`

/** Returns a function for the time of a version: with seconds if another one is from the same minute. */
export function clockOf(entries: readonly Entry[]): (entry: Entry) => string {
  const isRepeated = repeated(entries, ({ at }) => minuteOf(at))
  return (entry) => (isRepeated(entry) ? clockSeconds(entry.at) : clockTime(entry.at))
}

/** A copy is kept at the first key, and the service has the same text only after it was sent, within this time. */
const SAME_MOMENT_MS = 60_000

/** The reason for a copy, with its time if that differs from the time shown above it. */
export function copyLabel({ reason, at }: Copy, shownAt: string): string {
  if (Math.abs(Date.parse(at) - Date.parse(shownAt)) < SAME_MOMENT_MS) return `${reason}, kept here`
  const day = dayName(at) === dayName(shownAt) ? '' : `${dayName(at)} `
  return `Kept here ${day}${clockTime(at)}: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`
}
