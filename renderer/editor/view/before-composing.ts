import type { ChangeSpec, EditorState, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** A separator to insert before text is typed, and the cursor position after it. */
interface Parting {
  readonly changes: ChangeSpec
  readonly anchor: number
}

/**
 * Inserts the separator before a composition begins, because an input method writes at the cursor while it composes.
 */
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
