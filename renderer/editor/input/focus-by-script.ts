import { ViewPlugin } from '@codemirror/view'

/**
 * Restores the cursor when code focuses the text element. The browser alone puts it at the beginning of a text whose
 * selection has moved elsewhere, and CodeMirror corrects this only within 200 ms: on a busy computer the next keys
 * would be typed above the text.
 */
export const focusByScript = ViewPlugin.define((view) => {
  const { contentDOM } = view
  let isInside = false
  contentDOM.focus = (options?: FocusOptions) => {
    // The view focuses its element through this same function.
    if (isInside) return HTMLElement.prototype.focus.call(contentDOM, options)
    isInside = true
    try {
      view.focus()
    } finally {
      isInside = false
    }
  }
  return {}
})
