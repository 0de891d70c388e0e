import { EditorView, type Command } from '@codemirror/view'
import type { EditorState } from '@codemirror/state'
import { askAround, type SyntaxNode } from '../markdown/syntax'
import { footnoteAt } from './parts'

/** Goes from the footnote at a position of the text to its words, or from these to where it is first named. */
function goToOther(view: EditorView, position: number): boolean {
  const { state } = view
  const found = footnoteAt(state, position)
  if (found === undefined) return false
  const label = /[^[\]^:]+/.exec(state.sliceDoc(found.from, found.to))?.[0] ?? ''
  const at = placeOf(state, label, found.name !== 'FootnoteLabel')
  if (at === undefined) return true
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: 'center' }),
    userEvent: 'select',
  })
  view.focus()
  return true
}

/** Behind the label of the definition, or of the first reference. */
function placeOf(state: EditorState, label: string, isDefinition: boolean): number | undefined {
  const sought = `[^${label}]`
  const text = state.doc.toString()
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    const node = footnoteAt(state, at)
    const isLabel = node === undefined ? text.startsWith(`${sought}:`, at) : node.name === 'FootnoteLabel'
    if (isLabel === isDefinition) return at + sought.length + (isLabel ? 1 : 0)
  }
  return undefined
}

/** Ctrl or Cmd and a click, as on a link. */
export const footnoteClicks = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
    if (position === null || !goToOther(view, position)) return false
    event.preventDefault()
    return true
  },
})

export const followFootnote: Command = (view) => goToOther(view, view.state.selection.main.head)

/** From anywhere in the words of a footnote to where it is first named. */
export const leaveFootnote: Command = (view) => {
  const { head } = view.state.selection.main
  const ask = (node: SyntaxNode) => (node.name === 'FootnoteDefinition' ? node : null)
  const definition = askAround(view.state, head, -1, ask)
  return definition !== null && goToOther(view, definition.from)
}
