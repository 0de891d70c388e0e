/** Time as it is passed in, so that no test sleeps. */
export interface Clock {
  /** Milliseconds since the epoch, whole. */
  now(): number
  /** Runs `task` once, `delayMs` from now; the function returned calls it off. */
  after(delayMs: number, task: () => void): () => void
}

/** Smaller steps are the system's own trimming. */
const SET_BACK_MS = 1_000

/**
 * The system's time, which never goes back while the app runs: where somebody sets the clock back, what waits goes on
 * waiting for as long as was meant, and what happens later is later. Set forward, or after sleep, it follows.
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
