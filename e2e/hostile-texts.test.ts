import { expect, test } from 'vitest'
import { isLongFuzz } from '../shared/testing/fuzz-runs'
import { readChunks } from '../server/search/chunk'
import { elapsedMs, GOAL_MS, hangMs } from './heartbeat'
import { JOBS_OF_A_THREAD, JOBS_OF_A_WINDOW_OR_MAIN } from './hostile-jobs'
import { hostileTexts, someHostileTexts, type HostileText } from './hostile-texts'

/** The processor time of the fastest of three runs. The time by the clock would include other programs. */
const shortestMs = (job: () => unknown): number =>
  shortestOf(() => {
    const start = process.cpuUsage()
    job()
    return elapsedMs(start)
  })

/** The first run within the goal ends the measurement. */
function shortestOf(timed: () => number): number {
  let shortest = Infinity
  for (let run = 0; run < 3 && shortest > GOAL_MS; run++) shortest = Math.min(shortest, timed())
  return shortest
}

const CHOSEN = someHostileTexts(8)

test('the corpus has 300 texts or more', () => expect(hostileTexts.length).toBeGreaterThan(300))

test.each([...Object.entries(JOBS_OF_A_WINDOW_OR_MAIN), ...Object.entries(JOBS_OF_A_THREAD)])(
  '[H3] [M6] no text hangs a thread: %s',
  (name, job) => {
    const times = CHOSEN.map((hostile) => ({
      name: hostile.name,
      ms: Math.round(shortestMs(() => job(hostile.text))),
    }))
    const [longest] = times.toSorted((one, other) => other.ms - one.ms)
    console.info(`${name}: at most ${longest!.ms} ms (${longest!.name})`)
    const hang = hangMs()
    expect(times.filter(({ ms }) => ms > hang)).toEqual([])
  },
)

/** The length of long texts: five megabytes in the long run. */
const LONG = isLongFuzz ? 5_000_000 : 2_000_000
const longTexts: readonly HostileText[] = [
  ...['>', '> ', '- ', '1. ', '|', '\\', '[', '`', 'a', ' '].map((part) => ({
    name: `a long line of ${JSON.stringify(part)}`,
    text: `${part.repeat(LONG / part.length)}x`,
  })),
  { name: 'lines of a letter', text: 'a\n'.repeat(LONG / 2) },
  { name: 'long code', text: `\`\`\`\n${'a b\n'.repeat(LONG / 4)}` },
  { name: 'a long paragraph', text: 'A sentence here. '.repeat(LONG / 17) },
  { name: 'a long list', text: '- an item of it\n'.repeat(LONG / 16) },
]

test.each(Object.entries(JOBS_OF_A_WINDOW_OR_MAIN))(
  '[M6] no expression runs out of stack on a text of megabytes: %s',
  (_, job) => {
    for (const { text } of longTexts.slice(0, 5)) expect(() => job(text)).not.toThrow()
  },
)

test.each(longTexts)('[M6] indexing pauses all along, however long the text: $name', ({ text }) => {
  const longest = shortestOf(() => longestStepMs(readChunks(text)))
  console.info(`at most ${Math.round(longest)} ms`)
  expect(longest).toBeLessThan(hangMs())
})

/** The longest processor time between two points at which the work can pause. */
function longestStepMs(steps: Generator): number {
  let longest = 0
  for (let isDone: boolean | undefined; !isDone;) {
    const start = process.cpuUsage()
    isDone = steps.next().done
    longest = Math.max(longest, elapsedMs(start))
  }
  return longest
}
