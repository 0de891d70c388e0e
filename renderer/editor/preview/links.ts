import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { askAround, type SyntaxNode } from '../markdown/syntax'

/** A click with Ctrl or Cmd opens the link under the pointer; main decides which addresses may be opened. */
export function openLinks(open: (url: string) => void) {
  const ready = (view: EditorView, held: boolean) => view.dom.classList.toggle('cm-link-ready', held)
  return EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
      const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
      const url = position === null ? undefined : linkAt(view.state, position)
      if (url === undefined) return false
      event.preventDefault()
      open(url)
      return true
    },
    keydown: (event, view) => void ready(view, event.ctrlKey || event.metaKey),
    keyup: (event, view) => void ready(view, event.ctrlKey || event.metaKey),
    blur: (_event, view) => void ready(view, false),
  })
}

/** The target of the link at a position of the text. */
export function linkAt(state: EditorState, position: number): string | undefined {
  const url = askAround(state, position, 1, urlOf) ?? askAround(state, position, -1, urlOf)
  return url === null ? undefined : state.sliceDoc(url.from, url.to)
}

const urlOf = (node: SyntaxNode): SyntaxNode | null =>
  node.name === 'URL' ? node : node.name === 'Link' ? node.getChild('URL') : null
