import { EditorView } from '@codemirror/view'

/**
 * Takes a typed Space before the browser does. Where a line wraps, Chromium (its issue 1374596) splits the element of the
 * line at a Space, and CodeMirror reads that as a line break unless the Space is the only change that it finds: with a
 * letter typed soon after, a line break that nobody typed would stand in the text.
 */
export const typedSpace = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    if (event.inputType !== 'insertText' || event.data !== ' ') return false
    if (event.isComposing || view.compositionStarted || state.readOnly || !event.cancelable) return false
    const { from, to } = state.selection.main
    const insert = () =>
      state.update(state.replaceSelection(' '), { userEvent: 'input.type', scrollIntoView: true })
    const isTaken = state.facet(EditorView.inputHandler).some((take) => take(view, from, to, ' ', insert))
    if (!isTaken) view.dispatch(insert())
    // CodeMirror's event handlers prevent the default for a handler that answers true.
    return true
  },
})
