/** The goal: no text blocks main or a window for longer. `npm run bench hostile` measures against this figure. */
export const GOAL_MS = 200

/**
 * A text that takes this long hangs the app, on a machine on which the yardstick takes `YARDSTICK_MS`. Tests fail above
 * this bound, not above the goal, because machines differ by a factor of two, while superlinear work takes seconds.
 */
const HANG_MS = 1_000
const YARDSTICK_MS = 40

/** Measures a fixed piece of work, so that slower or busier machines are allowed proportionally more time. */
function yardstickMs(): number {
  const start = process.cpuUsage()
  let sum = 1
  for (let turn = 0; turn < 20_000_000; turn++) sum = (Math.imul(sum, 31) + turn) | 0
  return elapsedMs(start) + (sum === 0 ? 1 : 0)
}

export const hangMs = (): number => HANG_MS * Math.max(1, yardstickMs() / YARDSTICK_MS)

/** The processor time, not the time by the clock, because the machine may be busy with other programs. */
export function elapsedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

export interface Heartbeat {
  /** The longest turn of the event loop since the last call. */
  longestMs(): number
  /** Excludes the current turn, whose work runs elsewhere in the app. */
  elsewhere(): void
  stop(): void
}

/** Measures the turns of this thread's event loop from now on, by processor time and by the clock. */
export function watchHeartbeat(): Heartbeat {
  let longest = 0
  let isElsewhere = false
  let at = process.cpuUsage()
  let clock = performance.now()
  let next = setImmediate(beat)
  function beat(): void {
    // Other threads of the process add to the processor time, and other programs to the clock time, so the smaller one
    // counts.
    const ms = Math.min(elapsedMs(at), performance.now() - clock)
    if (!isElsewhere) longest = Math.max(longest, ms)
    isElsewhere = false
    at = process.cpuUsage()
    clock = performance.now()
    next = setImmediate(beat)
  }
  return {
    longestMs() {
      const ms = longest
      longest = 0
      return ms
    },
    elsewhere: () => void (isElsewhere = true),
    stop: () => clearImmediate(next),
  }
}
