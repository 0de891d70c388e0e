import type { EditorState, Text } from '@codemirror/state'
import { cellWords } from '../../../shared/markdown/tables'
import type { Span } from '../../../shared/text/span'
import type { TextChange } from '../../../shared/text/text-change'
import { trimEndOf, trimOf } from '../../../shared/text/trim'
import type { SyntaxNode } from '../markdown/syntax'
import { barred, differing, EMPTY, withBars } from './table-edits'
import { lineAtIndex, textOf, type TableLine } from './table-model'

/** A line of a table with its position. */
export interface Row extends Span {
  /** 0 is the head, 1 the delimiter row. */
  readonly index: number
  readonly line: TableLine
}

export function rowAt(doc: Text, table: SyntaxNode, place: number): Row {
  const { number, from, to } = doc.lineAt(place)
  const index = number - doc.lineAt(table.from).number
  return { index, from, to, line: lineAtIndex(doc, table, index) }
}

/** The cells of a row, with the spaces around their words. */
function cellsOf({ from, line }: Row): readonly Span[] {
  let at = from + line.before.length
  return line.cells.map(({ length }) => {
    const cell = { from: at, to: at + length }
    at = cell.to + 1
    return cell
  })
}

/** The range from the first words of a row to the end of its last ones. */
export function wordsOfRow(row: Row): Span {
  const cells = cellsOf(row)
  const [first = '', last = ''] = [row.line.cells[0], row.line.cells.at(-1)]
  return {
    from: (cells[0]?.from ?? row.from) + first.length - first.trimStart().length,
    to: (cells.at(-1)?.from ?? row.to) + last.trimEnd().length,
  }
}

const isEscaping = (text: string): boolean => (text.length - trimEndOf(text, '\\').length) % 2 === 1

/** A cell in which `insert` replaces the text between two offsets, and the offset after the inserted text. */
interface CutCell {
  readonly text: string
  readonly caret: number
}

/**
 * Edits a cell. An escaped bar is a sign of two characters, which are removed together. The end of a cell never escapes
 * the bar after it.
 */
export function cutCell(cell: string, from: number, to: number, insert: string): CutCell {
  const isSplit = (at: number) => cell[at] === '|' && isEscaping(cell.slice(0, at))
  const begin = from - Number(isSplit(from))
  const end = from === to ? begin : to + Number(isSplit(to))
  // If only line breaks are inserted, a space is left, so that the words beside them are not joined.
  const put = trimOf(insert, '\n') || (insert === '' ? '' : ' ')
  const words = cell.slice(0, begin) + put
  const text = cellWords(words + cell.slice(end))
  return { text: isEscaping(text) ? `${text} ` : text, caret: cellWords(words).length }
}

interface CutRow {
  readonly change: TextChange
  /** The offset after the inserted text, from the beginning of the row. */
  readonly caret: number
}

/** The selected part of the words of each cell, as offsets in the cell; empty in the spaces beside them. */
function chosenParts(row: Row, chosen: Span): readonly Span[] {
  return cellsOf(row).map((span, column) => {
    const cell = row.line.cells[column]!
    const begin = cell.length - cell.trimStart().length
    const clip = (place: number) =>
      Math.min(Math.max(place - span.from, begin), Math.max(begin, cell.trimEnd().length))
    if (cell.trim() === '') return { from: Math.min(1, cell.length), to: Math.min(1, cell.length) }
    return { from: clip(chosen.from), to: clip(chosen.to) }
  })
}

/** The selected words of each cell of a row; undefined for a cell that is not selected. */
export function chosenWords(row: Row, chosen: Span): readonly (string | undefined)[] {
  const spans = cellsOf(row)
  return chosenParts(row, chosen).map(({ from, to }, column) => {
    const [cell, span] = [row.line.cells[column]!, spans[column]!]
    const isEmpty = cell.trim() === '' && chosen.from <= span.to && chosen.to > span.from
    return from < to || isEmpty ? cell.slice(from, to) : undefined
  })
}

/** Deletes the selected part of each cell of a row; inserted text goes into the first selected cell. */
export function cutRow(row: Row, chosen: Span, insert = ''): CutRow {
  const spans = cellsOf(row)
  const parts = chosenParts(row, chosen)
  const touched = chosenWords(row, chosen).findIndex((words) => words !== undefined)
  const beside = spans.findIndex(({ to }) => to >= chosen.from)
  const target = touched >= 0 ? touched : beside >= 0 ? beside : spans.length - 1
  let caretInCell = 0
  const cells = row.line.cells.map((cell, column) => {
    const { from, to } = parts[column]!
    if (from === to && column !== target) return cell
    const { text, caret } = cutCell(cell, from, to, column === target ? insert : '')
    const next = text.trim() === '' ? EMPTY : text
    if (column === target) caretInCell = next === EMPTY ? 1 : caret
    return next
  })
  // Without a bar before it, the first cell may be read as a list mark.
  const before = cells[0] === row.line.cells[0] ? row.line.before : barred(row.line.before)
  const line = withBars({ ...row.line, before, cells })
  const left = cells.slice(0, target).reduce((length, cell) => length + cell.length + 1, 0)
  return {
    change: differing(textOf(row.line), textOf(line), row.from),
    caret: line.before.length + left + caretInCell,
  }
}

/**
 * The cell that contains a whole change. Undefined elsewhere, in the delimiter row, and after the last bar of a line,
 * where a table is typed as text.
 */
export function oneCell(state: EditorState, table: SyntaxNode, { from, to }: Span): Span | undefined {
  if (from < table.from || to > state.doc.lineAt(from).to) return undefined
  const row = rowAt(state.doc, table, from)
  if (row.index === 1) return undefined
  const isBehind = row.line.after === '' && from === row.to
  return isBehind ? undefined : cellsOf(row).find((cell) => cell.from <= from && to <= cell.to)
}
