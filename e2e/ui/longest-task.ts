import { expect, type Browser } from '@playwright/test'
import { GOAL_MS, hangMs } from '../heartbeat'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the processor. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * Time of the processor, in ms, of the longest task of a window while `work` is done: so long the window can do nothing
 * else. By the clock it may be longer, on a machine that is at something else. On the memory bridge the part of main is
 * done by the window too, and counts.
 */
export async function longestTaskMs(browser: Browser, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel'] })
  const failed = await work().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const trace = await browser.stopTracing()
  if (failed !== undefined) throw failed.error
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const windows = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  return traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && windows.has(threadOf(event)))
    .reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1_000), 0)
}

/** No task of the window takes as long as one that hangs it; one above the goal is told. */
export async function expectNoHang(browser: Browser, what: string, work: () => Promise<void>): Promise<void> {
  const ms = Math.round(await longestTaskMs(browser, work))
  if (ms > GOAL_MS) console.info(`${what}: a window is held up for ${ms} ms of the processor`)
  expect(ms, what).toBeLessThan(hangMs())
}
