/** Time as it is passed in, so that no test sleeps. */
export interface Clock {
  /** Milliseconds since the epoch, whole. */
  now(): number
  /** Runs `task` once, `delayMs` from now; the function returned calls it off. */
  after(delayMs: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs)
    return () => clearTimeout(timer)
  },
}
