/** A key within this time after the one that pressed a button counts as the same answer, given twice. */
const TWICE_MS = 1_000

/** The keys that press a button. */
export const PRESS_KEYS: ReadonlySet<string> = new Set(['Enter', ' '])

/**
 * Ignores a second press of a button that has disappeared. With the focus elsewhere, the press would repeat the
 * question, press another button or be typed into a text. The next key is ignored, and so is a held key, if it is one
 * of `keys` and comes soon after `since`.
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
