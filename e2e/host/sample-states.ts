import type { SampleDocument } from './sample-library'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The text and status of a document at a time, in milliseconds since the epoch. */
export interface State {
  readonly at: number
  readonly text: string
  readonly status: string
}

/**
 * A history for a document of the sample, oldest state first: written over three days, with small saves in the last
 * session.
 */
export function statesOf({ text, status, minutesAgo }: SampleDocument, now: number): readonly State[] {
  const last = now - minutesAgo * MINUTE_MS
  const first = text.slice(0, Math.ceil(text.length / 2))
  const earlier = `${text.replace('took it as a personal insult', 'was not pleased about it')}\nThe old women said you could hear the bell under the water.\n`
  const grown = (part: number) => earlier.slice(0, Math.ceil(earlier.length * part))
  const states: readonly (readonly [agoMs: number, text: string, status: string])[] = [
    [7 * DAY_MS, first, 'draft'],
    [DAY_MS + 2 * HOUR_MS + 9 * MINUTE_MS, grown(0.7), 'draft'],
    [DAY_MS + 2 * HOUR_MS + 5 * MINUTE_MS, grown(0.75), 'draft'],
    [DAY_MS + 2 * HOUR_MS, grown(0.8), 'published'],
    [11 * MINUTE_MS, grown(0.9), 'draft'],
    [8 * MINUTE_MS, grown(0.95), 'draft'],
    [6 * MINUTE_MS, earlier, 'draft'],
    [4 * MINUTE_MS, earlier.replace('The old women said', 'Some said'), 'draft'],
    [0, text, status],
  ]
  return states.map(([ago, words, state]) => ({ at: last - ago, text: words, status: state }))
}
