import { keymap, type EditorView } from '@codemirror/view'

/** The `detail` of a menu event that asks about spelling, whether the word at the cursor is marked or not. */
export const ABOUT_SPELLING = 700

/** Opens the menu of the text below the cursor: not every system and every Chromium does so by these keys. */
export function openMenu(view: EditorView, detail = 0): boolean {
  const at = view.coordsAtPos(view.state.selection.main.head)
  if (at === null) return false
  const place = { clientX: at.left, clientY: at.bottom, detail }
  view.contentDOM.dispatchEvent(new MouseEvent('contextmenu', { ...place, bubbles: true, cancelable: true }))
  return true
}

export const menuKeys = keymap.of([
  { key: 'Shift-F10', run: (view) => openMenu(view) },
  { key: 'ContextMenu', run: (view) => openMenu(view) },
])
