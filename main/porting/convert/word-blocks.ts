import type { Element, ElementContent } from 'hast'
import {
  around,
  elementOf,
  isElement,
  itemOf,
  listFor,
  pushed,
  quoteOf,
  quotesIn,
  STEP,
  type Open,
  type Read,
} from './word-containers'
import type { WordPlace } from './word-places'

const NO_PLACE: WordPlace = { left: 0, right: 0, hanging: 0, border: '' }

/**
 * Word has no lists and no quotations, only paragraphs with styles and indents. This makes lists, quotations, callouts,
 * definitions, code and rules of such paragraphs. `placeOf` returns the place that is named by the id of a link at the
 * beginning of a paragraph.
 */
export function withWordBlocks(
  nodes: readonly ElementContent[],
  placeOf: (id: string) => WordPlace | undefined,
): ElementContent[] {
  const countOf = createCounts()
  return arranged(nodes)

  function arranged(siblings: readonly ElementContent[]): ElementContent[] {
    const root = elementOf('div')
    let open: readonly Open[] = []
    let table: WordPlace | undefined
    let last: Read | undefined
    for (const node of siblings) {
      const read = readBlock(node)
      if (read === undefined) root.children.push(node)
      else if (read.isTable === true) table = read
      else if (isShown(read)) {
        const block = read.element.tagName === 'table' ? { ...read, left: table?.left ?? 0 } : read
        const joined = isCode(block) && last !== undefined && isCode(last) && last.border === block.border
        open = placed(block, open, root, joined, countOf)
        last = block
        table = undefined
      }
    }
    return withoutEmptyItems(root).children
  }

  /** The paragraph, heading or table with its place; `undefined` for everything else. */
  function readBlock(node: ElementContent): Read | undefined {
    if (node.type !== 'element') return undefined
    if (node.tagName === 'table') return { ...NO_PLACE, classes: [], element: withCells(node) }
    if (!/^(?:p|h[1-6])$/.test(node.tagName)) return undefined
    const place = markOf(node)
    const { className, ...properties } = node.properties
    return {
      ...(place ?? NO_PLACE),
      classes: Array.isArray(className) ? className.map(String) : [],
      element: {
        ...node,
        properties,
        children: place === undefined ? node.children : node.children.slice(1),
      },
    }
  }

  function markOf({ children: [first] }: Element): WordPlace | undefined {
    const id = first?.type === 'element' && first.tagName === 'a' ? first.properties['id'] : undefined
    return typeof id === 'string' ? placeOf(id) : undefined
  }

  /** The table with the contents of its cells arranged, and each cell aligned as its first paragraph. */
  function withCells(node: Element): Element {
    const children = node.children.map((child) => {
      if (child.type !== 'element') return child
      if (child.tagName !== 'td' && child.tagName !== 'th') return withCells(child)
      const [first] = child.children
      const align = first?.type === 'element' ? ALIGNED[markOf(first)?.align ?? ''] : undefined
      const properties = { ...child.properties, ...(align !== undefined && { align }) }
      return { ...child, properties, children: arranged(child.children) }
    })
    return { ...node, children }
  }
}

const ALIGNED: Readonly<Record<string, string>> = {
  ...{ left: 'left', start: 'left', center: 'center', right: 'right', end: 'right' },
}

/** The number of the next item by its numbering. An item begins the deeper levels anew. */
function createCounts() {
  const counts = new Map<string, number[]>()
  return ({ list }: WordPlace): number => {
    if (list === undefined) return 1
    const levels = counts.get(list.key) ?? []
    const count = (levels[list.level] ?? list.start - 1) + 1
    levels[list.level] = count
    levels.length = list.level + 1
    counts.set(list.key, levels)
    return count
  }
}

const isCode = ({ classes }: Read): boolean => classes.includes('code')

/** An empty paragraph is only space, unless it is a rule, or a list item, which may contain what follows. */
const isShown = (read: Read): boolean =>
  read.classes.includes('rule') || itemOf(read) !== undefined || hasContent(read.element)

const hasContent = ({ children }: Element): boolean =>
  !children.every((child) => isAnchor(child) || (child.type === 'text' && child.value.trim() === ''))

/** The element without list items in which nothing is, and without lists of only such items. */
function withoutEmptyItems(within: Element): Element {
  const children = within.children.flatMap((child) => {
    if (child.type !== 'element' || !HOLDERS.has(child.tagName)) return [child]
    const kept = withoutEmptyItems(child)
    return kept.children.length === 0 ? [] : [kept]
  })
  return { ...within, children }
}

const HOLDERS: ReadonlySet<string> = new Set(['ul', 'ol', 'li', 'blockquote', 'dl', 'dd'])

const isAnchor = (node: ElementContent): boolean =>
  node.type === 'element' && node.tagName === 'a' && node.children.length === 0

/** Puts the block where it belongs and returns what is open behind it. */
function placed(
  read: Read,
  before: readonly Open[],
  root: Element,
  isJoined: boolean,
  countOf: (place: WordPlace) => number,
): readonly Open[] {
  const item = itemOf(read)
  const open = around(read, before, item)
  const inside = () => open.at(-1)?.element ?? root
  const { count, callout = '' } = quoteOf(read)
  for (let quotes = quotesIn(open); quotes < count; quotes++) {
    const kind = quotes + 1 === count ? callout : ''
    const properties = kind === '' ? {} : { className: ['callout', kind] }
    const element = pushed(inside(), elementOf('blockquote', properties))
    open.push({ kind: 'quote', element, left: (open.at(-1)?.left ?? 0) + STEP, callout: kind })
  }
  if (item !== undefined) {
    const list = listFor(item, before[open.length], inside(), countOf(read))
    open.push({
      ...{ kind: 'item', element: pushed(list, elementOf('li')) },
      ...{ left: read.left, item: { ...item, list } },
    })
  }
  const { classes, element } = read
  if (classes.includes('term') || classes.includes('definition')) {
    const last = inside().children.at(-1)
    const list = isElement(last, 'dl') ? last : pushed(inside(), elementOf('dl'))
    const isTerm = classes.includes('term')
    const part = pushed(list, elementOf(isTerm ? 'dt' : 'dd'))
    if (isTerm) part.children.push(...element.children)
    else open.push({ kind: 'definition', element: part, left: read.left })
    if (isTerm) return open
  }
  write(read, inside(), isJoined)
  return open
}

function write({ classes, element }: Read, inside: Element, isJoined: boolean): void {
  if (classes.includes('rule')) inside.children.push(elementOf('hr'))
  if (!hasContent(element)) return
  const last = inside.children.at(-1)
  if (!classes.includes('code')) inside.children.push(element)
  else if (isJoined && isElement(last, 'pre'))
    last.children.push({ type: 'text', value: '\n' }, ...element.children)
  else inside.children.push({ ...element, tagName: 'pre' })
}
