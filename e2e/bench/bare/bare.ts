import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { EditorView, keymap } from '@codemirror/view'

declare global {
  interface Window {
    /** Opens a text in a new editor, as bare as it gets: a language, history, line wrapping. */
    openText?: (doc: string) => void
  }
}

let view: EditorView | undefined
window.openText = (doc) => {
  view?.destroy()
  view = new EditorView({
    doc,
    parent: document.body,
    extensions: [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      markdown(),
    ],
  })
}
