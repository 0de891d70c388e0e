import { EditorSelection, type EditorState, type StateCommand, type Transaction } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import type { SyntaxNode } from '../markdown/syntax'
import { isRow, slotsOf } from './cell-spans'
import { completeRow } from './table-edits'
import { tableAt } from './table-model'

/**
 * Goes to the next cell and selects its words, so that typing replaces them and an arrow key keeps them; after the last
 * cell, goes into a new row. An incomplete row gets its next cell. False outside a table.
 */
export const nextCell: StateCommand = (target) => {
  const { state, dispatch } = target
  const table = tableAt(state)
  if (table === null) return false
  if (completeRow(target)) return true
  const cells = cellsOf(table, state)
  const { head } = state.selection.main
  const next = cells.find(({ from }) => from > head)
  if (next !== undefined) {
    dispatch(into(state, next))
    return true
  }
  const row = table.lastChild
  if (row === null || state.readOnly) return true
  const line = state.doc.lineAt(row.from)
  const columns = slotsOf(row, line)
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

/** Goes to the previous cell and selects its words; stays in the first cell of a table. False outside a table. */
export const previousCell: StateCommand = ({ state, dispatch }) => {
  const table = tableAt(state)
  if (table === null) return false
  const { head } = state.selection.main
  const before = cellsOf(table, state).findLast(({ to }) => to < head)
  if (before !== undefined) dispatch(into(state, before))
  return true
}

/** Whether the whole selection is in one cell. */
export function isInOneCell(state: EditorState): boolean {
  const table = tableAt(state)
  const { from, to } = state.selection.main
  return table !== null && cellsOf(table, state).some((cell) => cell.from <= from && to <= cell.to)
}

/** The user event of a step from cell to cell. */
export const SELECT_CELL = 'select.cell'

/** The contents between the bars of a table, row by row, without the delimiter row. */
function cellsOf(table: SyntaxNode, state: EditorState): readonly Span[] {
  const cells: Span[] = []
  for (let row = table.firstChild; row !== null; row = row.nextSibling)
    if (isRow(row)) cells.push(...slotsOf(row, state.doc.lineAt(row.from)))
  return cells.filter(({ to }) => to <= state.doc.length)
}

/** Selects the words of a cell; in an empty cell, puts the cursor one space after the bar. */
function into(state: EditorState, { from, to }: Span): Transaction {
  const text = state.sliceDoc(from, to)
  const words = text.trim()
  const start = from + (words === '' ? Math.min(1, text.length) : text.indexOf(words))
  return state.update({
    selection: EditorSelection.single(start, start + words.length),
    scrollIntoView: true,
    userEvent: SELECT_CELL,
  })
}
