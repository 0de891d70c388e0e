/**
 * A button inside a text. The text keeps the focus: a click does not move it, and Tab skips the button, so its action
 * also needs a command.
 *
 * @param label read out by screen readers, and shown as a tooltip
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
