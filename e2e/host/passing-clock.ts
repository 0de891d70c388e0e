import type { Clock } from '../../main/system/clock'

/** A real clock that can be advanced, so that tests need not wait for timers. */
export interface PassingClock extends Clock {
  /** Advances the clock; timers that are due by then run soon, in their order. */
  pass(ms: number): void
  /** Stops all timers. */
  stop(): void
}

interface Waiting {
  readonly at: number
  readonly run: () => void
  timer: NodeJS.Timeout | undefined
}

export function createPassingClock(): PassingClock {
  let aheadMs = 0
  const waiting = new Set<Waiting>()
  const now = () => Date.now() + aheadMs
  const arm = (one: Waiting) => {
    clearTimeout(one.timer)
    one.timer = setTimeout(one.run, Math.max(0, one.at - now()))
  }

  return {
    now,
    after(delayMs, task) {
      const one: Waiting = {
        at: now() + delayMs,
        run() {
          waiting.delete(one)
          task()
        },
        timer: undefined,
      }
      waiting.add(one)
      arm(one)
      return () => {
        clearTimeout(one.timer)
        waiting.delete(one)
      }
    },
    pass(ms) {
      aheadMs += ms
      for (const one of [...waiting].sort((a, b) => a.at - b.at)) arm(one)
    },
    stop() {
      for (const { timer } of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
