import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { BLOCK_COMMANDS, isInFences } from './blocks'
import { markPieces } from './formatting'
import { askAround, type SyntaxNode } from './syntax'

/**
 * Code on and off: selected words, or the word at a cursor, between backticks, in a table cell by cell; lines between
 * fences. Without a word the backticks are begun.
 */
export const toggleCode: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  if (isOverLines(state)) return BLOCK_COMMANDS['code-block']({ state, dispatch })
  const change = state.changeByRange((range) => {
    const node = codeAround(state, range)
    if (node !== undefined) return moved(state, range, withoutMarks(state, node))
    const word = range.empty ? state.wordAt(range.head) : range
    const pieces = word === null ? [] : markPieces(state, word.from, word.to)
    if (pieces.length > 0)
      return moved(
        state,
        range,
        pieces.flatMap((piece) => withMarks(state, piece)),
      )
    const begun = { from: range.from, insert: '``' }
    return range.empty ? { changes: begun, range: EditorSelection.cursor(range.from + 1) } : { range }
  })
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
  return true
}

/** Whether all that is selected is code, so that the next press takes its marks away. */
export const isCode = (state: EditorState): boolean =>
  isOverLines(state)
    ? isInFences(state)
    : state.selection.ranges.every((range) => codeAround(state, range) !== undefined)

const isOverLines = ({ doc, selection }: EditorState): boolean =>
  selection.ranges.some(({ from, to }) => to > doc.lineAt(from).to)

function codeAround(state: EditorState, { from, to }: Span): SyntaxNode | undefined {
  const ask = (node: SyntaxNode) =>
    node.name === 'InlineCode' && node.from <= from && node.to >= to ? node : null
  return askAround(state, from, 1, ask) ?? askAround(state, to, -1, ask) ?? undefined
}

/** The space beside the marks goes with them where it is there for their sake. */
function withoutMarks(state: EditorState, node: SyntaxNode): ChangeSpec[] {
  const [open, close] = node.getChildren('CodeMark')
  if (open === undefined || close === undefined) return []
  const inner = state.sliceDoc(open.to, close.from)
  const space = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '' ? 1 : 0
  return [
    { from: open.from, to: open.to + space },
    { from: close.from - space, to: close.to },
  ]
}

/** More backticks than stand in a row within. */
function withMarks(state: EditorState, { from, to }: Span): ChangeSpec[] {
  const words = state.sliceDoc(from, to)
  const runs = new Set((words.match(/`+/g) ?? []).map(({ length }) => length))
  let length = 1
  while (runs.has(length)) length += 1
  const space = words.startsWith('`') || words.endsWith('`') ? ' ' : ''
  const mark = '`'.repeat(length)
  return [
    { from, insert: mark + space },
    { from: to, insert: space + mark },
  ]
}

/** The selection stays around the words that it was around. */
function moved(
  state: EditorState,
  range: { anchor: number; head: number; empty: boolean },
  specs: ChangeSpec[],
) {
  const changes = state.changes(specs)
  const { anchor, head, empty } = range
  if (empty) return { changes, range: EditorSelection.cursor(changes.mapPos(head, 1)) }
  const side = anchor < head ? 1 : -1
  return {
    changes,
    range: EditorSelection.range(changes.mapPos(anchor, side), changes.mapPos(head, -side)),
  }
}
