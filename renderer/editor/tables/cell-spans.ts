import type { Line, Text } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import type { SyntaxNode } from '../markdown/syntax'

/** The content between two bars, with or without words, excluding the bars. */
export interface Slot extends Span {
  readonly cell: SyntaxNode | undefined
  /** The range in which a cursor counts as in the cell: the first and the last cell extend to the ends of the row. */
  readonly reach: Span
}

/** Whether the node is a row; in a quotation, its marks are nodes between the rows. */
export const isRow = ({ name }: SyntaxNode): boolean => name === 'TableHeader' || name === 'TableRow'

/** The cells of a row in order, including empty ones, for which the grammar has no nodes. */
export function slotsOf(row: SyntaxNode, line: Pick<Line, 'to'>): readonly Slot[] {
  const found: { from: number; to: number; cell: SyntaxNode | undefined }[] = []
  let from = row.from
  let cell: SyntaxNode | undefined
  for (let part = row.firstChild; part !== null; part = part.nextSibling) {
    if (part.name === 'TableCell') cell = part
    else if (part.name === 'TableDelimiter') {
      if (part.from > row.from) found.push({ from, to: part.from, cell })
      cell = undefined
      from = part.to
    }
  }
  // A row that is being typed has no last bar yet.
  if (cell !== undefined || found.length === 0)
    found.push({ from: cell ? from : row.from, to: line.to, cell })
  return found.map((slot, index) => ({
    ...slot,
    reach: {
      from: index === 0 ? row.from : slot.from,
      to: index === found.length - 1 ? line.to : slot.to,
    },
  }))
}

/** The range of a cell's words; in an empty cell, the position after the space at its bar. */
export function wordsOf({ cell, from, to }: Slot): Span {
  if (cell !== undefined) return { from: cell.from, to: cell.to }
  const at = Math.min(from + 1, to)
  return { from: at, to: at }
}

/**
 * The part of a cell that is shown while the cursor is in it: its words and everything between them and the cursor, so
 * that a typed space, and a bar beside the cursor, are visible. Undefined outside a cell.
 */
export function openCell(table: SyntaxNode, doc: Text, place: number): Span | undefined {
  const slot = slotAt(table, doc, place)
  if (slot === undefined) return undefined
  const { from, to } = wordsOf(slot)
  return { from: Math.min(from, place), to: Math.max(to, place) }
}

/**
 * The range that a deleting key may remove from the cell at this position. Undefined outside a cell, and in a cell
 * without a closing bar, which is still being typed.
 */
export function deletable(table: SyntaxNode, doc: Text, place: number): Span | undefined {
  const slot = slotAt(table, doc, place)
  if (slot === undefined || place < slot.from || place > slot.to) return undefined
  if (doc.sliceString(slot.to, slot.to + 1) !== '|') return undefined
  if (slot.cell === undefined) return { from: place, to: place }
  return { from: Math.min(slot.cell.from, place), to: Math.max(slot.cell.to, place) }
}

/** The words of the cell at this position. */
export function wordsAt(table: SyntaxNode, doc: Text, place: number): Span | undefined {
  const slot = slotAt(table, doc, place)
  return slot && wordsOf(slot)
}

/** The cell at this position, which may be in the space at its bars. */
const slotAt = (table: SyntaxNode, doc: Text, place: number): Slot | undefined =>
  rowSlots(table, doc, place).find(({ reach }) => reach.from <= place && place <= reach.to)

/** The cells of the row at a position; none in the delimiter row. */
export function rowSlots(table: SyntaxNode, doc: Text, place: number): readonly Slot[] {
  const line = doc.lineAt(place)
  for (let row = table.firstChild; row !== null && row.from <= line.to; row = row.nextSibling)
    if (isRow(row) && row.from >= line.from) return slotsOf(row, line)
  return []
}

/**
 * The positions of backslashes before bars in inline code inside a cell, which readers do not see. `sign` is the mark
 * that begins the code.
 */
export function backslashesIn(sign: SyntaxNode, doc: Text): readonly number[] {
  const code = sign.parent
  if (code === null || code.from !== sign.from) return []
  let around = code.parent
  while (around !== null && around.name !== 'TableCell') around = around.parent
  return around === null
    ? []
    : Array.from(doc.sliceString(code.from, code.to).matchAll(/\\\|/g), ({ index }) => code.from + index)
}
