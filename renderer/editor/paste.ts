import type { EditorState, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { createHtmlConversion } from './html-conversion'
import { isWithin } from './syntax'

/** One for all editors of the window. */
const conversion = createHtmlConversion()

/**
 * Formatted text that is pasted becomes markdown, in one step to undo. Source stays source: in code, and from editors that
 * give its colours along. Pasted without formatting (Ctrl+Shift+V), there is none to be seen here.
 */
export function formattedPaste(): Extension {
  return EditorView.domEventHandlers({
    // The worker has started by the time something is pasted.
    focus: () => void requestIdleCallback(() => conversion.prepare()),
    paste(event, view) {
      const { clipboardData } = event
      if (clipboardData === null || view.state.readOnly) return false
      const [html, plain] = ['text/html', 'text/plain'].map((type) => clipboardData.getData(type))
      if (!html || !plain || clipboardData.types.includes('vscode-editor-data')) return false
      if (/^https?:\/\/\S+$/.test(plain) || isWithin(view.state, view.state.selection.main.head, CODE))
        return false
      event.preventDefault()
      void conversion.convert(html).then((markdown) => insert(view, markdown, plain))
      return true
    },
  })
}

function insert(view: EditorView, markdown: string | undefined, plain: string): void {
  const { state } = view
  const text = markdown === undefined ? plain.replace(/\r\n?/g, '\n') : placed(state, markdown, plain)
  view.dispatch(state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true })
}

/** What begins a block by itself, or goes on after a line break that is not within a paragraph. */
const BLOCK = /^(?:#{1,6} |[-*+>] |\d+[.)] |```|~~~|---$)|(?:^|[^\\])\n/

/** A heading, a list or several paragraphs begin on a line of their own, and what follows them does too. */
function placed(state: EditorState, markdown: string, plain: string): string {
  // The space around a phrase stands in its plain text alone.
  if (!BLOCK.test(markdown))
    return `${plain.startsWith(' ') ? ' ' : ''}${markdown}${plain.endsWith(' ') ? ' ' : ''}`
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  const before = first.text.slice(0, from - first.from).trim() === '' ? '' : '\n\n'
  const after = last.text.slice(to - last.from).trim() === '' ? '' : '\n\n'
  return before + markdown + after
}

const CODE = new Set(['FencedCode', 'CodeBlock', 'InlineCode', 'FrontMatter', 'HTMLBlock'])
