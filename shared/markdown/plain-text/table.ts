import type { Alignment } from '../tree/tree'
import { largest } from '../../largest'
import { columnsOf, wrapped } from './wrap'

/** The space between two columns. */
const GAP = '  '

/**
 * A table in columns, with its head above a line; where that is too wide, each row becomes lines that begin with the
 * head of their column.
 */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly (Alignment | undefined)[],
  columns: number,
): readonly string[] {
  const widths = head.map((cell, column) =>
    largest(
      rows.map((row) => columnsOf(row[column] ?? '')),
      columnsOf(cell),
    ),
  )
  const whole = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))
  if (whole > columns)
    return rows.flatMap((row, index) => [...(index === 0 ? [] : ['']), ...listed(head, row, columns)])
  const lineOf = (cells: readonly string[]) =>
    widths
      .map((width, column) => padded(cells[column] ?? '', width, align[column]))
      .join(GAP)
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join(GAP)
  const hasHead = head.some((cell) => cell !== '')
  return [...(hasHead ? [lineOf(head), rule] : []), ...rows.map(lineOf)]
}

const listed = (head: readonly string[], row: readonly string[], columns: number): readonly string[] =>
  row.flatMap((cell, column) => {
    const name = head[column] ?? ''
    return wrapped(name === '' ? cell : `${name}: ${cell}`, columns)
  })

function padded(cell: string, width: number, align: Alignment | undefined): string {
  const free = width - columnsOf(cell)
  const before = align === 'right' ? free : align === 'center' ? Math.floor(free / 2) : 0
  return ' '.repeat(before) + cell + ' '.repeat(free - before)
}
