import { Prec, type EditorState, type Extension, type StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { cellWords, isTableRule, readableCell } from '../../../shared/markdown/tables'
import type { SyntaxNode } from '../markdown/syntax'
import { chosenWords, cutCell, oneCell, rowAt, wordsOfRow } from './cell-lines'
import { isOfRows } from './kept-cells'
import { editing, withCells } from './table-edits'
import { cellsOfRow, columnsOf, HEAD_LINES, isBehind, readTable, tableAt } from './table-model'

/** Cells on the clipboard. */
interface Grid {
  /** Nothing stands for a cell that was not chosen: the one that it would go into stays as it is. */
  readonly rows: readonly (readonly (string | undefined)[])[]
  /** The first words are the end of a cell, and go in at the cursor. */
  readonly isFirstCut?: boolean
  /** The last words are the begin of a cell: with this space behind them they go in before the words that stand there. */
  readonly lastGap?: string | undefined
}

/** The cells that were copied last, and what the clipboard has of them, which does not say which ones were chosen. */
let copied: (Grid & { readonly text: string }) | undefined

/**
 * What is copied or cut from several cells is to other programs what a spreadsheet has. All of a table, and whole lines of
 * one, are copied as they are written.
 */
export function copiedText(text: string, state: EditorState): string {
  const grid = chosenCells(state)
  const words = grid?.rows.flat() ?? [text]
  copied = grid && words.length > 1 ? { ...grid, text: asTabs(grid) } : undefined
  return copied?.text ?? words[0] ?? text
}

export const cellCopy: Extension = EditorView.clipboardOutputFilter.of(copiedText)

const asTabs = ({ rows }: Grid): string =>
  rows.map((row) => row.map((words = '') => readableCell(words).replaceAll('\t', ' ')).join('\t')).join('\n')

/** The chosen cells, where these are several of one table. */
function chosenCells(state: EditorState): Grid | undefined {
  const { doc, selection } = state
  const { main: chosen, ranges } = selection
  const table = ranges.length > 1 || chosen.empty ? null : tableAt(state, chosen.from)
  if (table === null || tableAt(state, chosen.to)?.from !== table.from) return undefined
  if (oneCell(state, table, chosen) !== undefined || isOfRows(doc, table, chosen)) return undefined
  const isFromBegin = chosen.from <= wordsOfRow(rowAt(doc, table, table.from)).from
  if (isFromBegin && chosen.to >= wordsOfRow(rowAt(doc, table, table.to)).to) return undefined
  const rows: (readonly (string | undefined)[])[] = []
  const end = doc.lineAt(chosen.to).number
  for (let { number } = doc.lineAt(chosen.from); number <= end; number++) {
    const row = rowAt(doc, table, doc.line(number).from)
    const words = row.index === 1 ? [] : chosenWords(row, chosen)
    if (words.some(isChosen)) rows.push(words.slice(0, words.findLastIndex(isChosen) + 1))
  }
  if (rows.length === 0) return undefined
  const left = Math.min(...rows.map((row) => row.findIndex(isChosen)))
  return {
    rows: rows.map((row) => row.slice(left)),
    isFirstCut: gapInWords(state, table, chosen.from) !== undefined,
    lastGap: gapInWords(state, table, chosen.to),
  }
}

/** The white space that follows a place between words of one cell. */
function gapInWords(state: EditorState, table: SyntaxNode, place: number): string | undefined {
  const cell = oneCell(state, table, { from: place, to: place })
  const before = cell && state.sliceDoc(cell.from, place)
  const behind = cell && state.sliceDoc(place, cell.to)
  if (!before?.trim() || !behind?.trim()) return undefined
  return behind.slice(0, behind.length - behind.trimStart().length)
}

const isChosen = (words: string | undefined): boolean => words !== undefined

/** What is pasted into a cell stays in it. */
const inCell = (text: string): string => cellWords(text.trim())

/** The cells on the clipboard: those of a table, or of a spreadsheet, its rows by tabs. */
function gridOf(text: string): Grid | undefined {
  if (text === copied?.text) return copied
  const rows = text.replace(/\n$/, '').split('\n')
  if (text.includes('\t')) return { rows: rows.map((row) => row.split('\t').map(inCell)) }
  const [head = '', rule = '', ...others] = rows
  const columns = cellsOfRow(head).length
  if (!head.includes('|') || !isTableRule(rule.replace(/^[\s>]+/, ''))) return undefined
  if (cellsOfRow(rule).length !== columns) return undefined
  return { rows: [head, ...others].map((row) => cellsOfRow(row).map(inCell)) }
}

/** More is no table that anybody pastes into another. */
const CELLS_MAX = 5_000

/** Puts cells where the selection begins, and makes the rows and columns that are missing. */
const pasteCells =
  (grid: Grid): StateCommand =>
  ({ state, dispatch }) =>
    editing((table) => {
      const rows = grid.rows.map((row) => [...row])
      const first = rows[0]!.findIndex(isChosen)
      const column = Math.max(0, table.column - first)
      const line = table.line === 1 ? 0 : table.line
      const cellIn = (row: number, place: number): string => {
        const at = line === 0 && row > 0 ? HEAD_LINES + row - 1 : line + row
        return table.lines[at]?.cells[column + place] ?? ''
      }
      if (grid.isFirstCut === true && column + first === table.column) {
        const cell = cellIn(0, first)
        const { from, to } = state.selection.main
        const until = Math.min(table.offset + to - from, cell.length)
        rows[0]![first] = cutCell(cell, table.offset, until, rows[0]![first]!).text.trim()
      }
      const last = rows.at(-1)!
      if (grid.lastGap !== undefined)
        last.push(inCell(last.pop()! + grid.lastGap + cellIn(rows.length - 1, last.length).trim()))
      return withCells(table, {
        line,
        column,
        cells: rows,
        columns: Math.max(Math.max(...rows.map((row) => row.length)) + column, columnsOf(table)),
      })
    }, 'from')({ state, dispatch })

/** Pastes plain text into a cell, which it stays in, or cells into cells. False outside of a cell. */
export const pasteInCell =
  (plain: string): StateCommand =>
  (target) => {
    const { state, dispatch } = target
    const { main, ranges } = state.selection
    const table = ranges.length > 1 || state.readOnly ? undefined : readTable(state, main.from)
    if (table === undefined) return false
    const grid = main.to <= table.to ? gridOf(plain) : undefined
    const isCells = grid !== undefined && grid.rows.length * grid.rows[0]!.length <= CELLS_MAX
    if (isBehind(state, table, main.from) && !(isCells && table.lines[table.line]?.after === '')) return false
    if (isCells) return pasteCells(grid)(target)
    dispatch(state.update(state.replaceSelection(plain), { scrollIntoView: true, userEvent: 'input.paste' }))
    return true
  }

/** What is pasted into a cell goes in as plain text, and cells go into cells. */
export const cellPaste: Extension = Prec.high(
  EditorView.domEventHandlers({
    paste(event, view) {
      const { state } = view
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const filters = state.facet(EditorView.clipboardInputFilter)
      const plain = filters.reduce((filtered, filter) => filter(filtered, state), text)
      if (plain === '' || !pasteInCell(plain)(view)) return false
      event.preventDefault()
      return true
    },
  }),
)
