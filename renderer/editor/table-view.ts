import type { Range, Text } from '@codemirror/state'
import { Decoration } from '@codemirror/view'
import type { SyntaxNode } from './syntax'

const ROWS_MOST = 300
const WIDTH_MOST = 40

/** Cells of one column share one width, so that a table reads as one whatever its source looks like. */
export function tableMarks(
  table: SyntaxNode,
  doc: Text,
  visible: { readonly from: number; readonly to: number },
  ranges: Range<Decoration>[],
): void {
  const rows: (readonly SyntaxNode[])[] = []
  for (let row = table.firstChild; row !== null && rows.length < ROWS_MOST; row = row.nextSibling) {
    if (row.name === 'TableHeader' || row.name === 'TableRow') rows.push(row.getChildren('TableCell'))
  }
  const widths: number[] = []
  for (const cells of rows)
    cells.forEach((cell, column) => {
      const width = widthOf(doc.sliceString(cell.from, Math.min(cell.to, cell.from + WIDTH_MOST)))
      widths[column] = Math.max(widths[column] ?? 2, Math.min(width, WIDTH_MOST))
    })
  for (const cells of rows)
    cells.forEach((cell, column) => {
      if (cell.to > cell.from && cell.to >= visible.from && cell.from <= visible.to)
        ranges.push(cellOf(widths[column] ?? 2).range(cell.from, cell.to))
    })
}

const byWidth: Decoration[] = []

const cellOf = (width: number): Decoration =>
  (byWidth[width] ??= Decoration.mark({ class: 'cm-cell', attributes: { style: `min-width: ${width}ch` } }))

/** In half-width columns of a monospaced face; Chinese, Japanese and Korean take two. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    width +=
      code >= 0x1100 &&
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        character,
      )
        ? 2
        : 1
  }
  return width
}
