import { EditorView } from '@codemirror/view'

/**
 * Takes a typed Space, and what is typed over chosen words, before the browser does. Where a line wraps, Chromium (its
 * issue 1374596) splits the element of the line at a Space, and CodeMirror reads that as a line break unless the Space is
 * the only change that it finds: with a letter typed soon after, a line break that nobody typed would stand in the text.
 * What replaces chosen words Chromium writes in their look, with a `style` that the page's policy refuses. Of lines that
 * come at once, as dictated ones do, it loses the breaks in the grid of a table. A composition stays with the browser: a
 * change of its place would end it.
 */
export const takenTyping = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing, cancelable }, view) {
    const { state } = view
    if (inputType !== 'insertText' || data === null || data === '') return false
    if (isComposing || view.compositionStarted || state.readOnly || !cancelable) return false
    if (data !== ' ' && !data.includes('\n') && state.selection.ranges.every(({ empty }) => empty))
      return false
    const { from, to } = state.selection.main
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const isTaken = state.facet(EditorView.inputHandler).some((take) => take(view, from, to, data, insert))
    if (!isTaken) view.dispatch(insert())
    // CodeMirror's event handlers prevent the default for a handler that answers true.
    return true
  },
})
