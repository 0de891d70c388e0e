import type { EditorState, StateCommand } from '@codemirror/state'

/** The state that a command makes of another; the same where the command does nothing. */
export function runCommand(command: StateCommand, state: EditorState): EditorState {
  let next = state
  command({ state, dispatch: (transaction) => (next = transaction.state) })
  return next
}
