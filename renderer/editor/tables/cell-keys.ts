import { EditorState, Prec, type Extension, type StateCommand } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { cellWords } from '../../../shared/markdown/tables'
import { placeInCell } from './cell-place'
import { staysInCell } from './kept-cells'
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

/** What is pasted into a cell goes in as plain text, and cells of a spreadsheet go into cells. */
const cellPaste = EditorView.domEventHandlers({
  paste(event, view) {
    const { state } = view
    const plain = event.clipboardData?.getData('text/plain').replace(/\r\n?/g, '\n')
    if (!plain || state.readOnly || state.selection.ranges.length > 1) return false
    const table = readTable(state, state.selection.main.from)
    if (table === undefined || isBehind(state, table)) return false
    event.preventDefault()
    const grid = gridOf(plain)
    if (grid !== undefined && grid.length * (grid[0]?.length ?? 1) <= CELLS_MAX) return pasteCells(grid)(view)
    view.dispatch(
      state.update(state.replaceSelection(plain), { scrollIntoView: true, userEvent: 'input.paste' }),
    )
    return true
  },
})

/**
 * The middle button of the mouse pastes where it is pressed: CodeMirror would read that place from the browser after the
 * paste, which would go to where the cursor was.
 */
const middlePress = EditorView.domEventHandlers({
  mousedown({ button, clientX, clientY }, view) {
    if (button !== 1) return
    const place = placeInCell(view, clientX, clientY)?.pos
    const anchor = place ?? view.posAtCoords({ x: clientX, y: clientY }, false)
    view.focus()
    view.dispatch({ selection: { anchor }, userEvent: 'select.pointer' })
  },
})

export const cellKeys: Extension = [
  Prec.highest(keymap.of([{ key: 'Enter', run: cellBelow }])),
  Prec.high(cellPaste),
  middlePress,
  staysInCell(false),
]
