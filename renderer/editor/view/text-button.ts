/**
 * A button that stands in a text. The text keeps the keyboard: a press takes no focus, and Tab goes to none, so that what it
 * does has a command as well.
 *
 * @param label said by a screen reader, and shown under a pointer at rest
 */
export function textButton(
  className: string,
  words: string,
  label: string,
  run: (event: Event) => void,
): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = className
  element.textContent = words
  element.tabIndex = -1
  element.setAttribute('aria-label', label)
  element.title = label
  element.addEventListener('mousedown', (event) => event.preventDefault())
  element.addEventListener('click', run)
  return element
}
