import { EditorView, type EditorViewConfig } from '@codemirror/view'

/**
 * An editor view. CodeMirror leaves what is off screen of a long line out, but makes the first of these gaps for lines
 * that do not wrap: flat. The line is then measured as low as what was drawn of it, and taken to be on screen whole;
 * all of a line of megabytes is drawn and laid out. Gaps that are made again know that lines wrap.
 */
export function newView(config: EditorViewConfig): EditorView {
  const view = new EditorView(config)
  const { viewState } = view as unknown as { readonly viewState: { lineGaps: readonly unknown[] } }
  if (viewState.lineGaps.length > 0) {
    viewState.lineGaps = []
    view.dispatch({})
  }
  return view
}
