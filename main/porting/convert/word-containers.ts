import type { Element, ElementContent } from 'hast'
import type { WordPlace } from './word-places'

/** The indent of one level in exported documents, in twips (`main/export/docx/styles.ts`). */
export const STEP = 397
/** Programs round lengths when they save a document. */
const ROUNDED = 12

/** A list item, a quotation or a definition that later paragraphs may belong to. */
export interface Open {
  readonly kind: 'item' | 'quote' | 'definition'
  readonly element: Element
  /** The left edge of the words in it; 0 where it is unknown. */
  readonly left: number
  /** Of an item. */
  readonly item?: Item & { readonly list: Element }
  /** Of a quotation: the class of its callout, or an empty string. */
  readonly callout?: string
}

interface Item {
  readonly isOrdered: boolean
  /** Its level in the numbering; `undefined` for a task, which has none. */
  readonly level: number | undefined
  readonly key: string | undefined
}

export interface Read extends WordPlace {
  readonly classes: readonly string[]
  readonly element: Element
}

export const elementOf = (tagName: string, properties: Element['properties'] = {}): Element => ({
  ...{ type: 'element', tagName, properties, children: [] },
})

export function pushed(within: Element, child: Element): Element {
  within.children.push(child)
  return child
}

export const isElement = (node: ElementContent | undefined, tagName: string): node is Element =>
  node?.type === 'element' && node.tagName === tagName

/** What kind of list item the block is; a task begins with its box instead of a number. */
export function itemOf({ classes, list, element }: Read): Item | undefined {
  const level = classes.map((name) => /^level-(\d)$/.exec(name)?.[1]).find((one) => one !== undefined)
  if (level !== undefined)
    return { isOrdered: classes.includes('number'), level: Number(level), key: list?.key }
  const [first] = element.children
  const isTask = isElement(first, 'input') && first.properties['type'] === 'checkbox'
  return isTask ? { isOrdered: false, level: undefined, key: undefined } : undefined
}

/**
 * How many quotations are around the block, and which the inner one is. Exported documents tell the number by the
 * indent on the right; elsewhere a style tells that there is one.
 */
export function quoteOf({ classes, left, right }: Read): {
  readonly count: number
  readonly callout?: string
} {
  const isCallout = classes.includes('callout') || classes.includes('callout-title')
  const isStyled = isCallout || classes.includes('quote')
  const count = isOurs(right) && right <= left + ROUNDED ? Math.round(right / STEP) : isStyled ? 1 : 0
  return { count, ...(isStyled && { callout: isCallout ? (classes[1] ?? '') : '' }) }
}

const isOurs = (length: number): boolean =>
  length > ROUNDED && Math.abs(length - Math.round(length / STEP) * STEP) <= ROUNDED

export const quotesIn = (open: readonly Open[]): number => open.filter(({ kind }) => kind === 'quote').length

/** What stays open around the block. */
export function around(read: Read, before: readonly Open[], item: Item | undefined): Open[] {
  const { count, callout } = quoteOf(read)
  const edge = read.left - (item === undefined ? 0 : read.hanging)
  const open: Open[] = []
  for (const one of before) {
    if (one.kind === 'quote' ? quotesIn(open) === count : !isWithin(read, edge, item, one)) break
    const isInner = one.kind === 'quote' && quotesIn(open) === count - 1
    if (isInner && callout !== undefined && (one.callout !== callout || isCalloutTitle(read))) break
    open.push(one)
  }
  // A quotation needs its own indent: one that has no room for it is not in the list before it.
  while (isOurs(read.right) && open.length > 0) {
    const missing = count - quotesIn(open)
    if (missing === 0 || edge + ROUNDED >= (open.at(-1)?.left ?? 0) + missing * STEP) break
    open.pop()
  }
  return open
}

const isCalloutTitle = ({ classes }: Read): boolean => classes.includes('callout-title')

/** Whether the block belongs to this item or definition. */
function isWithin({ classes, left }: Read, edge: number, item: Item | undefined, open: Open): boolean {
  if (item?.level !== undefined && open.item?.level !== undefined) return open.item.level < item.level
  if (classes.includes('definition') && open.kind === 'definition') return false
  if (item === undefined && left === 0 && classes.includes('continued')) return true
  return open.left > 0 && edge + ROUNDED >= open.left
}

/** The list of an item: that of the item before it, or a new one. */
export function listFor(item: Item, before: Open | undefined, inside: Element, number: number): Element {
  const last = before?.item
  const isSame =
    last !== undefined &&
    last.list === inside.children.at(-1) &&
    last.isOrdered === item.isOrdered &&
    (!item.isOrdered || last.key === item.key) &&
    (last.level === undefined || item.level === undefined || last.level === item.level)
  if (isSame) return last.list
  return pushed(
    inside,
    elementOf(item.isOrdered ? 'ol' : 'ul', item.isOrdered && number !== 1 ? { start: number } : {}),
  )
}
