import type { EditorState, Text } from '@codemirror/state'
import { askAround, type SyntaxNode } from '../markdown/syntax'
import { isFromRight } from './table-direction'

/**
 * A line of a table: the text before its first cell, its cells with the spaces around their words, and the text after
 * them.
 */
export interface TableLine {
  /** The indentation, quotation marks, and the first bar if there is one. */
  readonly before: string
  readonly cells: readonly string[]
  /** The last bar and the spaces after it, if there is one. */
  readonly after: string
}

/** A table as it is in the text: `textOf` returns each line unchanged. */
export interface Table {
  readonly from: number
  readonly to: number
  /** The head, the delimiter row, and the rows. */
  readonly lines: readonly TableLine[]
  /** The line of the cursor, as an index in `lines`. */
  readonly line: number
  readonly column: number
  /** The offset of the cursor in its cell. */
  readonly offset: number
  /** Whether the first column is at the right. */
  readonly isFromRight: boolean
}

export const HEAD_LINES = 2

/** The table at a position, by default the cursor. */
export function tableAt(state: EditorState, place = state.selection.main.head): SyntaxNode | null {
  const ask = (node: SyntaxNode) => (node.name === 'Table' ? node : null)
  const { from } = state.doc.lineAt(place)
  return askAround(state, place, 1, ask) ?? askAround(state, place, -1, ask) ?? askAround(state, from, 1, ask)
}

/** Reads the table at a position, by default the cursor; undefined if there is none. */
export function readTable(state: EditorState, place = state.selection.main.head): Table | undefined {
  const node = tableAt(state, place)
  if (node === null) return undefined
  const { doc } = state
  const first = doc.lineAt(node.from)
  const last = doc.lineAt(Math.min(node.to, doc.length))
  const lines: TableLine[] = []
  for (let index = 0; index <= last.number - first.number; index++) lines.push(lineAtIndex(doc, node, index))
  const head = doc.lineAt(place)
  const line = Math.min(Math.max(0, head.number - first.number), lines.length - 1)
  const cells = lines[line] ?? { before: '', cells: [], after: '' }
  let left = place - head.from - cells.before.length
  let column = 0
  while (column < cells.cells.length - 1 && left > (cells.cells[column]?.length ?? 0)) {
    left -= (cells.cells[column]?.length ?? 0) + 1
    column += 1
  }
  const offset = Math.max(0, Math.min(left, cells.cells[column]?.length ?? 0))
  return { from: first.from, to: last.to, lines, line, column, offset, isFromRight: isFromRight(node, doc) }
}

/** The line of a table with this index; 0 is the head. */
export function lineAtIndex(doc: Text, table: SyntaxNode, index: number): TableLine {
  const { text, from } = doc.line(doc.lineAt(table.from).number + index)
  return lineOf(text, index === 0 ? table.from - from : startOf(text))
}

/** The cells of a row outside any text. */
export const cellsOfRow = (row: string): readonly string[] => lineOf(row, startOf(row)).cells

/** The offset after indentation and quotation marks. */
const startOf = (text: string): number => /^[\s>]*/.exec(text)?.[0].length ?? 0

function lineOf(text: string, start: number): TableLine {
  const bars: number[] = []
  let isEscaped = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === '|' && !isEscaped) bars.push(at)
    isEscaped = !isEscaped && sign === '\\'
  }
  const hasFirst = bars[0] === start
  const lastBar = bars.at(-1) ?? -1
  const hasLast = lastBar > start && text.slice(lastBar + 1).trim() === ''
  const from = hasFirst ? start + 1 : start
  const to = hasLast ? lastBar : text.length
  const between = bars.filter((bar) => bar >= from && bar < to)
  const cells: string[] = []
  let at = from
  for (const bar of [...between, to]) {
    cells.push(text.slice(at, bar))
    at = bar + 1
  }
  return { before: text.slice(0, from), cells, after: text.slice(to) }
}

export const textOf = ({ before, cells, after }: TableLine): string => before + cells.join('|') + after

/** The number of columns of a table, which is that of its head. */
export const columnsOf = ({ lines }: Pick<Table, 'lines'>): number => lines[0]?.cells.length ?? 0

/** Whether a position is after the last cell of the line at which the table was read. */
export function isBehind({ doc }: EditorState, { lines, line }: Table, place: number): boolean {
  const own = lines[line]
  if (own === undefined) return true
  const { from, to } = doc.lineAt(place)
  return place >= (own.after === '' ? to : from + textOf(own).length - own.after.length + 1)
}
