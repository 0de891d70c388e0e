import { useWindow, type Named } from '../store'

/** On the field in which something new gets its first name, with the kind of the thing. */
export const FIRST_NAME = 'data-first-name'

/**
 * Whether the field for the name of something new of this kind is on screen and still has the name it came with: a
 * further press on what makes such things was one too many. A name that was typed into such a field is kept.
 */
export function leaveFirstName(kind: Named['kind']): 'nothing typed' | 'left' {
  const field = document.querySelector<HTMLInputElement>(`input[${FIRST_NAME}]`)
  if (field?.getAttribute(FIRST_NAME) === kind && field.value === field.defaultValue) return 'nothing typed'
  field?.blur()
  return 'left'
}

/** For a button that makes something: its press leaves the keyboard in the field for the name of what was made before. */
export function keepFirstName(event: { preventDefault(): void }): void {
  if (useWindow.getState().renaming?.isNew === true) event.preventDefault()
}
