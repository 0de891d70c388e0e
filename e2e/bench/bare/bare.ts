import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { EditorView, keymap } from '@codemirror/view'
import '@fontsource-variable/literata/opsz.css'

declare global {
  interface Window {
    /** Keeps a text behind the button `Open`, and says how it is to be opened. */
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

/** As bare as an editor gets: history, line wrapping, perhaps a language. The text comes as from another process. */
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
