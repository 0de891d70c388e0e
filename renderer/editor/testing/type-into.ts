import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState, Transaction, TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** The state after typing these characters one after the other through the input handlers of an editor. */
export function typeInto(begin: EditorState, signs: string): EditorState {
  let state = begin
  const dispatch = (...specs: readonly (Transaction | TransactionSpec)[]) => {
    for (const spec of specs) state = 'startState' in spec ? spec.state : state.update(spec).state
    // An editor has parsed the text by the time the next key comes.
    ensureSyntaxTree(state, state.doc.length, 60_000)
  }
  const view = {
    get state() {
      return state
    },
    compositionStarted: false,
    dispatch,
  } as unknown as EditorView
  for (const sign of signs) {
    const { from, to } = state.selection.main
    const insert = () => state.update(state.replaceSelection(sign), { userEvent: 'input.type' })
    const isTaken = state.facet(EditorView.inputHandler).some((take) => take(view, from, to, sign, insert))
    if (!isTaken) dispatch(insert())
  }
  return state
}
