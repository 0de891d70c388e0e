/** A key so soon after the one that pressed a button is the same answer, given twice. */
const TWICE_MS = 1_000

/** The keys that press a button. */
export const PRESS_KEYS: ReadonlySet<string> = new Set(['Enter', ' '])

/**
 * The button that had the keyboard is gone. Where the keyboard is then, a second press would ask the same again, press
 * what stands there, or be typed into a text: the next key is passed over, and so is a key that is held, where it is one
 * of these and comes soon after `since`.
 */
export function ignoreSecondPress(keys: ReadonlySet<string>, since: number): void {
  const onKey = (event: KeyboardEvent): void => {
    if (!event.repeat) window.removeEventListener('keydown', onKey, { capture: true })
    if (!keys.has(event.key) || (!event.repeat && event.timeStamp - since > TWICE_MS)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKey, { capture: true })
}
