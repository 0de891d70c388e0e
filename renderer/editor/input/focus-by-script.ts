import { ViewPlugin } from '@codemirror/view'

/**
 * Whoever gives the focus to the element of the text finds the cursor where it was. The browser alone puts it at the
 * begin of a text whose selection has gone elsewhere, and CodeMirror mends that only within 200 ms: on a busy machine
 * what is typed next would stand above the text.
 */
export const focusByScript = ViewPlugin.define((view) => {
  const { contentDOM } = view
  let isInside = false
  contentDOM.focus = (options?: FocusOptions) => {
    // The view focuses its element by this same function.
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
