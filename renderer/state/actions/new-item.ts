import { focusBeforePress, isPlace } from '../../ui/focus-before'
import { focusActiveEditor, useWindow } from '../store'
import type { NewItem } from '../window-state'

/** An attribute of the field in which a new item is named; its value is the kind of the item. */
export const FIRST_NAME = 'data-first-name'

/**
 * Opens a field for the name of a new item at its future position; nothing is created before it has a name. A second
 * press is ignored while the field still holds its initial name. A name already typed into such a field is kept.
 */
export function nameNew(kind: NewItem['kind'], parentId: NewItem['parentId']): void {
  const field = document.querySelector<HTMLInputElement>(`input[${FIRST_NAME}]`)
  if (field?.getAttribute(FIRST_NAME) === kind && field.value === field.defaultValue) return
  const { newItem } = useWindow.getState()
  const from = field === null ? focusBeforePress() : (newItem?.from ?? null)
  field?.blur()
  // The id is made on this device, so that the item can be opened before the main process has created it.
  const id = `new:${crypto.randomUUID()}`
  useWindow.setState({ renaming: null, newItem: { kind, id, parentId, from } })
}

/** Forgets the item, because it is not created after all, or is deleted before the library has shown it. */
export function forgetNew(id: NewItem['id']): void {
  if (useWindow.getState().newItem?.id === id) useWindow.setState({ newItem: null })
}

/** Creates nothing and returns the focus to where it was. */
export function giveUpNew({ from }: NewItem): void {
  useWindow.setState({ newItem: null })
  if (isPlace(from)) from.focus({ preventScroll: true })
  else focusActiveEditor()
}
