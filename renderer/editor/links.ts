import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

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
  for (const side of [1, -1] as const) {
    for (
      let node: ReturnType<typeof syntaxTree>['topNode'] | null = syntaxTree(state).resolveInner(
        position,
        side,
      );
      node !== null;
      node = node.parent
    ) {
      const url = node.name === 'URL' ? node : node.name === 'Link' ? node.getChild('URL') : null
      if (url !== null) return state.sliceDoc(url.from, url.to)
    }
  }
  return undefined
}
