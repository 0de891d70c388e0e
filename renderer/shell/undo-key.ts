import { useWindow } from '../state/store'
import { LIBRARY } from '../state/actions/batch-actions'
import { isUndoSaid, undoLast } from '../state/toasts'
import { topDialogName } from '../ui/top-dialog'

const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock'])

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** The outline moves sections of the text, and its undo is that of the text. */
const isInText = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.closest('.cm-content, [data-edits-text]') !== null

/**
 * Whether the key is meant for the library although the focus is in no list, text or field: a notice offers the undo,
 * or no document is open.
 */
const isMeant = (): boolean =>
  topDialogName() === undefined && (isUndoSaid() || useWindow.getState().active === null)

/**
 * Makes Ctrl+Z in the library undo the last action there, such as a delete. The same applies to a pane as a whole,
 * which has the focus after a document was deleted from its own text, and to a button elsewhere while the notice of the
 * action is shown or no text is open. In a field the key is the field's own. In the text it is the text's own, except
 * while the notice of an action is shown and no key has been pressed in the text since.
 *
 * @returns a function that stops this
 */
export function followUndoKey(): () => void {
  let isLatest = false
  const stop = useWindow.subscribe(({ undo }, before) => {
    if (undo !== before.undo) isLatest = undo !== null
  })

  function onKey(event: KeyboardEvent): void {
    if (MODIFIERS.has(event.key)) return
    if (!isUndo(event)) {
      if (isInText(event)) isLatest = false
      return
    }
    const { target } = event
    const isAction = isInText(event)
      ? isLatest && isUndoSaid()
      : target instanceof HTMLElement &&
        !target.matches('input, textarea, [contenteditable]') &&
        (target.closest(LIBRARY) !== null || target.matches('[data-pane]') || isMeant())
    // Pressed in the library, the key never reaches the text, even if there is nothing to undo.
    if (!isAction || (!undoLast() && isInText(event))) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPress = (event: PointerEvent) => {
    if (isInText(event)) isLatest = false
  }

  const until = new AbortController()
  const first = { capture: true, signal: until.signal }
  document.addEventListener('keydown', onKey, first)
  document.addEventListener('pointerdown', onPress, first)
  return () => {
    stop()
    until.abort()
  }
}
