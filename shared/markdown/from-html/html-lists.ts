import type { Element, ElementContent } from 'hast'
import { styleOf } from './html-styles'

const isElement = (node: ElementContent, ...names: readonly string[]): node is Element =>
  node.type === 'element' && names.includes(node.tagName)

/** Moves a list that is a direct child of a list, as Google Docs writes it, into the item before it. */
export function withListsInItems(children: readonly ElementContent[]): ElementContent[] {
  const items: ElementContent[] = []
  for (const child of children) {
    const item = items.findLast((node) => isElement(node, 'li'))
    if (isElement(child, 'ul', 'ol') && item !== undefined && isElement(item, 'li'))
      items[items.indexOf(item)] = { ...item, children: [...item.children, child] }
    else items.push(child)
  }
  return items
}

/**
 * Makes the first row of a table without a head its head, because markdown requires one; tables of spreadsheets and
 * word processors have none.
 */
export function withHead(table: Element): Element {
  const has = (node: ElementContent, name: string): boolean =>
    node.type === 'element' && (node.tagName === name || node.children.some((child) => has(child, name)))
  if (has(table, 'th')) return table
  let isDone = false
  const headed = (node: ElementContent): ElementContent => {
    if (isDone || node.type !== 'element') return node
    if (node.tagName !== 'tr') return { ...node, children: node.children.map(headed) }
    isDone = true
    const cells = node.children.map((cell) => (isElement(cell, 'td') ? { ...cell, tagName: 'th' } : cell))
    return { ...node, children: cells }
  }
  return { ...table, children: table.children.map(headed) }
}

/** Turns paragraphs that Word marks as list items, only by style, into lists. */
export function withWordLists(children: readonly ElementContent[]): readonly ElementContent[] {
  if (!children.some((child) => levelOf(child) !== undefined)) return children
  const result: ElementContent[] = []
  /** The open lists, from the outermost to the innermost. */
  let open: WordList[] = []
  for (const child of children) {
    const level = levelOf(child)
    if (level === undefined || child.type !== 'element') {
      if (child.type === 'element' || (child.type === 'text' && child.value.trim() !== '')) open = []
      result.push(child)
      continue
    }
    const place = placeOf(child)
    open = open.filter((list) => list.level < level || (list.level === level && goesOn(list.last, place)))
    let current = open.at(-1)
    if (current === undefined || current.level < level) {
      const list = listFrom(place)
      const item = current?.list.children.at(-1)
      if (item?.type === 'element') item.children.push(list)
      else result.push(list)
      open.push((current = { level, list, last: place }))
    }
    current.last = place
    const words = withoutSign(child)
    current.list.children.push({ type: 'element', tagName: 'li', properties: {}, children: words })
  }
  return result
}

interface WordList {
  readonly level: number
  readonly list: Element
  /** The place of its last item. */
  last: Place
}

/** What an item tells about its list. */
interface Place {
  /** The name of the list in Word; empty where the item does not say it. */
  readonly list: string
  readonly isOrdered: boolean
  /** Its number, where it is a plain one. */
  readonly number: number | undefined
}

function placeOf(item: Element): Place {
  const sign = signOf(item)
  const [, number] = /^\s*\(?(\d{1,9})[.)]\s*$/.exec(sign) ?? []
  return {
    list: styleOf(item, 'mso-list').replace(/level\d+/, ''),
    isOrdered: /^\s*\(?(?:\d+|[a-z]|[ivxlcdm]+)[.)]/i.test(sign),
    number: number === undefined ? undefined : Number(number),
  }
}

/**
 * Whether the second item is in the list of the first. Bullets of several lists look like one. Numbers begin a new list
 * where Word names another one and does not count on in it.
 */
function goesOn(last: Place, next: Place): boolean {
  if (last.isOrdered !== next.isOrdered) return false
  if (!next.isOrdered || (last.number !== undefined && next.number === last.number + 1)) return true
  const isCounted = last.number !== undefined && next.number !== undefined
  return last.list === next.list && (next.list !== '' || !isCounted)
}

const listFrom = ({ isOrdered, number = 1 }: Place): Element => ({
  type: 'element',
  tagName: isOrdered ? 'ol' : 'ul',
  properties: isOrdered && number > 1 ? { start: number } : {},
  children: [],
})

/** How far an item is indented, in any unit: levels are determined by comparing indents. */
function levelOf(node: ElementContent): number | undefined {
  if (!isElement(node, 'p')) return undefined
  const level = /level(\d+)/.exec(styleOf(node, 'mso-list'))?.[1]
  if (level !== undefined) return Number(level)
  return node.children.some(isSign) || signLength(node) > 0 ? insetOf(node) : undefined
}

/** The indent in points, from the item's margin or the name of its style; half an inch where neither states it. */
function insetOf(item: Element): number {
  const [, length, unit = ''] =
    /^(\d{0,4}(?:\.\d{1,9})?)(in|cm|mm|pt|px)/.exec(styleOf(item, 'margin-left')) ?? []
  if (length !== undefined) return Number(length) * (POINTS[unit] ?? 1)
  return HALF_AN_INCH * Number(/^MsoList[A-Z][a-z]+(\d)/.exec(classOf(item))?.[1] ?? 1)
}

const POINTS: Readonly<Record<string, number>> = { in: 72, cm: 28.35, mm: 2.835, pt: 1, px: 0.75 }
const HALF_AN_INCH = 36

const classOf = ({ properties }: Element): string => [properties['className'] ?? ''].flat().join(' ')

/** The number of characters that the bullet or number of an unmarked item takes, including the space after it. */
function signLength(item: Element): number {
  const isItem = classOf(item).startsWith('MsoList') || styleOf(item, 'text-indent').startsWith('-')
  return isItem ? (SIGN.exec(textOf(item).slice(0, SIGN_MAX))?.[0].length ?? 0) : 0
}

/** The characters that Word writes for a bullet in its symbol fonts, or a number, followed by no-break spaces. */
const SIGN = /^\s?(?:[·•o§üØqv▪◦\uf000-\uf0ff–-]|\(?[a-z0-9]{1,4}[.)])\s?\u00a0\s*/i
const SIGN_MAX = 60

function withoutSign(item: Element): ElementContent[] {
  const words = item.children.filter((part) => !isSign(part))
  return words.length < item.children.length ? words : behind(words, { count: signLength(item) })
}

/** The nodes without this many characters at their beginning. */
function behind(nodes: readonly ElementContent[], left: { count: number }): ElementContent[] {
  return nodes.flatMap((node) => {
    if (left.count === 0) return [node]
    if (node.type === 'element') {
      const children = behind(node.children, left)
      return children.length === 0 ? [] : [{ ...node, children }]
    }
    if (node.type !== 'text') return [node]
    const value = node.value.slice(left.count)
    left.count -= Math.min(left.count, node.value.length)
    return value === '' ? [] : [{ ...node, value }]
  })
}

/** Whether the node is the bullet or number of an item, which Word writes into its text. */
const isSign = (node: ElementContent): boolean =>
  node.type === 'element' &&
  (styleOf(node, 'mso-list') === 'ignore' || (node.children.length === 1 && node.children.every(isSign)))

const signOf = (item: Element): string => {
  const signs = item.children.filter(isSign)
  return signs.length > 0 ? signs.map(textOf).join('') : textOf(item).slice(0, signLength(item))
}

const textOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(textOf).join('') : ''
