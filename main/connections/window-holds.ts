import type { LibraryEpoch } from '../../shared/terms'
import type { Hold } from './open-libraries'

/**
 * Which libraries each window still has something of. A library that was left stays open until every window that had it
 * has said that it is empty, or is gone; no time-out decides (rule W23).
 */
export interface WindowHolds {
  /** A page that has just begun: whatever the page before in this window had is over. */
  begin(window: number, hold: Hold): void
  /** Every window that has the library `from` goes on with the one of `hold` too. */
  switchOver(from: LibraryEpoch, hold: Hold): void
  /** The window has handed over all it had of this library. */
  left(window: number, library: LibraryEpoch): void
  /** Closed or crashed: nothing more comes from this window. */
  gone(window: number): void
}

export function createWindowHolds(): WindowHolds {
  /**
   * A window that comes back to a library which it is still leaving has that library twice: each time that it came is
   * left by itself, so the end of the first does not take the second.
   */
  const windows = new Map<number, readonly Hold[]>()

  const has = (held: readonly Hold[], epoch: LibraryEpoch) =>
    held.some(({ library }) => library.epoch === epoch)

  const add = (window: number, hold: Hold): void =>
    void windows.set(window, [...(windows.get(window) ?? []), hold.share()])

  function gone(window: number): void {
    const held = windows.get(window) ?? []
    windows.delete(window)
    for (const hold of held) hold.release()
  }

  return {
    begin(window, hold) {
      gone(window)
      add(window, hold)
    },
    switchOver(from, hold) {
      for (const [window, held] of windows) if (has(held, from)) add(window, hold)
    },
    left(window, library) {
      const held = windows.get(window) ?? []
      const hold = held.find((one) => one.library.epoch === library)
      if (hold === undefined) return
      windows.set(
        window,
        held.filter((one) => one !== hold),
      )
      hold.release()
    },
    gone,
  }
}
