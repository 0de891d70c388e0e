import type { LibraryEpoch } from '../shared/terms'
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
  const windows = new Map<number, Map<LibraryEpoch, Hold>>()

  function add(window: number, hold: Hold): void {
    const held = windows.get(window) ?? new Map<LibraryEpoch, Hold>()
    windows.set(window, held)
    if (!held.has(hold.library.epoch)) held.set(hold.library.epoch, hold.share())
  }

  function gone(window: number): void {
    const held = windows.get(window)
    windows.delete(window)
    for (const hold of held?.values() ?? []) hold.release()
  }

  return {
    begin(window, hold) {
      gone(window)
      add(window, hold)
    },
    switchOver(from, hold) {
      for (const [window, held] of windows) if (held.has(from)) add(window, hold)
    },
    left(window, library) {
      const hold = windows.get(window)?.get(library)
      windows.get(window)?.delete(library)
      hold?.release()
    },
    gone,
  }
}
