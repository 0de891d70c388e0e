import type { Element, ElementContent } from 'hast'
import { isBlockFormula, withinLine } from './html-formulas'
import { CELL_BREAK } from './html-words'

/**
 * The most cells of one table that are empty because another cell spans them: a cell could claim to span a million
 * columns.
 */
const SPANNED_MAX = 5_000

/** A cell in markdown: a single line, with its alignment and spans. */
export const cellOf = (node: Element, children: readonly ElementContent[]): Element => ({
  ...node,
  properties: {
    align: node.properties['align'],
    ...spanOf(node, 'colSpan'),
    ...spanOf(node, 'rowSpan'),
  },
  children: withinLine(inOneLine(children)),
})

/** The only cell of a table: a single copied spreadsheet cell, or the layout frame around a whole page. */
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

/** The table without cell spans, where these would cover too many cells. */
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
