import { Prec, type EditorState, type Extension, type StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { withLineFeeds } from '../../../shared/text/normal-form'
import { cellWords, isTableRule, readableCell } from '../../../shared/markdown/tables'
import { plainTextOf } from '../input/html-conversion'
import type { SyntaxNode } from '../markdown/syntax'
import { chosenWords, cutCell, oneCell, rowAt, wordsOfRow } from './cell-lines'
import { isOfRows } from './kept-cells'
import { editing, EMPTY, withCells } from './table-edits'
import { cellsOfRow, columnsOf, HEAD_LINES, isBehind, readTable, tableAt } from './table-model'

/** Cells on the clipboard. */
interface Grid {
  /** `undefined` stands for a cell that was not selected: the target cell is left unchanged. */
  readonly rows: readonly (readonly (string | undefined)[])[]
  /** Whether the first words are the end of a cell, and are inserted at the cursor. */
  readonly isFirstCut?: boolean
  /** The space to insert after the last words, if they are the beginning of a cell and go before the words there. */
  readonly lastGap?: string | undefined
}

/** The cells that were copied last, with their text on the clipboard, which does not tell which ones were selected. */
let copied: (Grid & { readonly text: string }) | undefined

/**
 * The text for the clipboard. Several cells are copied as in a spreadsheet, for other programs; a whole table, and
 * whole lines of one, are copied as source.
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

/** The markdown table for pasted text outside a table; undefined unless the clipboard holds cells copied here. */
export function copiedTable(text: string): string | undefined {
  if (copied === undefined || text !== copied.text) return undefined
  const columns = Math.max(...copied.rows.map((row) => row.length))
  const rows = copied.rows.map((row) => Array.from({ length: columns }, (_, at) => inCell(row[at] ?? '')))
  const rule = Array.from({ length: columns }, () => '---')
  return rows
    .toSpliced(1, 0, rule)
    .map((cells) => `|${cells.map((words) => (words === '' ? EMPTY : ` ${words} `)).join('|')}|`)
    .join('\n')
}

/** The selected cells, if they are several of one table. */
function chosenCells(state: EditorState): Grid | undefined {
  const { doc, selection } = state
  const { main: chosen, ranges } = selection
  if (ranges.length > 1) return draggedGrid(state)
  const table = chosen.empty ? null : tableAt(state, chosen.from)
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

/** Cells below each other, as the mouse selects them: one range in each row. */
function draggedGrid(state: EditorState): Grid | undefined {
  const { ranges, main } = state.selection
  const table = tableAt(state, main.head)
  const rows = ranges.map(({ from, to }) =>
    table === null || tableAt(state, from)?.from !== table.from || to > state.doc.lineAt(from).to
      ? undefined
      : rowAt(state.doc, table, from),
  )
  const lines = new Set(rows.map((row) => row?.index))
  if (lines.has(undefined) || lines.has(1) || lines.size < ranges.length) return undefined
  const words = rows.map((row, at) => chosenWords(row!, ranges[at]!))
  if (!words.every((row) => row.some(isChosen))) return undefined
  const left = Math.min(...words.map((row) => row.findIndex(isChosen)))
  return { rows: words.map((row) => row.slice(left, row.findLastIndex(isChosen) + 1)) }
}

/** The white space after a position between words of one cell. */
function gapInWords(state: EditorState, table: SyntaxNode, place: number): string | undefined {
  const cell = oneCell(state, table, { from: place, to: place })
  const before = cell && state.sliceDoc(cell.from, place)
  const behind = cell && state.sliceDoc(place, cell.to)
  if (!before?.trim() || !behind?.trim()) return undefined
  return behind.slice(0, behind.length - behind.trimStart().length)
}

const isChosen = (words: string | undefined): boolean => words !== undefined

/** Text for a cell, with everything removed that would end the cell. */
const inCell = (text: string): string => cellWords(text.trim())

/**
 * Matches a field of a spreadsheet, with or without quotation marks, which are doubled inside it, and the separator
 * after it.
 */
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^"\t\n][^\t\n]*|))(\t|\n|$)/y

/**
 * Spreadsheets quote fields that contain a tab, a line break or a quotation mark, so only these lose their quotation
 * marks.
 */
const isQuoted = (words: string): boolean => /[\t\n"]/.test(words)

/** The fields of spreadsheet rows. If one is not in spreadsheet form, no quotation mark is removed. */
function fieldsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (let at = 0, end = '\t'; end !== ''; at = FIELD.lastIndex) {
    FIELD.lastIndex = at
    const field = FIELD.exec(text)
    if (field === null) return text.split('\n').map((row) => row.split('\t'))
    const [, quoted, plain = ''] = field
    rows
      .at(-1)!
      .push(quoted === undefined ? plain : isQuoted(quoted) ? quoted.replaceAll('""', '"') : `"${quoted}"`)
    end = field[3]!
    if (end === '\n') rows.push([])
  }
  return rows
}

const rowsOfHtml = (html: string): number => html.match(/<tr[\s>]/gi)?.length ?? 0
const cellsOfHtml = (html: string): number => html.match(/<t[dh][\s>]/gi)?.length ?? 0

/** The text on the clipboard; for a single spreadsheet cell, its words without quotation marks and final line break. */
export function pastedText(text: string, html: string): string {
  if (rowsOfHtml(html) !== 1 || cellsOfHtml(html) !== 1) return text
  const [[words, ...others] = [], ...rows] = fieldsOf(withLineFeeds(text).replace(/\n$/, ''))
  return words === undefined || others.length > 0 || rows.length > 0 ? text : words
}

/**
 * The cells on the clipboard: from a table here or from a spreadsheet, which offers a single column only as an HTML
 * table.
 */
function gridOf(text: string, html: string): Grid | undefined {
  if (text === copied?.text) return copied
  const lines = withLineFeeds(text).replace(/\n$/, '')
  const fields = fieldsOf(lines)
  if (lines.includes('\t') || (fields.length > 1 && fields.length === rowsOfHtml(html)))
    return { rows: fields.map((row) => row.map(inCell)) }
  const rows = lines.split('\n')
  const [head = '', rule = '', ...others] = rows
  const columns = cellsOfRow(head).length
  if (!head.includes('|') || !isTableRule(rule.replace(/^[\s>]+/, ''))) return undefined
  if (cellsOfRow(rule).length !== columns) return undefined
  return { rows: [head, ...others].map((row) => cellsOfRow(row).map(inCell)) }
}

/** A larger table is not pasted into another one. */
const CELLS_MAX = 5_000

/** Inserts cells from the start of the selection on, adding rows and columns as needed. */
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

/** Pastes plain text into a cell, or cells into cells. False outside a cell. */
export const pasteInCell =
  (plain: string, html = ''): StateCommand =>
  (target) => {
    const { state, dispatch } = target
    const { main, ranges } = state.selection
    const table = ranges.length > 1 || state.readOnly ? undefined : readTable(state, main.from)
    if (table === undefined) return false
    const grid = main.to <= table.to ? gridOf(plain, html) : undefined
    const isCells = grid !== undefined && grid.rows.length * grid.rows[0]!.length <= CELLS_MAX
    if (isBehind(state, table, main.from) && !(isCells && table.lines[table.line]?.after === '')) return false
    if (isCells) return pasteCells(grid)(target)
    const words = state.replaceSelection(pastedText(plain, html))
    dispatch(state.update(words, { scrollIntoView: true, userEvent: 'input.paste' }))
    return true
  }

/** Pastes plain text into a cell, and cells into cells. */
export const cellPaste: Extension = Prec.high(
  EditorView.domEventHandlers({
    paste(event, view) {
      const { state } = view
      const { clipboardData } = event
      if (clipboardData === null) return false
      const filters = state.facet(EditorView.clipboardInputFilter)
      const plain = filters.reduce((filtered, filter) => filter(filtered, state), plainTextOf(clipboardData))
      if (plain === '' || !pasteInCell(plain, clipboardData.getData('text/html'))(view)) return false
      event.preventDefault()
      return true
    },
  }),
)
