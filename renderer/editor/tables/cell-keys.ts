import { Prec, type EditorState, type Extension, type StateCommand } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { cellPaste } from './cell-clipboard'
import { placeInCell } from './cell-place'
import { drawsTables, staysInCell } from './kept-cells'
import { isInOneCell } from './table-cells'
import { addRow, editing } from './table-edits'
import { HEAD_LINES, isBehind, readTable, tableAt, type Table } from './table-model'

/**
 * The table if the cursor is in a cell. After the last bar of a line, Enter is an ordinary line break, because tables
 * can also be typed as text.
 */
function tableOfCell(state: EditorState): Table | undefined {
  const table = state.selection.ranges.length > 1 ? undefined : readTable(state)
  if (table === undefined || state.readOnly || isBehind(state, table, state.selection.main.head))
    return undefined
  return state.selection.main.empty || isInOneCell(state) ? table : undefined
}

/**
 * Enter in a cell goes to the cell below, after the last row into a new one, and from an empty last row out of the
 * table. Selected words are not deleted.
 */
const cellBelow: StateCommand = (target) => {
  const { state, dispatch } = target
  const table = tableOfCell(state)
  if (table === undefined) return false
  const { lines, line, column } = table
  const below = line === 0 ? HEAD_LINES : line + 1
  if (below < lines.length) return editing(() => ({ lines, line: below, column }))(target)
  const isEmpty = lines[line]?.cells.every((cell) => cell.trim() === '') === true
  if (!isEmpty || line < HEAD_LINES) return addRow(1)(target)
  const row = state.doc.lineAt(state.selection.main.head)
  const marks = (lines[line]?.before ?? '').replace(/\|$/, '')
  const insert = `${marks.trimEnd()}\n${marks}`
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

/**
 * Shift+Enter goes to the cell above, as in a spreadsheet, and does nothing in the first row: a line break would split
 * a row.
 */
const cellAbove: StateCommand = (target) => {
  const table = tableOfCell(target.state)
  if (table === undefined) return false
  const { lines, line, column } = table
  const above = line === HEAD_LINES ? 0 : line - 1
  return above < 0 || editing(() => ({ lines, line: above, column }))(target)
}

/** Mod+Enter adds a row below, unless there is a link or footnote to follow. */
export const rowBelow: StateCommand = (target) => tableOfCell(target.state) !== undefined && addRow(1)(target)

/** Enter over a selection of several cells deletes its words, as typing does, and keeps the cells. */
const overCells: StateCommand = ({ state, dispatch }) => {
  const { from, to, empty } = state.selection.main
  const isInTable = tableAt(state, from) !== null || tableAt(state, to) !== null
  if (empty || state.readOnly || !state.facet(drawsTables) || !isInTable || isInOneCell(state)) return false
  dispatch(state.update(state.replaceSelection(''), { scrollIntoView: true, userEvent: 'delete.selection' }))
  return true
}

/**
 * A middle click pastes where it is pressed. CodeMirror would read that position from the browser only after the paste,
 * which would go to the previous cursor.
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
  Prec.highest(
    keymap.of([
      { key: 'Enter', run: cellBelow, shift: cellAbove },
      { key: 'Enter', run: overCells },
    ]),
  ),
  cellPaste,
  middlePress,
  staysInCell,
]
