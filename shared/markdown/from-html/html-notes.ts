import type { Element, ElementContent } from 'hast'
import type { Handle } from 'hast-util-to-mdast'
import { decoded } from '../../text/decoded'
import { wordsOf } from './html-words'

/**
 * Notes of HTML as elements that become footnotes of markdown: `<footnote-reference>` and `<footnote-definition>`, both
 * with the attribute `label`. A note is an item of a list that a link leads to, and from which a link leads back.
 */
export function withFootnotes(nodes: readonly ElementContent[]): ElementContent[] {
  const items = new Set<string>()
  const references = new Map<string, string>()
  walk(nodes, (element) => {
    const id = textOf(element.properties['id'])
    if (element.tagName === 'li' && id !== '') items.add(id)
  })
  walk(nodes, (element) => {
    const target = isReference(element) ? targetOf(element) : undefined
    if (target !== undefined && items.has(target) && !references.has(target))
      references.set(target, String(references.size + 1))
  })
  return references.size === 0 ? [...nodes] : nodes.flatMap((node) => replaced(node, references))
}

const NAMED = /^(?:fn|ftn|foot|end|note|_ftn|_edn)/i

/** A link to a note: it says so, or is named as programs name one. */
function isReference(element: Element): boolean {
  if (element.tagName !== 'a' || isBacklink(element)) return false
  const target = targetOf(element)
  if (target === undefined) return false
  const { role, className, dataFootnoteRef } = element.properties
  if (role === 'doc-noteref' || dataFootnoteRef !== undefined) return true
  return (
    /footnote-ref|noteref/.test(String(className)) ||
    (NAMED.test(target) && /^[[(]?[\d*†‡]+[\])]?$/.test(wordsOf(element).trim()))
  )
}

const isBacklink = ({ properties, children }: Element): boolean =>
  properties['role'] === 'doc-backlink' ||
  /backref|footnote-back/.test(String(properties['className'])) ||
  (/^(?:[↑↩^]|\ufe0e)+$/u.test(children.map(wordsOf).join('').trim()) &&
    textOf(properties['href']).startsWith('#'))

function replaced(node: ElementContent, references: ReadonlyMap<string, string>): ElementContent[] {
  if (node.type !== 'element') return [node]
  const children = () => node.children.flatMap((child) => replaced(child, references))
  if (node.tagName === 'a') {
    const label = isReference(node) ? references.get(targetOf(node) ?? '') : undefined
    if (label !== undefined) return [marked('footnote-reference', label, [])]
    const leadsBack = isBacklink(node) && textOf(node.properties['href']).startsWith('#')
    if (leadsBack) return []
  }
  if (node.tagName === 'sup') {
    const inner = children()
    // The mark of a note is raised by itself.
    return inner.some((child) => isMarked(child, 'footnote-reference')) && inner.length === 1
      ? inner
      : [{ ...node, children: inner }]
  }
  if (node.tagName === 'li') {
    const label = references.get(textOf(node.properties['id']))
    if (label !== undefined) return [marked('footnote-definition', label, children())]
  }
  if (node.tagName === 'ol' || node.tagName === 'ul') {
    const inner = children()
    const notes = inner.filter((child) => isMarked(child, 'footnote-definition'))
    const items = inner.filter((child) => !isMarked(child, 'footnote-definition'))
    return items.some((child) => child.type === 'element')
      ? [{ ...node, children: items }, ...notes]
      : notes.length > 0
        ? notes
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

const textOf = (value: Element['properties'][string]): string => (typeof value === 'string' ? value : '')

function walk(nodes: readonly ElementContent[], meet: (element: Element) => void): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    meet(node)
    walk(node.children, meet)
  }
}

/** How the two elements become parts of markdown. */
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
