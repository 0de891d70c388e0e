import type { Clock } from '../system/clock'
import { startWorker } from '../../node/start-worker'
import { LOG_BYTES, setLogBytes, type Database } from './database'

/** Much that is written in a row, as by the first pull. */
interface Bulk {
  /**
   * While `work` runs and right after it, a thread of its own brings into the file what the log holds: done here it would
   * keep every key and all else waiting meanwhile, tens of milliseconds each time.
   */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Before the database is closed. */
  close(): Promise<void>
}

const EVERY_MS = 1_000
/** What is written in less time is not worth a thread. */
const SHORT_MS = 250
/** Beyond this the log is brought in here after all, should the thread not keep up. */
const LOG_BYTES_MAX = 8 * LOG_BYTES

export function createBulk(database: Database, clock: Clock): Bulk {
  const file = database.location()
  let works = 0
  let isClosed = false
  let cancel = () => {}
  let running: Promise<void> | undefined

  const checkpoint = (path: string): Promise<void> =>
    (running ??= new Promise<void>((resolve) => {
      const worker = startWorker(import.meta.url, 'checkpoint', path)
      worker.unref()
      // What it could not do is done by a write that finds the log too long.
      worker.once('exit', () => resolve())
    }).finally(() => (running = undefined)))

  function keepShort(path: string): void {
    cancel = clock.after(EVERY_MS, () => {
      void checkpoint(path)
      keepShort(path)
    })
  }

  async function end(path: string, ms: number): Promise<void> {
    cancel()
    if (ms >= SHORT_MS) await checkpoint(path)
    if (works === 0 && !isClosed) setLogBytes(database, LOG_BYTES)
  }

  return {
    async during(work) {
      if (file === null || isClosed) return work()
      const began = clock.now()
      if (works++ === 0) {
        setLogBytes(database, LOG_BYTES_MAX)
        keepShort(file)
      }
      try {
        return await work()
      } finally {
        if (--works === 0 && !isClosed) void end(file, clock.now() - began)
      }
    },
    async close() {
      isClosed = true
      cancel()
      await running
    },
  }
}
