import { expect, type Browser } from '@playwright/test'
import { GOAL_MS, hangMs } from '../heartbeat'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** The processor time in microseconds. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * The processor time, in ms, of the longest task of a window while `work` runs; for this time the window can do nothing
 * else. The time by the clock may be longer on a busy machine.
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

/** Fails if a task of the window takes so long that the window hangs, and reports a task above the goal. */
export async function expectNoHang(browser: Browser, what: string, work: () => Promise<void>): Promise<void> {
  const ms = Math.round(await longestTaskMs(browser, work))
  if (ms > GOAL_MS) console.info(`${what}: a window is held up for ${ms} ms of the processor`)
  expect(ms, what).toBeLessThan(hangMs())
}
