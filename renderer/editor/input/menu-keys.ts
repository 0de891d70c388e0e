import { keymap, type Command } from '@codemirror/view'

/** Opens the menu of the text below the cursor: not every system and every Chromium does so by these keys. */
export const openMenu: Command = (view) => {
  const at = view.coordsAtPos(view.state.selection.main.head)
  if (at === null) return false
  const place = { clientX: at.left, clientY: at.bottom }
  view.contentDOM.dispatchEvent(new MouseEvent('contextmenu', { ...place, bubbles: true, cancelable: true }))
  return true
}

export const menuKeys = keymap.of([
  { key: 'Shift-F10', run: openMenu },
  { key: 'ContextMenu', run: openMenu },
])
