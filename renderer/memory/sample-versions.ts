import type { MemoryDocument, MemoryVersion } from './records'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A history for a document of the sample: written over three days, the last sitting in small saves. */
export function sampleVersions(document: MemoryDocument, nowMs: number): MemoryVersion[] {
  const { text, title, status } = document
  const last = Math.min(document.updatedAt, nowMs)
  const first = text.slice(0, Math.ceil(text.length / 2))
  const earlier = `${text.replace('took it as a personal insult', 'was not pleased about it')}\nThe old women said you could hear the bell under the water.\n`
  const grown = (part: number) => earlier.slice(0, Math.ceil(earlier.length * part))
  const states: readonly (readonly [agoMs: number, text: string, status: string])[] = [
    [0, text, status],
    [4 * MINUTE, earlier.replace('The old women said', 'Some said'), 'draft'],
    [6 * MINUTE, earlier, 'draft'],
    [8 * MINUTE, grown(0.95), 'draft'],
    [11 * MINUTE, grown(0.9), 'draft'],
    [DAY + 2 * HOUR, grown(0.8), 'published'],
    [DAY + 2 * HOUR + 5 * MINUTE, grown(0.75), 'draft'],
    [DAY + 2 * HOUR + 9 * MINUTE, grown(0.7), 'draft'],
    [7 * DAY, first, 'draft'],
  ]
  return states.map(([ago, words, state], index) => ({
    id: `v${states.length - index}`,
    at: new Date(last - ago).toISOString(),
    title,
    status: state,
    text: words,
  }))
}
