export interface WindowFlush {
  /** Asks these windows for what they have not handed over yet; resolves when all have, or after `waitMs`. */
  all(windows: readonly number[], waitMs: number): Promise<void>
  done(window: number): void
}

/** A window that hangs must not keep the app from quitting: what it had handed over before is in the journal. */
export function createWindowFlush(request: () => void): WindowFlush {
  let waiting = new Set<number>()
  let finish = () => {}
  return {
    all: (windows, waitMs) =>
      new Promise((resolve) => {
        waiting = new Set(windows)
        if (waiting.size === 0) return resolve()
        const timer = setTimeout(resolve, waitMs)
        finish = () => {
          clearTimeout(timer)
          resolve()
        }
        request()
      }),
    done(window) {
      waiting.delete(window)
      if (waiting.size === 0) finish()
    },
  }
}
