import type { Clock } from './clock'

/** A clock that only moves when it is told to, for tests. */
export interface VirtualClock extends Clock {
  /** Moves on by `ms`, running what falls due in order; what the tasks await is given time to run in between. */
  advance(ms: number): Promise<void>
  /** Tasks that wait. */
  pending(): number
}

/** Enough for what goes through streams, threads and immediates. */
const TURNS = 20
const isDiskBusy = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

/** `turns`: how often the event loop goes round after each task, where less than usual is enough. */
export function createVirtualClock(start = Date.UTC(2026, 0, 1), turns = TURNS): VirtualClock {
  let now = start
  let order = 0
  const tasks = new Map<number, { readonly at: number; readonly task: () => void }>()

  /** So many turns of the event loop, and as many more as the disk needs: it keeps real time, whatever this clock says. */
  const settle = async () => {
    for (let turn = 0; turn < turns || isDiskBusy(); turn++)
      await new Promise<void>((done) => setImmediate(done))
  }

  return {
    now: () => now,
    after(delayMs, task) {
      const id = order++
      tasks.set(id, { at: now + Math.max(0, Math.ceil(delayMs)), task })
      return () => void tasks.delete(id)
    },
    pending: () => tasks.size,
    async advance(ms) {
      const until = now + ms
      await settle()
      for (;;) {
        const [next] = [...tasks]
          .filter(([, { at }]) => at <= until)
          .sort(([a, x], [b, y]) => x.at - y.at || a - b)
        if (!next) break
        tasks.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].task()
        await settle()
      }
      now = until
    },
  }
}
