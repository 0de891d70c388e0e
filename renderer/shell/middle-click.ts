/**
 * On Linux Chromium pastes what is selected anywhere on the screen into what has the keyboard when the middle button is
 * let go, wherever that is: a press that closes a tab would write into the text. Only a press within the very text or
 * field that has the keyboard pastes.
 *
 * @returns what ends it
 */
export function keepMiddleClick(): () => void {
  const onMouseUp = (event: MouseEvent) => {
    if (event.button === 1 && !isInFocusedField(event.target)) event.preventDefault()
  }
  document.addEventListener('mouseup', onMouseUp, { capture: true })
  return () => document.removeEventListener('mouseup', onMouseUp, { capture: true })
}

/** A picture or a box that stands in a text is none of its words. */
const isInFocusedField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea')) &&
  document.activeElement?.contains(target) === true
