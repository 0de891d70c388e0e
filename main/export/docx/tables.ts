import { AlignmentType, Paragraph, Table, TableCell, TableLayoutType, TableRow, WidthType } from 'docx'
import { allRunRightToLeft } from '../../../shared/markdown/direction'
import type { Block, Inline } from '../../../shared/markdown/tree/tree'
import { wordsOf } from '../../../shared/markdown/tree/words-of'
import { pixelsOf } from './room'
import { directionOf, runsOf } from './runs'
import { TABLE_STYLE_ID } from './styles'
import type { Writing } from './writing'

type TableBlock = Extract<Block, { kind: 'table' }>

/** A table as wide as the text. `indent`: from the left margin, in twips. */
export function tableOf({ align, head, rows }: TableBlock, writing: Writing, indent: number): Table {
  const columns = Math.max(head.length, 1)
  const width = writing.room.width - indent
  const widths = columnWidths([head, ...rows], columns, width)
  const isShort = rows.length <= KEPT_ROWS
  const size = typeSize([head, ...rows], columns, width)
  const marks = size === undefined ? {} : { size, sizeComplexScript: size }
  const rowOf = (cells: readonly (readonly Inline[])[], isHead: boolean, isLast = false) =>
    new TableRow({
      cantSplit: true,
      ...(isHead && { tableHeader: true }),
      children: widths.map((columnWidth, column) => {
        const words = cells[column] ?? []
        const pixels = pixelsOf(columnWidth)
        const alignment = align[column]
        return new TableCell({
          width: { size: columnWidth, type: WidthType.DXA },
          children: [
            new Paragraph({
              style: isHead ? 'TableHeading' : 'TableText',
              ...(isShort && !isLast && { keepNext: true }),
              children: runsOf(words, writing, {
                isInNote: false,
                marks,
                room: { width: pixels, height: 400 },
              }),
              ...(alignment !== undefined && { alignment: ALIGNED[alignment] }),
              ...directionOf(wordsOf(words)),
            }),
          ],
        })
      }),
    })
  const isHeadless = head.every((cell) => wordsOf(cell).trim() === '')
  return new Table({
    style: TABLE_STYLE_ID,
    ...(allRunRightToLeft(head.map(wordsOf)) && { visuallyRightToLeft: true }),
    width: { size: width, type: WidthType.DXA },
    layout: TableLayoutType.AUTOFIT,
    columnWidths: widths,
    ...(size !== undefined && { margins: { left: CLOSE, right: CLOSE } }),
    ...(indent > 0 && { indent: { size: indent, type: WidthType.DXA } }),
    rows: [
      ...(isHeadless ? [] : [rowOf(head, true)]),
      ...rows.map((row, at) => rowOf(row, false, at === rows.length - 1)),
    ],
  })
}

const ALIGNED = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
} as const

/** A table with at most this many rows stays on one page. */
const KEPT_ROWS = 12

/** The margins of cells in small type, in twips. */
const CLOSE = 30

/** In half-points: that of the style `TableText`, and the smallest that can be read. */
const USUAL_SIZE = 20
const SMALLEST_SIZE = 10

/** The width of a letter in twips for each half-point of its size. */
const LETTER = 5.5

/** A longer word is divided instead. */
const LONGEST_WORD = 25

/** The size of type in which each column has room for its longest word; `undefined` where the usual one is right. */
function typeSize(
  rows: readonly (readonly (readonly Inline[])[])[],
  columns: number,
  width: number,
): number | undefined {
  const wordIn = (words: string) =>
    words.split(/\s/).reduce((most, { length }) => Math.min(LONGEST_WORD, Math.max(most, length)), 0)
  const longest = longestIn(rows, columns, 1, wordIn)
  const letters = longest.reduce((total, one) => total + one + MARGINS - 1, 0)
  const size = Math.max(SMALLEST_SIZE, Math.floor(width / (letters * LETTER)))
  return size < USUAL_SIZE ? size : undefined
}

const NARROWEST = 6
const WIDEST = 40
/**
 * The room for the margins of a cell and for bold letters, in letters, so that a narrow column never breaks its single
 * word.
 */
const MARGINS = 3

/** The widths of columns, in proportion to their longest words and within bounds. */
function columnWidths(
  rows: readonly (readonly (readonly Inline[])[])[],
  columns: number,
  width: number,
): readonly number[] {
  const longest = longestIn(rows, columns, NARROWEST, (words) => Math.min(WIDEST, words.length + MARGINS))
  const sum = longest.reduce((total, one) => total + one, 0)
  return longest.map((one) => Math.floor((one / sum) * width))
}

/** The greatest length in each column, as `lengthOf` measures the words of a cell; `least` where it is smaller. */
function longestIn(
  rows: readonly (readonly (readonly Inline[])[])[],
  columns: number,
  least: number,
  lengthOf: (words: string) => number,
): readonly number[] {
  const longest = Array.from({ length: columns }, () => least)
  for (const row of rows)
    row.forEach((cell, column) => {
      longest[column] = Math.max(longest[column] ?? 0, lengthOf(wordsOf(cell)))
    })
  return longest
}
