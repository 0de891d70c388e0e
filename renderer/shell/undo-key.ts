import { useWindow } from '../state/store'
import { LIBRARY } from '../state/deeds/many-documents'
import { isUndoSaid, undoLast } from '../state/toasts'
import { topDialogName } from '../ui/top-dialog'

const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock'])

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

const isInText = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.closest('.cm-content') !== null

/** Beside the library, texts and fields: what can be taken back is said, or there is nothing else to undo in. */
const isMeant = (): boolean =>
  topDialogName() === undefined && (isUndoSaid() || useWindow.getState().active === null)

/**
 * Ctrl+Z in the library takes back the last deed there, such as a delete. So it does on a whole pane, where the keyboard is
 * once a document was deleted from its own text, and on a button elsewhere while its notice is shown, or no text is open;
 * in a field it is the field's own. In the text it is the text's, but for a deed whose notice is still shown while nothing
 * was pressed in the text since.
 *
 * @returns what ends it
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
    const isDeed = isInText(event)
      ? isLatest && isUndoSaid()
      : target instanceof HTMLElement &&
        !target.matches('input, textarea, [contenteditable]') &&
        (target.closest(LIBRARY) !== null || target.matches('[data-pane]') || isMeant())
    // Where nothing is to be undone in the library, a key there does not reach into the text.
    if (!isDeed || (!undoLast() && isInText(event))) return
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
