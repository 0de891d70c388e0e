import { EditorView } from '@codemirror/view'

/**
 * Handles a typed space, and text typed over a selection, instead of the browser. Where a line wraps, Chromium (issue
 * 1374596) splits the element of the line at a space, and CodeMirror reads this as a line break unless the space is the
 * only change, so a letter typed soon afterwards would add a line break that nobody typed. For text typed over a
 * selection, Chromium copies its appearance with a `style` attribute, which the page's policy refuses. It also loses
 * the breaks between several lines that arrive at once in a table, as from dictation. Compositions are left to the
 * browser, because moving them would end them.
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
    // CodeMirror prevents the default if a handler returns true.
    return true
  },
})
