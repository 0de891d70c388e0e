import { undo as undoStep } from '@codemirror/commands'
import type { StateCommand } from '@codemirror/state'

/**
 * Undoes a step. CodeMirror takes the selection for a later redo from that before the step, so that redone words would
 * be selected and the next key would replace them; the selection after the step is therefore recorded first.
 */
export const undo: StateCommand = ({ state, dispatch }) => {
  const recorded = state.update({ selection: state.selection })
  return undoStep({
    state: recorded.state,
    dispatch(transaction) {
      dispatch(recorded)
      dispatch(transaction)
    },
  })
}

export const undoKey = { key: 'Mod-z', run: undo, preventDefault: true } as const
