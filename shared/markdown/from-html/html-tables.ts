import type { Element, ElementContent } from 'hast'
import { isBlockFormula, withinLine } from './html-formulas'
import { CELL_BREAK } from './html-words'

/** Cells that are empty because another one spans them, in one table: a cell could say that it spans a million columns. */
const SPANNED_MAX = 5_000

/** A cell as markdown has one: a single line, on its side, and as wide and high as it was said to be. */
export const cellOf = (node: Element, children: readonly ElementContent[]): Element => ({
  ...node,
  properties: {
    align: node.properties['align'],
    ...spanOf(node, 'colSpan'),
    ...spanOf(node, 'rowSpan'),
  },
  children: withinLine(inOneLine(children)),
})

/** The cell of a table that has no other: one that a spreadsheet copies, or the frame around a whole page. */
export function onlyCell(table: Element): Element | undefined {
  const cells = cellsIn(table)
  return cells.length === 1 ? cells[0] : undefined
}

const cellsIn = ({ children }: Element): Element[] =>
  children.flatMap((child) => {
    if (child.type !== 'element') return []
    return /^(?:td|th|caption)$/.test(child.tagName) ? [child] : cellsIn(child)
  })

function spanOf({ properties }: Element, name: 'colSpan' | 'rowSpan'): Element['properties'] {
  const span = Number(properties[name])
  return Number.isInteger(span) && span > 1 ? { [name]: span } : {}
}

/** Without the spans of its cells where they would be too many. */
export function withBoundedSpans(table: Element): Element {
  let spanned = 0
  const count = (node: ElementContent): void => {
    if (node.type !== 'element') return
    spanned += Number(node.properties['colSpan'] ?? 1) * Number(node.properties['rowSpan'] ?? 1) - 1
    node.children.forEach(count)
  }
  count(table)
  return spanned <= SPANNED_MAX ? table : (withoutSpans(table) as Element)
}

const withoutSpans = (node: ElementContent): ElementContent => {
  if (node.type !== 'element') return node
  const { colSpan: _columns, rowSpan: _rows, ...properties } = node.properties
  return { ...node, properties, children: node.children.map(withoutSpans) }
}

/** The paragraphs and formulas of a cell, each of which had a line of its own. */
const inOneLine = (children: readonly ElementContent[]): ElementContent[] => {
  const first = children.find((one) => one.type === 'element')
  return children.flatMap((child) => {
    const isParagraph = child.type === 'element' && child.tagName === 'p'
    if (!isParagraph && !isBlockFormula(child)) return [child]
    const words = isParagraph ? child.children : [child]
    return child === first ? words : [CELL_BREAK, ...words]
  })
}
