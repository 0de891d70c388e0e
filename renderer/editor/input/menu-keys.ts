import { keymap, type EditorView } from '@codemirror/view'

/**
 * Values for the `detail` of a context menu event: `ABOUT_SPELLING` asks for the menu of the word at the cursor, marked
 * or not, the others for the menu of the table row or column at the cursor.
 */
export const ABOUT_SPELLING = 700
export const ABOUT_ROW = 701
export const ABOUT_COLUMN = 702

export type MenuSubject = typeof ABOUT_SPELLING | typeof ABOUT_ROW | typeof ABOUT_COLUMN

/**
 * Opens the menu of the text below the cursor, because not every system and Chromium version does so for these keys.
 */
export function openMenu(view: EditorView, about?: MenuSubject): boolean {
  const at = view.coordsAtPos(view.state.selection.main.head)
  if (at === null) return false
  openMenuAt(view, { x: at.left, y: at.bottom }, about)
  return true
}

/** Opens the menu of the text at a point of the window. */
export function openMenuAt(
  view: EditorView,
  { x, y }: { readonly x: number; readonly y: number },
  about?: MenuSubject,
): void {
  const place = { clientX: x, clientY: y, detail: about ?? 0 }
  view.contentDOM.dispatchEvent(new MouseEvent('contextmenu', { ...place, bubbles: true, cancelable: true }))
}

export const menuKeys = keymap.of([
  { key: 'Shift-F10', run: (view) => openMenu(view) },
  { key: 'ContextMenu', run: (view) => openMenu(view) },
])
