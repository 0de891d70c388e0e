import type { Range, Text } from '@codemirror/state'
import { BlockWrapper, Decoration, WidgetType } from '@codemirror/view'
import type { SyntaxNode } from '../markdown/syntax'

const ROWS_MOST = 300
/** A row of more cells than that is shown as its source: each is several elements of one line. */
const COLUMNS_MOST = 200
const GAP = 3
/** Of a longer table only a part is on screen: its columns have widths that do not change as it scrolls. */
const ROWS_SHORT = 60
/** What fits into a line of the text at its usual width, in columns of the monospaced face. */
const TABLE_WIDTH = 80
const CELL_LEAST = 3

type Align = 'start' | 'center' | 'end'

/** What stands between two bars: its cell, or nothing; with the bars and the space around it. */
interface Slot {
  readonly column: number
  readonly cell: SyntaxNode | undefined
  /** From the end of the cell before (or the line's start) to the start of this one. */
  readonly from: number
  readonly to: number
}

/** Whether a table is shown as one. */
export function isDrawable(table: SyntaxNode): boolean {
  let bars = 0
  for (let part = table.firstChild?.firstChild ?? null; part !== null; part = part.nextSibling)
    if (part.name === 'TableDelimiter' && ++bars > COLUMNS_MOST) return false
  return true
}

/**
 * Shows a table as one: bars hidden, columns that the browser lays out for all rows together, cells that wrap inside their
 * column, the row of dashes as a line. A table that is wider than the text scrolls in itself. A view only: no byte changes, and the source stands there while the cursor does.
 * A cell goes to `cells`: it has to be drawn around the marks in it, since the row lays out what it holds as columns.
 */
export function tableMarks(
  table: SyntaxNode,
  doc: Text,
  visible: { readonly from: number; readonly to: number },
  ranges: Range<Decoration>[],
  cells: Range<Decoration>[],
  tables: Range<BlockWrapper>[],
): void {
  const rows: { readonly slots: readonly Slot[]; readonly end: number }[] = []
  let aligns: readonly Align[] = []
  let ruleAt: number | undefined
  for (let row = table.firstChild; row !== null && rows.length < ROWS_MOST; row = row.nextSibling) {
    const line = doc.lineAt(row.from)
    if (row.name === 'TableDelimiter') {
      aligns = alignsOf(doc.sliceString(row.from, row.to))
      ruleAt = line.from
      if (row.to > row.from) ranges.push(hidden.range(row.from, row.to))
    } else rows.push({ slots: slotsOf(row), end: row.to })
  }
  const all = rows.map(({ slots }) => slots)
  const widths = rows.length > ROWS_SHORT ? widthsOf(all, doc) : []
  const columns = Math.max(aligns.length, ...all.map((slots) => (slots.at(-1)?.column ?? 0) + 1))
  if (ruleAt !== undefined) ranges.push(rowOf('cm-table-rule', columns).range(ruleAt))
  tables.push(
    grid.range(
      doc.lineAt(Math.max(table.from, visible.from)).from,
      doc.lineAt(Math.min(rows.at(-1)?.end ?? table.to, visible.to)).to,
    ),
  )
  for (const { slots, end } of rows) {
    const start = slots[0]?.from ?? end
    if (end < visible.from || start > visible.to) continue
    ranges.push(rowOf('cm-table-row', columns).range(doc.lineAt(start).from))
    for (const { column, cell, from, to } of slots) {
      const width = widths[column]
      const least = width === undefined ? '' : `; min-width: ${width}ch`
      const look = `grid-column: ${column + 1}; text-align: ${aligns[column] ?? 'start'}${least}`
      if (cell !== undefined) {
        if (to > from) ranges.push(hidden.range(from, to))
        cells.push(cellOf(look).range(cell.from, cell.to))
      } else if (to > from) ranges.push(emptyCell(look).range(from, to))
    }
    const last = slots.at(-1)
    const after = last?.cell?.to ?? last?.to ?? end
    if (end > after) ranges.push(hidden.range(after, end))
  }
}

const hidden = Decoration.replace({})
const grid = BlockWrapper.create({ tagName: 'div', attributes: { class: 'cm-table-grid' } })
/** A row is as wide as all columns, and has theirs. */
const rowOf = (name: string, columns: number) =>
  Decoration.line({ class: name, attributes: { style: `grid-column: 1 / span ${columns}` } })

const marks = new Map<string, Decoration>()

function cellOf(look: string): Decoration {
  let mark = marks.get(look)
  if (mark === undefined) {
    // Inclusive, so that it holds what is drawn in place of all of a cell.
    mark = Decoration.mark({ class: 'cm-cell', attributes: { style: look }, inclusive: true })
    marks.set(look, mark)
  }
  return mark
}

class EmptyCell extends WidgetType {
  constructor(private readonly look: string) {
    super()
  }
  override eq(other: EmptyCell): boolean {
    return other.look === this.look
  }
  toDOM(): HTMLElement {
    const cell = document.createElement('span')
    cell.className = 'cm-cell'
    cell.style.cssText = this.look
    return cell
  }
}

const emptyCell = (look: string): Decoration => Decoration.replace({ widget: new EmptyCell(look) })

/** The cells of a row in order; the grammar has no node for an empty one. */
function slotsOf(row: SyntaxNode): readonly Slot[] {
  const slots: Slot[] = []
  let column = 0
  let from = row.from
  let cell: SyntaxNode | undefined
  for (let part = row.firstChild; part !== null; part = part.nextSibling) {
    if (part.name === 'TableCell') {
      cell = part
      slots.push({ column, cell, from, to: cell.from })
      from = cell.to
    } else if (part.name === 'TableDelimiter' && part.from > row.from) {
      if (cell === undefined) {
        slots.push({ column, cell, from, to: part.from })
        from = part.from
      }
      cell = undefined
      column += 1
    }
  }
  return slots
}

/** `|:--|--:|` says how each column stands. */
function alignsOf(dashes: string): readonly Align[] {
  return dashes
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((part) => {
      const text = part.trim()
      if (!text.endsWith(':')) return 'start'
      return text.startsWith(':') ? 'center' : 'end'
    })
}

/** Each column as wide as its widest cell; when they do not fit into a line, the widest ones give way. */
function widthsOf(rows: readonly (readonly Slot[])[], doc: Text): readonly number[] {
  const widths: number[] = []
  for (const slots of rows)
    for (const { column, cell } of slots) {
      const width = cell === undefined ? 0 : shownWidth(cell, doc)
      widths[column] = Math.max(widths[column] ?? CELL_LEAST, width)
    }
  return fitted(widths, TABLE_WIDTH - GAP * widths.length).map((width) => width + GAP)
}

/** The widest are cut to one common width, so that all together take no more than `most`; none gets narrower than it must. */
export function fitted(widths: readonly number[], most: number): readonly number[] {
  let left = most
  let limit = Infinity
  const ascending = [...widths].sort((a, b) => a - b)
  for (const [index, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index))
    if (width > share) {
      limit = Math.max(share, CELL_LEAST * 2)
      break
    }
    left -= width
  }
  return widths.map((width) => Math.min(width, limit))
}

const HIDDEN: ReadonlySet<string> = new Set([
  'EmphasisMark',
  'StrikethroughMark',
  'HighlightMark',
  'SuperscriptMark',
  'SubscriptMark',
  'WikiMark',
  'CodeMark',
  'LinkMark',
  'LinkTitle',
])

/** What the cell takes once its marks are hidden. */
function shownWidth(cell: SyntaxNode, doc: Text): number {
  let width = widthOf(doc.sliceString(cell.from, cell.to))
  cell.cursor().iterate(({ name, from, to, node }) => {
    if (HIDDEN.has(name) || (name === 'URL' && node.parent?.name === 'Link')) {
      width -= widthOf(doc.sliceString(from, to))
      return false
    }
    if (name === 'Escape') width -= 1
    return true
  })
  return width
}

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
