/** Time as a dependency, so that no test has to sleep. */
export interface Clock {
  /** Milliseconds since the epoch, as an integer. */
  now(): number
  /** Runs `task` once, `delayMs` from now; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void
}

/** Smaller steps back are the system's own adjustments. */
const SET_BACK_MS = 1_000

/**
 * The system's time, which never goes back while the app runs: after somebody sets the clock back, timers still wait
 * for their full time, and later events have later times. The clock follows when it is set forward, and after sleep.
 */
export function createSystemClock(wallMs = Date.now, steadyMs = () => performance.now()): Clock {
  let aheadMs = 0
  let last = { wall: wallMs(), steady: steadyMs() }
  return {
    now() {
      const next = { wall: wallMs(), steady: steadyMs() }
      const backMs = last.wall + (next.steady - last.steady) - next.wall
      if (backMs > SET_BACK_MS) aheadMs += backMs
      last = next
      return Math.round(next.wall + aheadMs)
    },
    after: (delayMs, task) => {
      const timer = setTimeout(task, delayMs)
      return () => clearTimeout(timer)
    },
  }
}

export const systemClock: Clock = createSystemClock()
