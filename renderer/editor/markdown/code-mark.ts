import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state'
import { BLOCK_COMMANDS, isInFences } from './blocks'
import { hasMark, hasMarkInPart, nodeAt, overWords } from './formatting'
import { marking, movedRange } from './inline-blocks'
import { withSecondPress } from './second-press'
import { isWithin, TABLE } from './syntax'

/**
 * Switches code on or off: selected words, or the word at a cursor, get backticks, in a table cell by cell; lines get
 * fences. Without a word, an empty pair of backticks is inserted.
 */
export const toggleCode: StateCommand = withSecondPress(
  ({ state, dispatch }) => {
    if (state.readOnly) return false
    if (isOverLines(state)) return BLOCK_COMMANDS['code-block']({ state, dispatch })
    const change = state.selection.ranges.every(({ empty }) => empty)
      ? state.changeByRange(({ head }) => atCursor(state, head))
      : overWords(state, '`')
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
    return true
  },
  (state) => !isOverLines(state) && hasMarkInPart(state, '`'),
)

function atCursor(state: EditorState, head: number) {
  const node = nodeAt(state, head, 'InlineCode')
  const words = node ?? state.wordAt(head)
  if (words === null)
    return { changes: { from: head, insert: '``' }, range: EditorSelection.cursor(head + 1) }
  const changes = state.changes(marking(state, [words], '`', node === undefined))
  return { changes, range: movedRange(changes, EditorSelection.cursor(head)) }
}

/** Whether the whole selection is code, so that the next press removes its marks. */
export const isCode = (state: EditorState): boolean =>
  isOverLines(state)
    ? isInFences(state)
    : hasMark(state, '`') ||
      state.selection.ranges.every(
        ({ empty, head }) => empty && nodeAt(state, head, 'InlineCode') !== undefined,
      )

/** Table rows do not count as lines, because no fence can be between them. */
const isOverLines = (state: EditorState): boolean =>
  state.selection.ranges.some(
    ({ from, to }) =>
      to > state.doc.lineAt(from).to && !(isWithin(state, from + 1, TABLE) && isWithin(state, to, TABLE)),
  )
