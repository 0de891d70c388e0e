import type { AsyncCommand, CommandName } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { OpenLibrary } from '../connections/open-libraries'

/** The caller: the page of a window. It can cancel only operations that it has started itself. */
export type Asker = unknown

/** A command of a window, with the library that it concerns. */
export type Asked<N extends CommandName> = AsyncCommand<N, [library: OpenLibrary, by?: Asker]>

/** Runs imports, exports, moves and restores one at a time. */
export interface Mutex {
  /**
   * Runs `work`; `by` is the caller, such as the page of a window. Throws an AppError where another operation is
   * running.
   */
  runExclusive<T>(work: (signal: AbortSignal) => Promise<T>, by?: Asker): Promise<T>
  /** Asks the running operation to stop, if the same caller has started it; `false` where there is none. */
  stop(by?: Asker): boolean
}

export function createMutex(): Mutex {
  let running: { readonly abort: AbortController; readonly by: Asker } | undefined
  return {
    async runExclusive(work, by) {
      if (running) throw appError('not-allowed', 'An import, export, move or restore is running.')
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
