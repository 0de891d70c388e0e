import { focusBeforePress, isPlace } from '../../ui/focus-before'
import { focusActiveEditor, useWindow } from '../store'
import type { NewItem } from '../window-state'

/** On the field in which something new gets its name, with the kind of the thing. */
export const FIRST_NAME = 'data-first-name'

/**
 * Asks for the name of something new where it will stand; before it has one, nothing is made. A further press while the
 * name that the field came with still stands in it was one too many; a name that was typed into such a field is kept.
 */
export function nameNew(kind: NewItem['kind'], parentId: NewItem['parentId']): void {
  const field = document.querySelector<HTMLInputElement>(`input[${FIRST_NAME}]`)
  if (field?.getAttribute(FIRST_NAME) === kind && field.value === field.defaultValue) return
  const { newItem } = useWindow.getState()
  const from = field === null ? focusBeforePress() : (newItem?.from ?? null)
  field?.blur()
  // Ids like these are of this device: what is made can be gone to before main has made it.
  const id = `new:${crypto.randomUUID()}`
  useWindow.setState({ renaming: null, newItem: { kind, id, parentId, from } })
}

/** Nothing is made; the keyboard is again where it was. */
export function giveUpNew({ from }: NewItem): void {
  useWindow.setState({ newItem: null })
  if (isPlace(from)) from.focus({ preventScroll: true })
  else focusActiveEditor()
}
