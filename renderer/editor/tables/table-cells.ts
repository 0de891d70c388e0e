import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { askAround, type SyntaxNode } from '../markdown/syntax'

/** To the end of the next cell's words; after the last cell of a table into a new row. False outside of a table. */
export const nextCell: StateCommand = ({ state, dispatch }) => {
  const table = tableAt(state)
  if (table === null) return false
  const cells = cellsOf(table, state)
  const { head } = state.selection.main
  const next = cells.find(({ from }) => from > head)
  if (next !== undefined) {
    dispatch(state.update({ selection: inside(state, next), scrollIntoView: true, userEvent: 'select' }))
    return true
  }
  const row = table.lastChild
  const columns = row === null ? [] : rowCells(row)
  if (row === null || state.readOnly) return true
  const line = state.doc.lineAt(row.from)
  const start = `\n${line.text.slice(0, row.from - line.from).replace(/[^\s>]/g, ' ')}| `
  dispatch(
    state.update({
      changes: { from: table.to, insert: `${start} |${'  |'.repeat(Math.max(0, columns.length - 1))}` },
      selection: EditorSelection.cursor(table.to + start.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

/** To the end of the words of the cell before; in the first cell of a table it stays. False outside of a table. */
export const previousCell: StateCommand = ({ state, dispatch }) => {
  const table = tableAt(state)
  if (table === null) return false
  const { head } = state.selection.main
  const before = cellsOf(table, state).findLast(({ to }) => to < head)
  if (before !== undefined)
    dispatch(state.update({ selection: inside(state, before), scrollIntoView: true, userEvent: 'select' }))
  return true
}

const tableAt = (state: EditorState): SyntaxNode | null => {
  const { from } = state.doc.lineAt(state.selection.main.head)
  const { head } = state.selection.main
  const ask = (node: SyntaxNode) => (node.name === 'Table' ? node : null)
  return askAround(state, head, 1, ask) ?? askAround(state, head, -1, ask) ?? askAround(state, from, 1, ask)
}

/** What stands between the bars of a table, row by row, the row of dashes left out. */
function cellsOf(table: SyntaxNode, state: EditorState): readonly Span[] {
  const cells: Span[] = []
  for (let row = table.firstChild; row !== null; row = row.nextSibling)
    if (ROWS.has(row.name)) cells.push(...rowCells(row))
  return cells.filter(({ to }) => to <= state.doc.length)
}

/** In a quotation the marks of its lines stand between the rows. */
const ROWS: ReadonlySet<string> = new Set(['TableHeader', 'TableRow'])

/** The grammar has no node for an empty cell: the bars tell where it is. */
function rowCells(row: SyntaxNode): readonly Span[] {
  const cells: Span[] = []
  const bars = row.getChildren('TableDelimiter')
  let from = row.from
  for (const bar of bars) {
    if (bar.from > row.from) cells.push({ from, to: bar.from })
    from = bar.to
  }
  if (from < row.to) cells.push({ from, to: row.to })
  return cells
}

/** Behind the last word; one space from the bar where there is none. */
function inside(state: EditorState, { from, to }: Span): EditorSelection {
  const text = state.sliceDoc(from, to)
  const words = text.trimEnd().length
  return EditorSelection.single(from + (words > 0 ? words : Math.min(1, text.length)))
}
