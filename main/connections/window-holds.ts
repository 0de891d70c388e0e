import type { LibraryEpoch } from '../../shared/terms'
import type { Hold } from './open-libraries'

/**
 * Keeps the libraries open of which windows still have words. A library that was left stays open until every window
 * that showed it has reported that it has handed over everything, or is gone; no time-out decides (rule W23).
 */
export interface WindowHolds {
  /** Notes that a new page begins in this window: the words of the page before it are gone. */
  begin(window: number, hold: Hold): void
  /** Gives every window that has the library `from` the library of `hold` as well. */
  switchOver(from: LibraryEpoch, hold: Hold): void
  /** Notes that the window has handed over all its words of this library. */
  left(window: number, library: LibraryEpoch): void
  /** Notes that the window was closed or crashed: it sends no more words. */
  gone(window: number): void
}

export function createWindowHolds(): WindowHolds {
  /**
   * A window that returns to a library which it is still leaving holds that library twice. Each visit is left
   * separately, so the end of the first visit does not end the second.
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
