import type { Clock } from '../system/clock'
import { startWorker } from '../../node/start-worker'
import { LOG_BYTES, setLogBytes, type Database } from './database'

/** A long series of writes, such as the first pull. */
interface Bulk {
  /**
   * While `work` runs and shortly after it, a separate thread checkpoints the log into the database file. In this
   * thread each checkpoint would delay keys, and everything else, by tens of milliseconds.
   */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Must be called before the database is closed. */
  close(): Promise<void>
}

const EVERY_MS = 1_000
/** A shorter series of writes is not worth a thread. */
const SHORT_MS = 250
/** Beyond this length the log is checkpointed in this thread after all, if the other one does not keep up. */
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
      // What the thread could not checkpoint is left to the first write that finds the log too long.
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
