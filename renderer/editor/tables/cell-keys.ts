import { EditorState, Prec, type Extension, type StateCommand } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { cellWords } from '../../../shared/markdown/tables'
import { trimEndOf } from '../../../shared/text/trim'
import { isInOneCell } from './table-cells'
import { addRow, editing, withCells } from './table-edits'
import { columnsOf, HEAD_LINES, readTable, textOf, type Table } from './table-model'

/**
 * Enter in a cell goes to the one below, after the last row into a new one, and from a last row that is empty out of the
 * table; selected words stay. At the end of a line, behind its last bar, it is the line break that it always is: tables are also typed.
 */
const cellBelow: StateCommand = (target) => {
  const { state, dispatch } = target
  const table = state.selection.ranges.length > 1 ? undefined : readTable(state)
  if (table === undefined || state.readOnly || isBehind(state, table)) return false
  if (!state.selection.main.empty && !isInOneCell(state)) return false
  const { lines, line, column } = table
  const below = line === 0 ? HEAD_LINES : line + 1
  if (below < lines.length) return editing(() => ({ lines, line: below, column }))(target)
  const isEmpty = lines[line]?.cells.every((cell) => cell.trim() === '') === true
  if (!isEmpty || line < HEAD_LINES) return addRow(1)(target)
  const row = state.doc.lineAt(state.selection.main.head)
  const marks = (lines[line]?.before ?? '').replace(/\|$/, '').trimEnd()
  const insert = `${marks}\n${marks === '' ? '' : `${marks} `}`
  dispatch(
    state.update({
      changes: { from: row.from, to: row.to, insert },
      selection: { anchor: row.from + insert.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

/** Whether the cursor is behind the last cell of its line. */
function isBehind({ doc, selection }: EditorState, { lines, line }: Table): boolean {
  const own = lines[line]
  if (own === undefined) return true
  const { from, to } = doc.lineAt(selection.main.head)
  const end = own.after === '' ? to : from + textOf(own).length - own.after.length + 1
  return selection.main.head >= end
}

/** What is pasted into a cell stays in it. */
const inCell = (text: string): string => cellWords(text.trim())

/** The cells of a spreadsheet on the clipboard: its rows, by tabs. */
function gridOf(text: string): readonly (readonly string[])[] | undefined {
  const rows = text.replace(/\n$/, '').split('\n')
  return text.includes('\t') ? rows.map((row) => row.split('\t').map(inCell)) : undefined
}

/** More is no table that anybody pastes into another. */
const CELLS_MAX = 5_000

/** Puts cells where the cursor is, and makes the rows and columns that are missing. */
const pasteCells = (grid: readonly (readonly string[])[]): StateCommand =>
  editing((table) => {
    const from = table.line === 1 ? 0 : table.line
    const wide = Math.max(...grid.map((row) => row.length)) + table.column
    return withCells(table, {
      line: from,
      column: table.column,
      cells: grid,
      columns: Math.max(wide, columnsOf(table)),
    })
  })

/** A paste into a cell of a table keeps the table: cells of a spreadsheet go into cells, all else stays in one. */
const cellPaste = EditorView.domEventHandlers({
  paste(event, view) {
    const { state } = view
    const plain = event.clipboardData?.getData('text/plain').replace(/\r\n?/g, '\n')
    if (!plain || state.readOnly || state.selection.ranges.length > 1) return false
    const { from, to } = state.selection.main
    const table = readTable(state)
    if (table === undefined || isBehind(state, table) || state.doc.lineAt(from).to < to) return false
    event.preventDefault()
    const grid = gridOf(plain)
    if (grid !== undefined && grid.length * (grid[0]?.length ?? 1) <= CELLS_MAX) return pasteCells(grid)(view)
    view.dispatch(
      state.update(state.replaceSelection(inCell(plain)), { scrollIntoView: true, userEvent: 'input.paste' }),
    )
    return true
  },
})

/**
 * A bar that is typed in a cell is a letter: it would part the cell, and in the head make a paragraph of the table. Behind
 * the last bar of a line it is the bar of a table that is typed by hand.
 */
const typedBar = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view
  if (text !== '|' || state.readOnly || state.selection.ranges.length > 1) return false
  const table = readTable(state)
  if (table === undefined || table.line === 1 || isBehind(state, table)) return false
  const line = state.doc.lineAt(from)
  const before = line.text.slice(0, from - line.from)
  const backslashes = before.length - trimEndOf(before, '\\').length
  if (to > line.to || backslashes % 2 === 1) return false
  view.dispatch({
    changes: { from, to, insert: String.raw`\|` },
    selection: { anchor: from + 2 },
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
})

export const cellKeys: Extension = [
  Prec.highest(keymap.of([{ key: 'Enter', run: cellBelow }])),
  Prec.high(cellPaste),
  Prec.high(typedBar),
]
