import type { EditorSelection, EditorState, StateCommand, Text, TransactionSpec } from '@codemirror/state'

/** A press that has changed a text: the selection that it left, and what takes it back. */
interface Press {
  readonly command: StateCommand
  readonly selection: EditorSelection
  readonly back: TransactionSpec
}

/** By the text that the press has made. */
const presses = new WeakMap<Text, Press>()

/**
 * A command that puts a sign on and takes it off. A second press with nothing in between gives the text back byte for
 * byte: once a bold passage is parted around one of its words, its signs cannot tell that it was one. Where a part of what
 * is selected had the sign, the second press takes it from all.
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
