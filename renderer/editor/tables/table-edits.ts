import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state'
import { columnsOf, HEAD_LINES, readTable, textOf, type Table, type TableLine } from './table-model'

/** A table after an edit, and the cell of the cursor. */
interface Edited {
  readonly lines: readonly TableLine[]
  readonly line: number
  readonly column: number
  /** The offset in the cell; by default after its words. */
  readonly offset?: number
}

/**
 * A command that edits the table at the cursor, or at the start of the selection; false outside a table, and if the
 * edit is impossible.
 */
export function editing(
  edit: (table: Table) => Edited | undefined,
  place: 'head' | 'from' = 'head',
): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const table = readTable(state, state.selection.main[place])
    const edited = table && edit(table)
    if (!table || !edited) return false
    const untouched = new Set(table.lines)
    const lines = edited.lines.map((line) => (untouched.has(line) ? line : withBars(line)))
    const text = lines.map(textOf).join('\n')
    const before = state.sliceDoc(table.from, table.to)
    dispatch(
      state.update({
        changes: changesBetween(before, text, table.from),
        selection: EditorSelection.cursor(table.from + placeIn({ ...edited, lines }), -1),
        scrollIntoView: true,
        userEvent: 'input.table',
      }),
    )
    return true
  }
}

/** Matches the beginning of a list item, heading, quotation, fence, footnote or HTML element. */
const BLOCK = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6}|:)(?:[ \t]|$)|>|```|~~~|\$\$|<[a-z!/?]|\[\^[^\]]+\]:)/i

/** Whether a row that begins with these words, without a bar before them, is read as another block. */
export const beginsBlock = (words: string): boolean => BLOCK.test(words)

/**
 * Adds bars where they are needed: an empty first or last cell without a bar beside it does not exist, and a first cell
 * may begin another block.
 */
export function withBars(line: TableLine): TableLine {
  const { before, cells, after } = line
  const isBare = (cell: string | undefined) => cell?.trim() === '' || cells.length < 2
  return {
    before: isBare(cells[0]) || beginsBlock(cells[0] ?? '') ? barred(before) : before,
    cells,
    after: after === '' && isBare(cells.at(-1)) ? '|' : after,
  }
}

/** The offset of the cell in the joined lines. */
function placeIn({ lines, line, column, offset }: Edited): number {
  const above = lines.slice(0, line).reduce((length, one) => length + textOf(one).length + 1, 0)
  const own = lines[line]
  const cell = own?.cells[column] ?? ''
  const left = own?.cells.slice(0, column).reduce((length, one) => length + one.length + 1, 0) ?? 0
  const words = cell.trimEnd().length
  return (
    above + (own?.before.length ?? 0) + left + (offset ?? (words === 0 ? Math.min(1, cell.length) : words))
  )
}

/**
 * The changes line by line if the number of lines is the same, else one change of the differing part, so that equal
 * text is not written again.
 */
function changesBetween(before: string, after: string, from: number) {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length !== now.length) return [differing(before, after, from)]
  let at = from
  return old.flatMap((line, index) => {
    const start = at
    at += line.length + 1
    const next = now[index] ?? ''
    return line === next ? [] : [differing(line, next, start)]
  })
}

export function differing(before: string, after: string, from: number) {
  let [start, end] = [0, 0]
  const most = Math.min(before.length, after.length)
  while (start < most && before[start] === after[start]) start += 1
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return {
    from: from + start,
    to: from + before.length - end,
    insert: after.slice(start, after.length - end),
  }
}

export const EMPTY = '  '

/** A row like another one, with empty cells. */
function emptyLike(line: TableLine, columns: number): TableLine {
  const marks = line.before.replace(/\|$/, '').replace(/[^\s>]/g, ' ')
  return { before: `${marks}|`, cells: Array.from({ length: columns }, () => EMPTY), after: '|' }
}

/** Adds an empty row below the cursor (1) or above it (-1); never above the head. */
export const addRow = (step: 1 | -1): StateCommand =>
  editing((table) => {
    const { lines, line, column } = table
    const [head] = lines
    if (head === undefined || (step === -1 && line < HEAD_LINES)) return undefined
    const at = step === -1 ? line : Math.max(HEAD_LINES, line + 1)
    const row = emptyLike(lines[Math.min(line, lines.length - 1)] ?? head, columnsOf(table))
    return { lines: lines.toSpliced(at, 0, row), line: at, column }
  })

export const deleteRow: StateCommand = editing(({ lines, line, column }) => {
  if (line < HEAD_LINES) return undefined
  const left = lines.toSpliced(line, 1)
  return { lines: left, line: line < left.length ? line : line - 1 === 1 ? 0 : line - 1, column }
})

export const moveRow = (step: 1 | -1): StateCommand =>
  editing(({ lines, line, column, offset }) => {
    const other = line + step
    const [own, beside] = [lines[line], lines[other]]
    if (line < HEAD_LINES || other < HEAD_LINES || own === undefined || beside === undefined) return undefined
    return { lines: lines.with(line, beside).with(other, own), line: other, column, offset }
  })

/** Inserts a cell into a line; does nothing if the line is too short. */
function withCell(line: TableLine, column: number, cell: string): TableLine {
  const { before, cells, after } = line
  if (column > cells.length) return line
  // An empty first or last cell does not exist without a bar beside it.
  const opened = column === 0 && !before.endsWith('|') ? `${before}|` : before
  const closed = column === cells.length && after === '' ? '|' : after
  return { before: opened, cells: cells.toSpliced(column, 0, cell), after: closed }
}

/** Converts a step to the right (1) or left (-1) on screen into a step in the order of the cells. */
const inOrder = ({ isFromRight }: Table, step: 1 | -1): 1 | -1 => (isFromRight === (step === 1) ? -1 : 1)

/** Adds an empty column to the right (1) or to the left (-1) of the cursor. */
export const addColumn = (step: 1 | -1): StateCommand =>
  editing((table) => {
    const at = table.column + (inOrder(table, step) === 1 ? 1 : 0)
    const lines = table.lines.map((line, index) => withCell(line, at, index === 1 ? ' --- ' : EMPTY))
    return { lines, line: table.line === 1 ? 0 : table.line, column: at }
  })

/** Deletes the column of the cursor; the last column can only be deleted with its table. */
export const deleteColumn: StateCommand = editing((table) => {
  const { lines, line, column } = table
  if (columnsOf(table) < 2) return undefined
  const left = lines.map((one) => {
    if (column >= one.cells.length) return one
    const cells = one.cells.toSpliced(column, 1)
    // Without a bar before it, the first cell may be read as a list mark.
    return { ...one, cells, before: column === 0 ? barred(one.before) : one.before }
  })
  return { lines: left, line: line === 1 ? 0 : line, column: Math.min(column, columnsOf(table) - 2) }
})

export const barred = (before: string): string => (before.endsWith('|') ? before : `${before}|`)

/** Moves the column of the cursor to the right (1) or to the left (-1), in every row. */
export const moveColumn = (step: 1 | -1): StateCommand =>
  editing((table) => {
    const { column, line, offset } = table
    const other = column + inOrder(table, step)
    if (other < 0 || other >= columnsOf(table)) return undefined
    const [left, right] = [Math.min(column, other), Math.max(column, other)]
    const lines = table.lines.map((one) => {
      const { cells, before, after } = one
      if (left >= cells.length) return one
      const moved = cells.with(left, cells[right] ?? EMPTY)
      return {
        before: left === 0 ? barred(before) : before,
        cells:
          right < cells.length ? moved.with(right, cells[left] ?? EMPTY) : [...moved, cells[left] ?? EMPTY],
        after: after === '' && right >= cells.length - 1 ? '|' : after,
      }
    })
    return { lines, line, column: other, offset }
  })

export type Alignment = 'left' | 'center' | 'right' | 'none'

/** Sets the alignment of the column at the cursor, which changes only the delimiter row. */
export const alignColumn = (alignment: Alignment): StateCommand =>
  editing(({ lines, line, column, offset }) => {
    const rule = lines[1]
    const cell = rule?.cells[column]
    if (rule === undefined || cell === undefined) return undefined
    const dashes = cell.trim().replaceAll(':', '')
    const [begin, end] = [
      alignment === 'left' || alignment === 'center',
      alignment === 'right' || alignment === 'center',
    ]
    const words = `${begin ? ':' : ''}${dashes.length < 2 ? '---' : dashes}${end ? ':' : ''}`
    const aligned = cell.replace(cell.trim(), () => words)
    return {
      lines: lines.with(1, { ...rule, cells: rule.cells.with(column, aligned) }),
      line,
      column,
      offset,
    }
  })

/** The alignment of the column at the cursor, according to the delimiter row; undefined outside a table. */
export function alignmentAt(state: EditorState): Alignment | undefined {
  const table = readTable(state)
  if (table === undefined) return undefined
  const dashes = table.lines[1]?.cells[table.column]?.trim() ?? ''
  const [begin, end] = [dashes.startsWith(':'), dashes.endsWith(':')]
  return begin ? (end ? 'center' : 'left') : end ? 'right' : 'none'
}

/** Characters that are ignored in sorting. */
const SIGNS = /^[\s*_~`[“„«"'(]+/

/** Sorts the rows by the column of the cursor, or in reverse if they are already sorted. */
export const sortRows: StateCommand = editing(({ lines, line, column }) => {
  const rows = lines.slice(HEAD_LINES)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const key = ({ cells }: TableLine) => (cells[column] ?? '').replace(SIGNS, '').trim()
  const sorted = rows.toSorted((one, other) => compare(key(one), key(other)))
  const isSorted = sorted.every((row, index) => row === rows[index])
  const next = isSorted ? rows.toSorted((one, other) => compare(key(other), key(one))) : sorted
  const own = lines[line]
  const at = own === undefined || line < HEAD_LINES ? line : HEAD_LINES + next.indexOf(own)
  return { lines: [...lines.slice(0, HEAD_LINES), ...next], line: at, column }
})

/** Adds the next cell to an incomplete row if the cursor is in its last one. */
export const completeRow: StateCommand = editing((table) => {
  const { lines, line, column } = table
  const [columns, cells] = [columnsOf(table), lines[line]?.cells.length ?? 0]
  if (line < HEAD_LINES || column < cells - 1 || cells >= columns) return undefined
  return withCells(table, { line, column: column + 1, cells: [[undefined]], columns })
})

interface Cells {
  readonly line: number
  readonly column: number
  /** Rows of words; `undefined` leaves a cell unchanged. */
  readonly cells: readonly (readonly (string | undefined)[])[]
  /** The number of columns of the table afterwards. */
  readonly columns: number
}

/** The table with cells inserted at a position, and with the rows and columns that they need. */
export function withCells(table: Table, { line, column, cells, columns }: Cells): Edited {
  const grown = table.lines.map((one, index) => {
    const missing = columns - columnsOf(table)
    return missing === 0 ? one : grownBy(one, columns, index === 1 ? ' --- ' : EMPTY)
  })
  const [head] = grown
  const lines = [...grown]
  let at = line
  for (const [index, row] of cells.entries()) {
    if (index > 0) at = at === 0 ? HEAD_LINES : at + 1
    const own = lines[at] ?? emptyLike(lines.at(-1) ?? head ?? { before: '', cells: [], after: '' }, columns)
    const full = grownBy(own, Math.min(columns, column + row.length), EMPTY)
    lines[at] = { ...full, cells: full.cells.map((cell, place) => wordsIn(cell, row[place - column])) }
  }
  return { lines, line: at, column: column + (cells.at(-1)?.length ?? 1) - 1 }
}

const wordsIn = (cell: string, words: string | undefined): string =>
  words === undefined ? cell : words === '' ? EMPTY : ` ${words} `

function grownBy(line: TableLine, columns: number, cell: string): TableLine {
  const missing = columns - line.cells.length
  if (missing <= 0) return line
  const added = Array.from({ length: missing }, () => cell)
  if (line.after !== '') return { ...line, cells: [...line.cells, ...added] }
  // There was no bar after the last words.
  const last = `${line.cells.at(-1)?.trimEnd() || ' '} `
  return { ...line, cells: [...line.cells.slice(0, -1), last, ...added], after: '|' }
}
