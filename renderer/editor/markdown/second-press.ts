import type { EditorSelection, EditorState, StateCommand, Text, TransactionSpec } from '@codemirror/state'

/** A press that has changed a text: the resulting selection, and the changes that revert it. */
interface Press {
  readonly command: StateCommand
  readonly selection: EditorSelection
  readonly back: TransactionSpec
}

/** The presses by the resulting text. */
const presses = new WeakMap<Text, Press>()

/**
 * Makes a toggling command reversible: a second press directly after the first restores the text byte for byte, because
 * the signs of a bold passage that was split around a word no longer show that it was one. If only a part of the
 * selection had the sign, the second press removes it from all.
 */
export function withSecondPress(
  command: StateCommand,
  isOnInPart: (state: EditorState) => boolean,
): StateCommand {
  return ({ state, dispatch }) => {
    const first = presses.get(state.doc)
    if (first?.command === command && first.selection.eq(state.selection) && !state.readOnly) {
      dispatch(state.update(first.back))
      return true
    }
    return command({
      state,
      dispatch(transaction) {
        const { changes, docChanged, newDoc, newSelection } = transaction
        const back = { changes: changes.invert(state.doc), selection: state.selection }
        if (docChanged && !isOnInPart(state))
          presses.set(newDoc, {
            command,
            selection: newSelection,
            back: { ...back, scrollIntoView: true, userEvent: 'input.format' },
          })
        dispatch(transaction)
      },
    })
  }
}
