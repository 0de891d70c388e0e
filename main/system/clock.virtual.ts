import type { Clock } from './clock'

/** A clock that only moves when it is told to, for tests. */
export interface VirtualClock extends Clock {
  /** Moves on by `ms` and runs due tasks in order, with time in between for the promises they await. */
  advance(ms: number): Promise<void>
  /** The number of waiting tasks. */
  pending(): number
}

/** Enough turns for streams, threads and immediates. */
const TURNS = 20
const isDiskBusy = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

/** `turns`: the turns of the event loop after each task, for tests that need fewer than usual. */
export function createVirtualClock(start = Date.UTC(2026, 0, 1), turns = TURNS): VirtualClock {
  let now = start
  let order = 0
  const tasks = new Map<number, { readonly at: number; readonly task: () => void }>()

  /** Waits for this many turns of the event loop, and for as many more as the disk needs, which runs in real time. */
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
