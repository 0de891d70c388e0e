import type { Element, ElementContent } from 'hast'
import type { Handle } from 'hast-util-to-mdast'
import { decoded } from '../../text/decoded'
import { wordsOf } from './html-words'

/** The notes of a page: labels by the ids of link targets, labels by the elements with their words, and backlinks. */
interface Notes {
  readonly labels: ReadonlyMap<string, string>
  readonly labelOf: ReadonlyMap<Element, string>
  readonly backlinks: ReadonlySet<Element>
}

/**
 * Turns footnotes of HTML into elements for markdown footnotes: `<footnote-reference>` and `<footnote-definition>`,
 * both with the attribute `label`. A footnote is a list item that is the target of a link and contains a link back, or
 * a block that begins with such a link, as word processors write it. Numbering continues after `highestNote`.
 */
export function withFootnotes(nodes: readonly ElementContent[], highestNote = 0): ElementContent[] {
  const { words, backlinks } = blocksOfNotes(nodes)
  walk(nodes, (element) => {
    const id = textOf(element.properties['id'])
    if (element.tagName === 'li' && id !== '') words.set(id, element)
  })
  const labels = new Map<string, string>()
  walk(nodes, (element) => {
    const target = isReference(element) && !backlinks.has(element) ? targetOf(element) : undefined
    if (target !== undefined && words.has(target) && !labels.has(target))
      labels.set(target, String(highestNote + labels.size + 1))
  })
  if (labels.size === 0) return [...nodes]
  const labelOf = new Map([...labels].map(([name, label]) => [words.get(name)!, label]))
  return replacedAll(nodes, { labels, labelOf, backlinks })
}

/** For notes that begin with a link back to their reference: their blocks by the id of the link, and the links. */
function blocksOfNotes(nodes: readonly ElementContent[]) {
  const words = new Map<string, Element>()
  const backlinks = new Set<Element>()
  /** The targets of references, by their ids. */
  const targets = new Map<string, string>()
  const leadsBack = (link: Element): boolean => {
    const target = link.tagName === 'a' ? targetOf(link) : undefined
    return target !== undefined && targets.get(target) === nameOf(link)
  }
  walk(nodes, (link, around) => {
    if (!leadsBack(link)) {
      if (isReference(link) && nameOf(link) !== '') targets.set(nameOf(link), targetOf(link) ?? '')
      return
    }
    const block = blockBegunBy(link, around, leadsBack)
    if (block === undefined) return
    words.set(nameOf(link), block)
    backlinks.add(link)
  })
  return { words, backlinks }
}

const BLOCK: ReadonlySet<string> = new Set(['p', 'div', 'aside', 'li'])

/** The outermost block that begins with the link and contains no backlink of another note. */
function blockBegunBy(
  link: Element,
  around: readonly Element[],
  leadsBack: (element: Element) => boolean,
): Element | undefined {
  let block: Element | undefined
  let inner = link
  for (const outer of around.toReversed()) {
    const first = outer.children.find((node) => node.type === 'element' || wordsOf(node).trim() !== '')
    let links = 0
    if (first === inner) walk([outer], (element) => void (leadsBack(element) && links++))
    if (links !== 1) break
    if (BLOCK.has(outer.tagName)) block = outer
    inner = outer
  }
  return block
}

const NAMED = /^(?:fn|ftn|foot|end|note|_ftn|_edn|sdfootnote|sdendnote)/i
/** A number, a Roman numeral, a letter or symbols, with or without brackets. */
const SIGN = /^[[(]?(?:[\d*†‡§]+|[ivxlc]{1,8}|[a-z])[\])]?$/i

/** Whether the link refers to a note: it is declared as such, or has a name that programs use for that. */
function isReference(element: Element): boolean {
  if (element.tagName !== 'a' || isBacklink(element)) return false
  const target = targetOf(element)
  if (target === undefined) return false
  const { role, className, dataFootnoteRef } = element.properties
  if (role === 'doc-noteref' || dataFootnoteRef !== undefined) return true
  return (
    /footnote-ref|noteref/.test(String(className)) ||
    (NAMED.test(target) && SIGN.test(wordsOf(element).trim()))
  )
}

const isBacklink = ({ properties, children }: Element): boolean =>
  properties['role'] === 'doc-backlink' ||
  /backref|footnote-back/.test(String(properties['className'])) ||
  (/^(?:[↑↩^]|\ufe0e)+$/u.test(children.map(wordsOf).join('').trim()) &&
    textOf(properties['href']).startsWith('#'))

/** The nodes with their notes converted, without the rule and breaks directly before the notes. */
function replacedAll(nodes: readonly ElementContent[], notes: Notes): ElementContent[] {
  const all = nodes.flatMap((node, at) => {
    const before = nodes[at - 1]
    const isBehindLink = before?.type === 'element' && notes.backlinks.has(before)
    return isBehindLink && node.type === 'text'
      ? [{ ...node, value: node.value.trimStart() }]
      : replaced(node, notes)
  })
  const first = all.findIndex((node) => isMarked(node, 'footnote-definition'))
  const last = all.findLastIndex((node, at) => at < first && !isParting(node))
  return all.filter((node, at) => at <= last || at >= first || !isParting(node))
}

const isParting = (node: ElementContent): boolean =>
  node.type === 'element'
    ? node.tagName === 'hr' || node.tagName === 'br'
    : node.type === 'comment' || wordsOf(node).trim() === ''

function replaced(node: ElementContent, notes: Notes): ElementContent[] {
  if (node.type !== 'element') return [node]
  const children = () => replacedAll(node.children, notes)
  if (node.tagName === 'a') {
    if (notes.backlinks.has(node)) return []
    const label = isReference(node) ? notes.labels.get(targetOf(node) ?? '') : undefined
    if (label !== undefined) return [marked('footnote-reference', label, [])]
    const leadsBack = isBacklink(node) && textOf(node.properties['href']).startsWith('#')
    if (leadsBack) return []
  }
  if (node.tagName === 'sup') {
    const inner = children()
    // The reference of a note is displayed raised without further markup.
    return inner.some((child) => isMarked(child, 'footnote-reference')) && inner.length === 1
      ? inner
      : [{ ...node, children: inner }]
  }
  const label = notes.labelOf.get(node)
  if (label !== undefined)
    return [
      marked(
        'footnote-definition',
        label,
        node.tagName === 'p' ? [{ ...node, children: children() }] : children(),
      ),
    ]
  if (node.tagName === 'ol' || node.tagName === 'ul') {
    const inner = children()
    const definitions = inner.filter((child) => isMarked(child, 'footnote-definition'))
    const items = inner.filter((child) => !isMarked(child, 'footnote-definition'))
    return items.some((child) => child.type === 'element')
      ? [{ ...node, children: items }, ...definitions]
      : definitions.length > 0
        ? definitions
        : [{ ...node, children: inner }]
  }
  return [{ ...node, children: children() }]
}

const marked = (tagName: string, label: string, children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties: { label },
  children,
})

const isMarked = (node: ElementContent, tagName: string): boolean =>
  node.type === 'element' && node.tagName === tagName

const targetOf = ({ properties }: Element): string | undefined => {
  const href = textOf(properties['href'])
  return href.startsWith('#') && href.length > 1 ? decoded(href.slice(1)) : undefined
}

const nameOf = ({ properties }: Element): string => textOf(properties['name']) || textOf(properties['id'])

const textOf = (value: Element['properties'][string]): string => (typeof value === 'string' ? value : '')

/** `around`: the ancestors of each element, from the outermost to the innermost. */
function walk(
  nodes: readonly ElementContent[],
  meet: (element: Element, around: readonly Element[]) => void,
  around: Element[] = [],
): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    meet(node, around)
    around.push(node)
    walk(node.children, meet, around)
    around.pop()
  }
}

/** How the two elements are written as markdown. */
export const NOTES: Readonly<Record<string, Handle>> = {
  'footnote-reference': (_state, { properties }: Element) => ({
    type: 'footnoteReference',
    identifier: textOf(properties['label']),
    label: textOf(properties['label']),
  }),
  'footnote-definition': (state, element: Element) => ({
    type: 'footnoteDefinition',
    identifier: textOf(element.properties['label']),
    label: textOf(element.properties['label']),
    children: state.toFlow(state.all(element)),
  }),
}
