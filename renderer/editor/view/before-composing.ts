import type { ChangeSpec, EditorState, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** What parts the words that are about to be typed from what stands there, and where they go. */
interface Parting {
  readonly changes: ChangeSpec
  readonly anchor: number
}

/** An input method writes at the cursor while it composes: the place for its words is made before it begins. */
export const beforeComposing = (partingOf: (state: EditorState) => Parting | undefined): Extension =>
  EditorView.domEventHandlers({
    keydown({ keyCode }, view) {
      if (keyCode !== 229 || view.composing || view.state.readOnly) return false
      const parting = partingOf(view.state)
      if (parting !== undefined)
        view.dispatch({
          changes: parting.changes,
          selection: { anchor: parting.anchor },
          userEvent: 'input',
        })
      return false
    },
  })
