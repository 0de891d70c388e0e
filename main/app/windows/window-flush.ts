import type { FlushReason } from '../../../shared/ipc/ipc-window'

/** Windows that were asked to hand over the words that main does not have yet. */
export interface HandOver {
  /** Resolves when each of them has handed over everything, or is gone. No time-out decides (rule W23). */
  readonly done: Promise<void>
  /** The windows that have not answered yet. */
  silent(): readonly number[]
  /** Asks these windows once more: a page that was still loading has missed the first request. */
  again(): void
  /** Whether every page has been asked: none has appeared since. */
  isWhole(): boolean
}

export interface WindowFlush {
  /** Asks these windows. An answer counts for its own round and for earlier ones, never for a later one. */
  ask(windows: readonly number[], reason?: AnsweredReason): HandOver
  /** Notes that a page of this window has loaded or reloaded, and has not been asked yet. */
  came(window: number): void
  /** Notes that this window had no words left when `round` began. */
  done(window: number, round: number): void
  /** Notes that the windows accept keys again: answers still to come are outdated and are ignored. */
  stayed(): void
  /** Notes that the window was closed, or its process ended: it sends no more words. */
  gone(window: number): void
}

/** The reasons for which a window is asked and waited for. */
export type AnsweredReason = Exclude<FlushReason, 'suspend'>

interface Round {
  /** The number of the round in which it was last asked. */
  number: number
  readonly reason: AnsweredReason
  readonly waiting: Set<number>
  readonly finish: () => void
}

export function createWindowFlush(
  request: (windows: readonly number[], round: number, reason: AnsweredReason) => void,
): WindowFlush {
  let rounds: readonly Round[] = []
  let last = 0
  let pages = 0
  /**
   * Windows that were asked only so that texts can be read. Such a window keeps accepting keys, so its answer does not
   * permit closing it.
   */
  const toRead = new Set<number>()

  function strike(window: number, concerns: (round: Round) => boolean): void {
    for (const round of rounds.filter(concerns)) {
      round.waiting.delete(window)
      if (round.waiting.size > 0) continue
      rounds = rounds.filter((one) => one !== round)
      round.finish()
    }
  }

  return {
    ask(windows, reason = 'leave') {
      const waiting = new Set(windows)
      const asked = pages
      const isWhole = () => pages === asked
      if (waiting.size === 0) return { done: Promise.resolve(), silent: () => [], again() {}, isWhole }
      let finish = () => {}
      const done = new Promise<void>((resolve) => (finish = resolve))
      const round: Round = { number: ++last, reason, waiting, finish }
      rounds = [...rounds, round]
      if (reason === 'read') toRead.add(round.number)
      request(windows, round.number, reason)
      const again = () => waiting.size > 0 && request([...waiting], round.number, reason)
      return { done, silent: () => [...waiting], again, isWhole }
    },
    came(window) {
      pages++
      strike(window, () => true)
    },
    done: (window, round) =>
      strike(window, ({ number, reason }) => number <= round && (reason === 'read' || !toRead.has(round))),
    stayed() {
      for (const round of rounds) if (round.reason === 'leave') round.number = ++last
    },
    gone: (window) => strike(window, () => true),
  }
}
