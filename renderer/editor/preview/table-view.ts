import type { Range, Text } from '@codemirror/state'
import { BlockWrapper, Decoration, Direction } from '@codemirror/view'
import { hasDirection, hasRightToLeft } from '../../../shared/markdown/direction'
import type { Span } from '../../../shared/text/span'
import type { SyntaxNode } from '../markdown/syntax'
import { isRow, slotsOf, wordsOf, type Slot } from '../tables/cell-spans'
import { isFromRight } from '../tables/table-direction'
import { PlainWidget } from '../view/plain-widget'

const ROWS_MAX = 300
/** A row with more cells is shown as source, because each cell is several elements of one line. */
const COLUMNS_MAX = 200
const GAP = 3
/** Only a part of a longer table is rendered, so its columns have fixed widths that do not change during scrolling. */
const ROWS_SHORT = 60
/** The number of monospaced characters in a line of the usual width. */
const TABLE_WIDTH = 80
const CELL_MIN = 3

type Align = 'start' | 'left' | 'center' | 'right'

/** Whether a table can be rendered. */
export function isDrawable(table: SyntaxNode): boolean {
  let bars = 0
  for (let part = table.firstChild?.firstChild ?? null; part !== null; part = part.nextSibling)
    if (part.name === 'TableDelimiter' && ++bars > COLUMNS_MAX) return false
  return true
}

/** The decorations of tables. */
interface TableMarks {
  readonly ranges: Range<Decoration>[]
  /** Cells must wrap the marks inside them, because the row lays out its children as columns. */
  readonly cells: Range<Decoration>[]
  readonly tables: Range<BlockWrapper>[]
  /** The ranges between two cells, also across rows, which the cursor passes over in one step. */
  readonly gaps: Range<Decoration>[]
}

/**
 * Renders a table: bars are hidden, the browser lays out the columns of all rows together, cells wrap inside their
 * column, and the delimiter row is a line. A table wider than the text scrolls by itself. This is only a view: no byte
 * changes. `open` are the ranges of cells whose source is shown, as returned by `openCell`.
 */
export function tableMarks(
  table: SyntaxNode,
  doc: Text,
  visible: Span,
  open: readonly Span[],
  { ranges, cells, tables, gaps }: TableMarks,
): void {
  const rows: { readonly slots: readonly Slot[]; readonly from: number; readonly to: number }[] = []
  let aligns: readonly Align[] = []
  let ruleAt: number | undefined
  for (let row = table.firstChild; row !== null && rows.length < ROWS_MAX; row = row.nextSibling) {
    const line = doc.lineAt(row.from)
    if (row.name === 'TableDelimiter') {
      aligns = alignsOf(doc.sliceString(row.from, row.to))
      ruleAt = line.from
      if (row.to > row.from) ranges.push(hidden.range(row.from, row.to))
    } else if (isRow(row)) rows.push({ slots: slotsOf(row, line), from: row.from, to: line.to })
  }
  const fromRight = isFromRight(table, doc)
  const all = rows.map(({ slots }) => slots)
  const widths = rows.length > ROWS_SHORT ? widthsOf(all, doc) : []
  const columns = Math.max(aligns.length, ...all.map(({ length }) => length))
  if (ruleAt !== undefined) ranges.push(rowOf('cm-table-rule', columns).range(ruleAt))
  tables.push(
    (fromRight ? grids.fromRight : grids.fromLeft).range(
      doc.lineAt(Math.max(table.from, visible.from)).from,
      doc.lineAt(Math.min(Math.max(rows.at(-1)?.to ?? table.to, ruleAt ?? 0), visible.to)).to,
    ),
  )
  /** The end of the previous cell; before the first one, the end of the line above the table. */
  let before = Math.max(0, doc.lineAt(table.from).from - 1)
  for (const { slots, from, to } of rows) {
    if (to < visible.from || from > visible.to) continue
    ranges.push(rowOf('cm-table-row', columns).range(doc.lineAt(from).from))
    let begin = from
    for (const [column, slot] of slots.entries()) {
      const width = widths[column]
      const least = width === undefined ? '' : `; min-width: ${width}ch`
      const align = aligns[column] ?? 'start'
      // Words in the opposite direction stay at the edge at which their column begins.
      const edge = fromRight && align === 'start' ? 'right' : align
      const look = `grid-column: ${column + 1}; text-align: ${edge}${least}`
      const dir = directionOf(doc.sliceString(slot.from, slot.to), fromRight)
      const { reach } = slot
      const opened = open.find((one) => one.from >= reach.from && one.to <= reach.to)
      const shown = opened ?? wordsOf(slot)
      const end = column === slots.length - 1 ? to : shown.to
      if (shown.from > begin) ranges.push(hidden.range(begin, shown.from))
      if (end > shown.to) ranges.push(endOfRow.range(shown.to, end))
      cells.push(cellOf(look, opened !== undefined, dir).range(begin, end))
      if (shown.from > before) gaps.push(hidden.range(before, shown.from))
      begin = before = shown.to
    }
  }
  const end = Math.min(doc.length, doc.lineAt(table.to).to + 1)
  if (end > before && rows.length < ROWS_MAX) gaps.push(hidden.range(before, end))
}

const hidden = Decoration.replace({})

/** The hidden end of a row. It has the height of the row, by which CodeMirror measures the step to the next line. */
const endOfRow = Decoration.replace({ widget: new PlainWidget('cm-row-end') })
const gridIn = (dir: 'ltr' | 'rtl') =>
  BlockWrapper.create({ tagName: 'div', attributes: { class: 'cm-table-grid', dir } })
const grids = { fromLeft: gridIn('ltr'), fromRight: gridIn('rtl') }
/** A row spans all columns of the table. */
const rowOf = (name: string, columns: number) =>
  Decoration.line({ class: name, attributes: { style: `grid-column: 1 / span ${columns}` } })

/**
 * The direction of a cell with these words; `undefined` for that of its line. Where columns begin at the right, figures
 * are aligned accordingly.
 */
const directionOf = (words: string, fromRight: boolean): 'auto' | 'rtl' | undefined =>
  fromRight ? (hasDirection(words) ? 'auto' : 'rtl') : hasRightToLeft(words) ? 'auto' : undefined

const marks = new Map<string, Decoration>()

/**
 * Isolates a cell from its row if it has its own direction, or that of its table where that differs from the line's.
 */
function cellOf(look: string, isOpen: boolean, dir: 'auto' | 'rtl' | undefined): Decoration {
  const key = `${look}${isOpen}${dir}`
  let mark = marks.get(key)
  if (mark === undefined) {
    // Inclusive, so that it contains a widget that replaces the whole cell.
    mark = Decoration.mark({
      class: isOpen ? 'cm-cell cm-cell-open' : 'cm-cell',
      attributes: { style: look, ...(dir !== undefined && { dir }) },
      bidiIsolate: dir === 'rtl' ? Direction.RTL : null,
      inclusive: true,
    })
    marks.set(key, mark)
  }
  return mark
}

/** Whether a cell is isolated from the text of its row. */
export const hasOwnDirection = ({ spec }: Decoration): boolean => spec.attributes?.dir !== undefined

/** The alignments of the columns in a delimiter row such as `|:--|--:|`. */
function alignsOf(dashes: string): readonly Align[] {
  return dashes
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((part) => {
      const text = part.trim()
      if (!text.endsWith(':')) return text.startsWith(':') ? 'left' : 'start'
      return text.startsWith(':') ? 'center' : 'right'
    })
}

/** The width of each column is that of its widest cell; if they do not fit into a line, the widest are reduced. */
function widthsOf(rows: readonly (readonly Slot[])[], doc: Text): readonly number[] {
  const widths: number[] = []
  for (const slots of rows)
    for (const [column, { cell }] of slots.entries()) {
      const width = cell === undefined ? 0 : shownWidth(cell, doc)
      widths[column] = Math.max(widths[column] ?? CELL_MIN, width)
    }
  return fitted(widths, TABLE_WIDTH - GAP * widths.length).map((width) => width + GAP)
}

/**
 * Reduces the widest to a common width, so that the sum is at most `most`; no column is reduced more than necessary.
 */
export function fitted(widths: readonly number[], most: number): readonly number[] {
  let left = most
  let limit = Infinity
  const ascending = [...widths].sort((a, b) => a - b)
  for (const [index, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index))
    if (width > share) {
      limit = Math.max(share, CELL_MIN * 2)
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

/** The width of a cell without its hidden marks. */
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

/** The width in monospaced columns; Chinese, Japanese and Korean characters take two. */
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
