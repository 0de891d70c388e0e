import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState, type StateCommand } from '@codemirror/state'
import { markdownSupport } from '../markdown/language'

/** The state after a command; the same state if the command does nothing. */
export function runCommand(command: StateCommand, state: EditorState): EditorState {
  let next = state
  command({ state, dispatch: (transaction) => (next = transaction.state) })
  return next
}

/** The text after a command, with `‸` as the cursor before and after. */
export function runMarked(command: StateCommand, marked: string): string {
  const state = EditorState.create({
    doc: marked.replace('‸', ''),
    selection: { anchor: marked.indexOf('‸') },
    extensions: markdownSupport(),
  })
  // An editor has parsed the text by the time a command comes.
  ensureSyntaxTree(state, state.doc.length, 60_000)
  const next = runCommand(command, state)
  const { head } = next.selection.main
  return next.sliceDoc(0, head) + '‸' + next.sliceDoc(head)
}
