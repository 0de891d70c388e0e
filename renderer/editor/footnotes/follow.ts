import { syntaxTree } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { footnoteKey } from '../../../shared/markdown/tree/references'
import { unfolding } from '../folding/folds'
import { askAround, type SyntaxNode } from '../markdown/syntax'
import { footnoteAt } from './parts'

/** Goes from the reference at a position to its definition, or from a definition to its first reference. */
function goToOther({ state, dispatch }: Parameters<StateCommand>[0], position: number): boolean {
  const found = footnoteAt(state, position)
  if (found === undefined) return false
  const key = footnoteKey(state.sliceDoc(found.from, found.to))
  const at = placeOf(state, key, found.name !== 'FootnoteLabel')
  if (at === undefined) return true
  dispatch(
    state.update({
      selection: { anchor: at },
      effects: [EditorView.scrollIntoView(at, { y: 'center' }), ...unfolding(state, at)],
      userEvent: 'select',
    }),
  )
  return true
}

/** Matches a possible reference or label of a definition. */
const LABEL = /\[\^[^\][\s^]{1,64}\]:?/g

/**
 * The position after the label of the definition, or after the first reference. If the text is not parsed yet, this is
 * decided by a text search.
 */
function placeOf(state: EditorState, key: string, isDefinition: boolean): number | undefined {
  const text = state.doc.toString()
  const parsed = syntaxTree(state).length
  for (const { 0: label, index } of text.matchAll(LABEL)) {
    if (footnoteKey(label) !== key) continue
    const node = footnoteAt(state, index + 1)
    if (node === undefined && index < parsed) continue
    const isLabel = node === undefined ? label.endsWith(':') : node.name === 'FootnoteLabel'
    if (isLabel === isDefinition) return node?.to ?? index + label.length
  }
  return undefined
}

/** Follows a footnote by a click with Ctrl or Cmd, like a link. */
export const footnoteClicks = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
    if (position === null || !goToOther(view, position)) return false
    event.preventDefault()
    view.focus()
    return true
  },
})

export const followFootnote: StateCommand = (target) => goToOther(target, target.state.selection.main.head)

/** Goes from anywhere in a footnote to its first reference. */
export const leaveFootnote: StateCommand = (target) => {
  const { head } = target.state.selection.main
  const ask = (node: SyntaxNode) => (node.name === 'FootnoteDefinition' ? node : null)
  const definition = askAround(target.state, head, -1, ask)
  return definition !== null && goToOther(target, definition.from)
}
