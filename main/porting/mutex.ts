import type { AsyncCommand, CommandName } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { OpenLibrary } from '../connections/open-libraries'

/** Who asks: the page of a window. It cancels what it has begun itself, and nothing of another one. */
export type Asker = unknown

/** Does in a library what a window asks for. */
export type Asked<N extends CommandName> = AsyncCommand<N, [library: OpenLibrary, by?: Asker]>

/** Imports, exports, moves and restores go one at a time. */
export interface Mutex {
  /** `by` has asked for it, such as the page of a window. Throws an AppError where another one is under way. */
  runExclusive<T>(work: (signal: AbortSignal) => Promise<T>, by?: Asker): Promise<T>
  /** What runs is asked to stop, where the same one has asked for it; `false`: nothing of it runs. */
  stop(by?: Asker): boolean
}

export function createMutex(): Mutex {
  let running: { readonly abort: AbortController; readonly by: Asker } | undefined
  return {
    async runExclusive(work, by) {
      if (running) throw appError('not-allowed', 'An import, export, move or restore is under way.')
      const abort = new AbortController()
      running = { abort, by }
      try {
        return await work(abort.signal)
      } finally {
        running = undefined
      }
    },
    stop(by) {
      if (running === undefined || running.by !== by) return false
      running.abort.abort()
      return true
    },
  }
}
