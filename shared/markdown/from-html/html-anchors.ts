import type { Element, ElementContent } from 'hast'
import { anchorOf } from '../headings'
import { wordsOf } from './html-words'

/**
 * The targets of links within a page in the resulting markdown: by the ids of its headings, and of elements in them.
 */
export function headingAnchors(nodes: readonly ElementContent[]): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>()
  for (const node of nodes) meet(node, undefined)
  return anchors

  function meet(node: ElementContent, heading: Element | undefined): void {
    if (node.type !== 'element') return
    const around = /^h[1-6]$/.test(node.tagName) ? node : heading
    const { id } = node.properties
    if (around !== undefined && typeof id === 'string' && !anchors.has(id))
      anchors.set(id, `#${anchorOf(wordsOf(around).replace(/\s+/g, ' ').trim())}`)
    for (const child of node.children) meet(child, around)
  }
}
