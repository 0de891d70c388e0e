/** The timers of the window. */
export const timers = {
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
