import type { WebContents } from 'electron'

/** As long as Chromium lets a press stand for what a page does because of it. */
const PRESS_LASTS_MS = 5_000
/** Assistive technology acts on a button or a link without a press that main hears of. */
const WITHOUT_PRESS_MAX = 3
const WITHOUT_PRESS_MS = 60_000
const PRESSES: ReadonlySet<string> = new Set(['mouseDown', 'keyDown', 'rawKeyDown', 'touchStart'])

/** What a page may do that is heard outside of the app: follow a link, ask a service that the writer names. */
interface Presses {
  /** Main hears from the system, not from the page, when a key or a button is pressed over it. */
  watch(contents: WebContents): void
  /** Whether the page may do one such thing now: each press allows one, and without a press there are three a minute. */
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
