/** Watches keyboard and mouse. The returned function tells whether neither has been used since. */
export function watchInput(): () => boolean {
  let isIdle = true
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  const touched = () => {
    isIdle = false
    stop.abort()
  }
  // A repeated key is still held down from the command itself and does not count.
  window.addEventListener('keydown', ({ repeat }) => !repeat && touched(), options)
  window.addEventListener('pointerdown', touched, options)
  return () => {
    stop.abort()
    return isIdle
  }
}

/**
 * Ignores an Enter pressed by a writer who expects a question where none is asked. Such an Enter inserts no line break,
 * decides nothing in the text that has come to the front and opens no row that is about to disappear. Ends when another
 * key or the mouse is pressed.
 *
 * @param panes a selector of the panes in which Enter is ignored
 * @param isExpected whether the writer may still expect a question
 */
export function ignoreEnter(panes: string, isExpected: () => boolean): void {
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
