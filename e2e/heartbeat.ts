/** The goal: no text holds up main or a window for longer. `npm run bench hostile` measures against this figure. */
export const GOAL_MS = 200

/**
 * A text that takes this long hangs the app, on a machine on which the yardstick takes `YARDSTICK_MS`. Tests fail
 * above this bound and not above the goal: work that grows faster than its text takes seconds, while machines
 * differ by a factor of two.
 */
const HANG_MS = 1_000
const YARDSTICK_MS = 40

/** A fixed piece of work, so that a machine that is slower or busier is allowed as much more. */
function yardstickMs(): number {
  const start = process.cpuUsage()
  let sum = 1
  for (let turn = 0; turn < 20_000_000; turn++) sum = (Math.imul(sum, 31) + turn) | 0
  return elapsedMs(start) + (sum === 0 ? 1 : 0)
}

export const hangMs = (): number => HANG_MS * Math.max(1, yardstickMs() / YARDSTICK_MS)

/** Time of the processor, not of the clock: the machine may be at something else. */
export function elapsedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

export interface Heartbeat {
  /** The longest turn of the event loop since the last time this was asked. */
  longestMs(): number
  /** What runs in this turn runs elsewhere in the app: the turn does not count. */
  elsewhere(): void
  stop(): void
}

/** Watches this thread's event loop from now on: how long each of its turns takes, by the processor and by the clock. */
export function watchHeartbeat(): Heartbeat {
  let longest = 0
  let isElsewhere = false
  let at = process.cpuUsage()
  let clock = performance.now()
  let next = setImmediate(beat)
  function beat(): void {
    // Threads beside this one count for the processor, other programs for the clock.
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
