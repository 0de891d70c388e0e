/** Watches the keyboard and the mouse; the answer tells whether nobody has touched them since. */
export function watchHand(): () => boolean {
  let isIdle = true
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  const touched = () => {
    isIdle = false
    stop.abort()
  }
  // A key that is still down from the command itself is no new one.
  window.addEventListener('keydown', ({ repeat }) => !repeat && touched(), options)
  window.addEventListener('pointerdown', touched, options)
  return () => {
    stop.abort()
    return isIdle
  }
}

/**
 * Who expects a question presses Enter, and what was asked for is done without one. Such an Enter is no line break and no
 * decision in the text that has come to the front, and opens no row that is about to go, until another key or the mouse is
 * pressed.
 *
 * @param panes a selector of where it is passed over
 * @param isExpected whether the writer may still think of a question
 */
export function passOverEnter(panes: string, isExpected: () => boolean): void {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  const onKey = (event: KeyboardEvent) => {
    const isThere = event.target instanceof Element && event.target.closest(panes) !== null
    if (event.key !== 'Enter' || !isThere || !isExpected()) return over.abort()
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKey, options)
  window.addEventListener('pointerdown', () => over.abort(), options)
}
