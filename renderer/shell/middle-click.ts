/**
 * Limits pasting with the middle mouse button. On Linux Chromium pastes the selection of any window into the focused
 * element when the button is released, wherever the pointer is, so a click that closes a tab would write into the text.
 * Here only a click inside the focused text or field pastes.
 *
 * @returns a function that stops this
 */
export function keepMiddleClick(): () => void {
  const onMouseUp = (event: MouseEvent) => {
    if (event.button === 1 && !isInFocusedField(event.target)) event.preventDefault()
  }
  document.addEventListener('mouseup', onMouseUp, { capture: true })
  return () => document.removeEventListener('mouseup', onMouseUp, { capture: true })
}

/** An image or a check box inside a text is not part of its words. */
const isInFocusedField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea')) &&
  document.activeElement?.contains(target) === true
