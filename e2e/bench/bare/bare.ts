import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { EditorView, keymap } from '@codemirror/view'
import '@fontsource-variable/literata/opsz.css'

declare global {
  interface Window {
    /** Stores a text to be opened by the button `Open`, with or without a language. */
    offer?: (text: string, language: boolean) => void
  }
}

let kept = ''
let withLanguage = true
let view: EditorView | undefined
window.offer = (text, language) => {
  kept = text
  withLanguage = language
}

/**
 * A minimal editor with history, line wrapping and optionally a language. The text is copied as if it came from another
 * process.
 */
document.querySelector('button')?.addEventListener('click', () => {
  void Promise.resolve()
    .then(() => structuredClone(kept))
    .then(open)
})

function open(doc: string): void {
  view?.destroy()
  view = new EditorView({
    doc,
    parent: document.body,
    extensions: [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      withLanguage ? markdown() : [],
    ],
  })
}
