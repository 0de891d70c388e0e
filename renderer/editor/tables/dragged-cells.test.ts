import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { copiedText } from './cell-clipboard'
import { draggedCells } from './dragged-cells'
import { drawsTables, keepsBars } from './kept-cells'

/** The state after the mouse was pressed at `⟦` and moved to `⟧`. */
function dragged(marked: string): EditorState {
  const [anchor, head] = [marked.indexOf('⟦'), marked.indexOf('⟧')]
  const state = EditorState.create({
    doc: marked.replace(/[⟦⟧]/g, ''),
    extensions: [
      markdownSupport(),
      EditorState.allowMultipleSelections.of(true),
      drawsTables.of(true),
      draggedCells,
      keepsBars,
    ],
  })
  const selection = { anchor: anchor - Number(head < anchor), head: head - Number(anchor < head) }
  return state.update({ selection, userEvent: 'select.pointer' }).state
}

const chosen = (state: EditorState) => state.selection.ranges.map(({ from, to }) => state.sliceDoc(from, to))

const HEAD = '| a | b | c |\n| - | - | - |\n'

test.each([
  ['| d⟦1 | e1 | f1 |\n| d2⟧ | e2 | f2 |', ['d1', 'd2']],
  ['| d1 | `e⟦1` | f1 |\n| d2 | `e⟧2` | f2 |', ['`e1`', '`e2`']],
  ['| d1 | e1⟧ | f1 |\n| d2 | | f2 |\n| d3 | ⟦e3 | f3 |', ['e1', '', 'e3']],
  ['| d1 | e⟦1 | f1 |\n| d2 | e2 | f⟧2 |', ['e1 | f1', 'e2 | f2']],
  ['| d1 | e⟦1 | f⟧1 |\n| d2 | e2 | f2 |', ['1 | f']],
  ['| d⟦1 | e1 | f1 |\n| d2 | e2 | f2⟧ |', ['1 | e1 | f1 |\n| d2 | e2 | f2']],
])('the mouse chooses cells that stand below each other: %s', (rows, words) => {
  expect(chosen(dragged(HEAD + rows))).toEqual(words)
})

test('a column that is cut leaves empty cells, and is copied as one', () => {
  const state = dragged(`${HEAD}| d1 | \`e⟦1\` | f1 |\n| d2 | | f2 |\n| d3 | \`e⟧3\` | f3 |`)
  expect(copiedText('', state)).toBe('`e1`\n\n`e3`')
  const changes = state.selection.ranges.filter(({ empty }) => !empty)
  const cut = state.update({ changes, userEvent: 'delete.cut' }).state.doc.toString()
  expect(cut.slice(HEAD.length)).toBe('| d1 |  | f1 |\n| d2 | | f2 |\n| d3 |  | f3 |')
})
