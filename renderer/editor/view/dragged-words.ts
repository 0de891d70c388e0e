import { EditorView } from '@codemirror/view'

/** From here on CodeMirror takes a pressed mouse to select, in px. */
const SELECTS_PX = 10

/**
 * A press on selected words that is drawn away drags these words, however fast the hand is. Chromium begins a drag after it
 * has told of the move, and CodeMirror, where that move is a long one, has selected other words by then: those would be
 * dragged. So the first long move after such a press is told to nobody; where it begins no drag, the next one selects.
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
