import { repeated } from '../../shared/text/repeated'
import { clockSeconds, clockTime, dayName } from '../ui/relative-time'
import type { Entry } from './timeline'

/** Day and minute, as they are said. */
export const minuteOf = (at: string): string => `${dayName(at)} ${clockTime(at)}`

/** Answers with the time of a version: with seconds where another one is of the same minute. */
export function clockOf(entries: readonly Entry[]): (entry: Entry) => string {
  const isRepeated = repeated(entries, ({ at }) => minuteOf(at))
  return (entry) => (isRepeated(entry) ? clockSeconds(entry.at) : clockTime(entry.at))
}
