import type { SyntaxNode } from '@lezer/common'
import { readInlines, type InlineContext } from './read-inlines'
import type { Alignment, BlockContent, Inline } from './tree'

type Cells = readonly (readonly Inline[])[]

/** Further columns are dropped: each row of a table has as many cells as its head. */
const COLUMNS_MAX = 500

export function readTable(node: SyntaxNode, context: InlineContext): BlockContent {
  const rule = node.getChild('TableDelimiter')
  const align = rule === null ? [] : alignments(context.source.literal(rule)).slice(0, COLUMNS_MAX)
  const header = node.getChild('TableHeader')
  const beyond: string[] = []
  const cells = (row: SyntaxNode) => cellsOf(row, align.length, context, beyond)
  const head = header === null ? [] : cells(header)
  const rows = node.getChildren('TableRow').map(cells)
  return { kind: 'table', align, head, rows, ...(beyond.length > 0 && { beyond }) }
}

/** The alignments of columns, from the delimiter row. */
const alignments = (rule: string): readonly (Alignment | undefined)[] =>
  rule
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => {
      const isLeft = cell.trim().startsWith(':')
      const isRight = cell.trim().endsWith(':')
      return isLeft && isRight ? 'center' : isRight ? 'right' : isLeft ? 'left' : undefined
    })

/**
 * The cells of a row. An empty cell has no node, only bars around it; cells after the last column are added to
 * `beyond`.
 */
function cellsOf(row: SyntaxNode, columns: number, context: InlineContext, beyond: string[]): Cells {
  const cells: (readonly Inline[])[] = Array.from({ length: columns }, () => [])
  let column = 0
  for (let child = row.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'TableCell')
      if (column < columns) cells[column] = readInlines(child, context)
      else beyond.push(context.source.literal(child).trim())
    const isFirst = child.from === row.from
    if (child.name === 'TableDelimiter' && !isFirst) column++
  }
  return cells
}
