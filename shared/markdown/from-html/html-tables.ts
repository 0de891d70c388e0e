import type { Element, ElementContent } from 'hast'
import { isBlockFormula, withinLine } from './html-formulas'
import { styleOf } from './html-styles'
import { CELL_BREAK, wordsOf } from './html-words'

/**
 * The most cells of one table that are empty because another cell spans them: a cell could claim to span a million
 * columns.
 */
const SPANNED_MAX = 5_000

/** A cell in markdown: a single line, with its alignment and spans. */
export const cellOf = (node: Element, children: readonly ElementContent[]): Element => ({
  ...node,
  properties: {
    align: alignOf(node),
    ...spanOf(node, 'colSpan'),
    ...spanOf(node, 'rowSpan'),
  },
  children: withinLine(inOneLine(children)),
})

/** The side of a cell's words: from its attribute, its style, or its class on a page of this app. */
function alignOf(cell: Element): string | undefined {
  const { align, className } = cell.properties
  const sides = [align, styleOf(cell, 'text-align'), ...[className ?? []].flat()].map(String)
  return sides.find((side) => /^(?:left|center|right)$/i.test(side))?.toLowerCase()
}

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

/** The table, and before it its caption as a paragraph, which a table of markdown has no place for. */
export function captioned(table: Element): Element[] {
  const captions = table.children.filter(isCaption).map((caption) => ({ ...caption, tagName: 'p' }))
  return [...captions, { ...table, children: table.children.filter((child) => !isCaption(child)) }]
}

const isCaption = (node: ElementContent): node is Element =>
  node.type === 'element' && node.tagName === 'caption'

type Line = readonly ElementContent[]

/** The lines of a cell, without empty ones, as one line of markdown. */
const inOneLine = (children: Line): ElementContent[] =>
  linesOf(children)
    .filter(hasContent)
    .flatMap((line, index) => (index === 0 ? line : [CELL_BREAK, ...withoutSpace(line)]))

/** White space in the source behind a break shows nothing. */
const withoutSpace = (line: Line): Line =>
  line.map((node, at) =>
    at === 0 && node.type === 'text' ? { ...node, value: node.value.trimStart() } : node,
  )

/** A line ends at a break and at both ends of a block. An element around several lines is put around each of them. */
function linesOf(nodes: Line): readonly Line[] {
  const lines: ElementContent[][] = [[]]
  const goOn = ([first = [], ...others]: readonly Line[]) => {
    lines.at(-1)?.push(...first)
    for (const line of others) lines.push([...line])
  }
  for (const node of nodes) {
    if (node.type !== 'element' || node.children.length === 0) goOn(isBreak(node) ? [[], []] : [[node]])
    else if (isBlockFormula(node)) goOn([[], [node], []])
    else if (node.tagName === 'math') goOn([[node]])
    else if (BLOCKS.has(node.tagName)) goOn([[], ...linesOfBlock(node), []])
    else
      goOn(
        linesOf(node.children).map((line) => (hasContent(line) ? [{ ...node, children: [...line] }] : line)),
      )
  }
  return lines
}

const isBreak = (node: ElementContent): boolean =>
  node.type === 'element' && (node.tagName === 'br' || node.tagName === CELL_BREAK.tagName)

/** A cell has no lists and no blocks of code: signs and code within the lines take their place. */
function linesOfBlock({ tagName, properties, children }: Element): readonly Line[] {
  if (tagName === 'ul' || tagName === 'ol') {
    const first = tagName === 'ul' ? undefined : Number(properties['start'] ?? 1)
    const items = children
      .map((item) => linesOf([item]).filter(hasContent))
      .filter(({ length }) => length > 0)
    return items.flatMap(([line = [], ...others], index) => {
      const sign = first === undefined ? '•' : `${first + index}.`
      return [[{ type: 'text', value: `${sign} ` }, ...line], ...others]
    })
  }
  if (tagName !== 'pre') return linesOf(children)
  const lines = children.map(wordsOf).join('').split('\n')
  return lines.map((value) =>
    value.trim() === ''
      ? []
      : [{ type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value }] }],
  )
}

const BLOCKS: ReadonlySet<string> = new Set(
  `address article aside blockquote caption center dd definitions details div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
)

/** Whether the line shows something: words, or a picture or another element that has none. */
const hasContent = (line: Line): boolean =>
  line.some((node) => {
    if (node.type !== 'element') return node.type === 'text' && node.value.trim() !== ''
    return /^(?:img|input|footnote-reference)$/.test(node.tagName) || hasContent(node.children)
  })
