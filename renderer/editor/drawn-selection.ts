import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection } from '@codemirror/view'

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
]
