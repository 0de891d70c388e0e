import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView } from '@codemirror/view'

const slot = new Compartment()
const drawn = drawSelection({ cursorBlinkRate: 0 })
const native: Extension = []

/**
 * Uses the browser's cursor while there is only a cursor: a rendered cursor must be measured and moved after each key,
 * which costs a second layout of the window. Selections and several cursors are rendered, and stay visible while a
 * panel has the focus.
 */
export const drawnSelection: Extension = [
  slot.of(native),
  EditorState.transactionExtender.of((transaction) => {
    const { main, ranges } = transaction.newSelection
    const wanted = main.empty && ranges.length === 1 ? native : drawn
    return slot.get(transaction.startState) === wanted ? null : { effects: slot.reconfigure(wanted) }
  }),
  EditorView.updateListener.of(({ focusChanged, view }) => {
    if (focusChanged && !view.hasFocus) clearSelection(view)
  }),
]

/**
 * Removes the side of the cursor when the text loses the focus. Where a line wraps, the browser's cursor has two
 * possible positions, and CodeMirror moves it to the right one even without the focus, which takes the focus back. A
 * cursor without a side is left alone.
 */
function clearSelection(view: EditorView): void {
  const { main, ranges } = view.state.selection
  if (main.empty && main.assoc !== 0 && ranges.length === 1)
    view.dispatch({ selection: { anchor: main.head } })
}
