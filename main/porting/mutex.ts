import { AppError, problem } from '../../shared/problem'

/** Imports, exports, moves and restores go one at a time. */
export interface Mutex {
  /** Throws an AppError where another one is under way. */
  runExclusive<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** What runs is asked to stop; `false`: nothing runs. */
  stop(): boolean
}

export function createMutex(): Mutex {
  let running: AbortController | undefined
  return {
    async runExclusive(work) {
      if (running)
        throw new AppError(problem('not-allowed', 'An import, export, move or restore is under way.'))
      running = new AbortController()
      try {
        return await work(running.signal)
      } finally {
        running = undefined
      }
    },
    stop() {
      running?.abort()
      return running !== undefined
    },
  }
}
