import type { WebContents } from 'electron'

/** The time for which Chromium itself lets a press permit an action of the page. */
const PRESS_LASTS_MS = 5_000
/** Assistive technology activates a button or a link without a press that main observes. */
const WITHOUT_PRESS_MAX = 3
const WITHOUT_PRESS_MS = 60_000
const PRESSES: ReadonlySet<string> = new Set(['mouseDown', 'keyDown', 'rawKeyDown', 'touchStart'])

/**
 * Limits the actions of a page with effects outside of the app: following a link, or contacting a service that the
 * writer names.
 */
interface Presses {
  /** Watches for keys and buttons that are pressed over the page, as the system reports them, not the page. */
  watch(contents: WebContents): void
  /**
   * Whether the page may perform one such action now: each press permits one, and without a press three a minute are
   * allowed.
   */
  allows(contents: WebContents): boolean
}

export function createPresses(nowMs: () => number): Presses {
  const pressedAt = new WeakMap<WebContents, number>()
  const unpressed = new WeakMap<WebContents, readonly number[]>()
  return {
    watch(contents) {
      contents.on('input-event', (_event, { type }) => {
        if (PRESSES.has(type)) pressedAt.set(contents, nowMs())
      })
    },
    allows(contents) {
      const now = nowMs()
      const at = pressedAt.get(contents)
      pressedAt.delete(contents)
      if (at !== undefined && now - at < PRESS_LASTS_MS) return true
      const recent = (unpressed.get(contents) ?? []).filter((before) => now - before < WITHOUT_PRESS_MS)
      if (recent.length >= WITHOUT_PRESS_MAX) return false
      unpressed.set(contents, [...recent, now])
      return true
    },
  }
}

export const presses = createPresses(() => performance.now())
