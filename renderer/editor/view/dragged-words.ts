import { EditorView } from '@codemirror/view'

/** The distance in px from which CodeMirror treats a moved mouse as a selection. */
const SELECTS_PX = 10

/**
 * Makes a fast drag of selected words move these words. Chromium starts a drag after it has reported the move, and for
 * a long move CodeMirror has selected other words by then, which would be dragged. So the first long move after a press
 * on a selection is hidden; if no drag starts, the next move selects.
 */
export const draggedWords = EditorView.domEventHandlers({
  mousedown(press, view) {
    const { button, detail, shiftKey, clientX: x, clientY: y, target } = press
    const { main } = view.state.selection
    if (button !== 0 || detail !== 1 || shiftKey || main.empty) return
    const at = view.posAtCoords({ x, y })
    if (at === null || at < main.from || at > main.to || !(target instanceof Node)) return
    const until = new AbortController()
    const options = { capture: true, signal: until.signal }
    const onMove = (move: MouseEvent) => {
      if (Math.hypot(move.clientX - x, move.clientY - y) < SELECTS_PX) return
      move.stopPropagation()
      until.abort()
    }
    window.addEventListener('mousemove', onMove, options)
    window.addEventListener('mouseup', () => until.abort(), options)
    window.addEventListener('dragstart', () => until.abort(), options)
  },
})
