import type { FlushReason } from '../../../shared/ipc/ipc-window'

/** Windows that were asked to hand over what main does not have yet. */
export interface HandOver {
  /** Resolves when each of them has handed over everything, or is gone. No time-out decides (rule W23). */
  readonly done: Promise<void>
  /** Those that have not answered yet. */
  silent(): readonly number[]
  /** Asks those once more: a page that was still being read when it was asked has heard nothing. */
  again(): void
  /** No page has come since that was not asked. */
  isWhole(): boolean
}

export interface WindowFlush {
  /** Asks these windows. An answer counts for the round in which it was asked for and for those before, never for a later one. */
  ask(windows: readonly number[], reason?: AnsweredReason): HandOver
  /** A page of this window has come, or has come anew: nobody has asked this one yet. */
  came(window: number): void
  /** This window had nothing left when `round` was asked. */
  done(window: number, round: number): void
  /** The windows take keys again: answers that are on their way are from before, and count for nothing. */
  stayed(): void
  /** Closed, or its process ended: nothing more comes from this window. */
  gone(window: number): void
}

/** Why a window is asked and waited for. */
export type AnsweredReason = Exclude<FlushReason, 'suspend'>

interface Round {
  /** Under which it was last asked. */
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
  /** A window that answers one of these goes on taking keys: it may not go yet. */
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
