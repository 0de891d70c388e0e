import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { askAround, type SyntaxNode } from '../markdown/syntax'
import { goToHeading, headingId } from './heading-links'

/** Opens a target outside the text. */
export type OpenLink = (url: string) => void

/**
 * Opens the link under the pointer by a click with Ctrl or Cmd; the main process decides which addresses may be opened.
 */
export function openLinks(open: OpenLink) {
  const ready = (view: EditorView, held: boolean) => view.dom.classList.toggle('cm-link-ready', held)
  return EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
      const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
      const url = position === null ? undefined : linkAt(view.state, position)
      if (url === undefined) return false
      event.preventDefault()
      follow(view, url, open)
      return true
    },
    keydown: (event, view) => void ready(view, event.ctrlKey || event.metaKey),
    keyup: (event, view) => void ready(view, event.ctrlKey || event.metaKey),
    blur: (_event, view) => void ready(view, false),
  })
}

/** Goes to a heading of this text; passes on every other address, including that of a missing heading. */
export function follow(view: EditorView, url: string, open: OpenLink): void {
  const heading = headingId(url)
  if (heading === undefined || !goToHeading(view, heading)) open(url)
}

/** The target of the link at a position, without the angle brackets around it. */
export function linkAt(state: EditorState, position: number): string | undefined {
  const url = askAround(state, position, 1, urlOf) ?? askAround(state, position, -1, urlOf)
  return url === null ? undefined : addressOf(state, url)
}

/** The address in a node of the tree. */
export const addressOf = (state: EditorState, { from, to }: Span): string =>
  state.sliceDoc(from, to).replace(/^<(.*)>$/s, '$1')

const urlOf = (node: SyntaxNode): SyntaxNode | null =>
  node.name === 'URL' ? node : node.name === 'Link' ? node.getChild('URL') : null
