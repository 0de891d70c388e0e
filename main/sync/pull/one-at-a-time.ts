/**
 * Runs one round at a time; a caller that asks while one runs waits for that one.
 *
 * @param run one round, which ends early where the signal says so; `again` asks for another one at once
 * @param ended is called after each round
 */
export function oneAtATime(run: (signal: AbortSignal) => Promise<'again' | undefined>, ended: () => void) {
  let ending = new AbortController()
  let isAgain = false
  let running: Promise<void> | undefined

  async function once(): Promise<void> {
    if ((await run(ending.signal)) === 'again') isAgain = true
  }

  function round(): Promise<void> {
    running ??= once().finally(() => {
      running = undefined
      ended()
      if (!isAgain) return
      isAgain = false
      void round()
    })
    return running
  }

  /** Ends the running round early. */
  function abort(): void {
    ending.abort()
    ending = new AbortController()
  }

  return {
    round,
    isRunning: () => running !== undefined,
    abort,
    /** Ends the running round because circumstances have changed, and begins a new one. */
    anew() {
      abort()
      isAgain = running !== undefined
      void round()
    },
  }
}
