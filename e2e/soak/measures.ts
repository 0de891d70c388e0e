import fs from 'node:fs'
import path from 'node:path'
import type { App } from '../app'
import { processesUnder } from '../processes'

/** The resources of the machine used by the app at one moment. */
export interface Measure {
  /** The private memory of main and of the window, in MB. */
  readonly main: number
  readonly renderer: number
  /** The sums over all processes. */
  readonly descriptors: number
  readonly threads: number
  readonly processes: number
  /** The sizes in MB of write-ahead logs and of text logs. */
  readonly journals: number
  readonly logs: number
}

/** Measures the app; Linux only, because it reads `/proc`. */
export async function measure(app: App): Promise<Measure> {
  await collectGarbage(app)
  const { electron, profile } = app
  const metrics = await electron.evaluate(({ app: running }) =>
    running.getAppMetrics().map(({ type, pid }) => ({ type: type as string, pid })),
  )
  const memoryOf = (kind: string) =>
    metrics.filter(({ type }) => type === kind).reduce((sum, { pid }) => sum + ownMegabytes(pid), 0)
  const processes = processesUnder(electron.process().pid ?? 0)
  const sizeOf = (pattern: RegExp) =>
    filesBelow(profile)
      .filter((file) => pattern.test(file))
      .reduce((sum, file) => sum + (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) / 1e6
  return {
    main: memoryOf('Browser'),
    renderer: memoryOf('Tab'),
    descriptors: processes.reduce((sum, { pid }) => sum + entriesOf(`/proc/${pid}/fd`), 0),
    threads: processes.reduce((sum, { pid }) => sum + entriesOf(`/proc/${pid}/task`), 0),
    processes: processes.length,
    journals: sizeOf(/-wal$/),
    logs: sizeOf(/\.log$/),
  }
}

/** Collects garbage first: uncollected memory grows until the machine needs it, and does not show a leak. */
async function collectGarbage({ electron, page }: App): Promise<void> {
  await electron.evaluate(() => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
    const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
    collect()
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.detach()
}

const filesBelow = (folder: string): readonly string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('chromium'))
    .map((name) => path.join(folder, name))

/** The private memory as Chromium counts it on Linux: anonymous pages, swapped out or not. */
function ownMegabytes(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
  return (field('RssAnon') + field('VmSwap')) / 1_000
}

function entriesOf(folder: string): number {
  try {
    return fs.readdirSync(folder).length
  } catch {
    // The process has ended.
    return 0
  }
}

export interface Growth {
  readonly what: keyof Measure
  readonly before: number
  readonly after: number
  readonly bound: number
}

/** The maximum number of descriptors, and of threads, of the embedded service. */
const HELD_BY_SERVICE = 40

/**
 * Compares the last fifth of the run with the fifth after the first third, each by its minimum, so that short peaks do
 * not count, and gives the bound. `ended`: how many processes may be killed and restarted at a time.
 */
export function growthOf(measures: readonly Measure[], ended = 0): readonly Growth[] {
  const size = Math.max(1, Math.floor(measures.length / 5))
  const third = Math.floor(measures.length / 3)
  const [early, late] = [measures.slice(third, third + size), measures.slice(-size)]
  const least = (of: readonly Measure[], what: keyof Measure) => Math.min(...of.map((one) => one[what]))
  const bound = (what: keyof Measure, of: (before: number) => number): Growth => {
    const before = least(early, what)
    return { what, before, after: least(late, what), bound: of(before) }
  }
  return [
    bound('main', (before) => before * 1.1),
    bound('renderer', (before) => before * 1.1),
    bound('descriptors', (before) => before + 10 + ended * HELD_BY_SERVICE),
    bound('threads', (before) => before + 10 + ended * HELD_BY_SERVICE),
    bound('processes', (before) => before + ended),
    bound('journals', () => 70),
    bound('logs', () => 5),
  ]
}
