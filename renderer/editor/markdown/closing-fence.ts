import { type EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { closersEnd } from '../input/closers'
import { askAround, type SyntaxNode } from './syntax'

/**
 * Moves a closing fence to the column of its opening fence. A new line begins at the indentation of the code, where
 * CommonMark reads a fence as code, together with all of the text after it.
 */
export const closingFence = EditorView.inputHandler.of((view, from, to, typed) => {
  const { state } = view
  if ((typed !== '`' && typed !== '~') || from !== to || state.readOnly || view.compositionStarted)
    return false
  const line = state.doc.lineAt(from)
  const fence = /^([\s>]*)(`*|~*)$/.exec(line.text.slice(0, from - line.from))
  if (fence === null || line.to > from || (fence[2] !== '' && fence[2]?.[0] !== typed)) return false
  const opening = openingFence(state, line.from)
  const isClosing = opening?.sign === typed && (fence[2]?.length ?? 0) + 1 >= opening.length
  // The characters of a fence are never paired.
  const insert = isClosing ? `${opening.indent}${fence[2] ?? ''}${typed}` : line.text + typed
  // Automatically inserted brackets below the fence would be outside the code.
  const end = isClosing ? closersEnd(state, line.to) : line.to
  view.dispatch({
    changes: { from: line.from, to: end, insert },
    selection: { anchor: line.from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
})

interface OpeningFence {
  readonly from: number
  readonly sign: string
  readonly length: number
  /** The text before it, with spaces in place of a list mark. */
  readonly indent: string
}

/** The fence that opens the code block around a position. */
export function openingFence(state: EditorState, place: number): OpeningFence | undefined {
  const ask = (node: SyntaxNode) => (node.name === 'FencedCode' ? node : null)
  const block = askAround(state, place, -1, ask) ?? askAround(state, place, 1, ask)
  const mark = block?.getChild('CodeMark')
  if (mark == null || mark.from >= place) return undefined
  const line = state.doc.lineAt(mark.from)
  return {
    from: mark.from,
    sign: state.sliceDoc(mark.from, mark.from + 1),
    length: mark.to - mark.from,
    indent: line.text.slice(0, mark.from - line.from).replace(/[^\s>]/g, ' '),
  }
}
