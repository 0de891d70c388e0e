import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView } from '@codemirror/view'

const slot = new Compartment()
const drawn = drawSelection({ cursorBlinkRate: 0 })
const native: Extension = []

/**
 * A cursor alone is the browser's own: a drawn one has to be measured and moved after each key, a second layout of the
 * window that a writer waits for. Selected words and several cursors are drawn, and stay to be seen while a panel has
 * the focus.
 */
export const drawnSelection: Extension = [
  slot.of(native),
  EditorState.transactionExtender.of((transaction) => {
    const { main, ranges } = transaction.newSelection
    const wanted = main.empty && ranges.length === 1 ? native : drawn
    return slot.get(transaction.startState) === wanted ? null : { effects: slot.reconfigure(wanted) }
  }),
  EditorView.updateListener.of(({ focusChanged, view }) => {
    if (focusChanged && !view.hasFocus) letGo(view)
  }),
]

/**
 * Where a line wraps the browser's cursor has two places, and CodeMirror moves it to the right one when the focus has
 * gone elsewhere, too, which takes the focus back. A cursor without a side is left where it is.
 */
function letGo(view: EditorView): void {
  const { main, ranges } = view.state.selection
  if (main.empty && main.assoc !== 0 && ranges.length === 1)
    view.dispatch({ selection: { anchor: main.head } })
}
