import type { Element, ElementContent } from 'hast'

/** Whether the node is a display formula. */
export const isBlockFormula = (node: ElementContent): boolean =>
  node.type === 'element' && node.tagName === 'math' && node.properties['display'] === 'block'

/** Splits a paragraph that contains a display formula: the words before it, the formula, and the words after it. */
export function partedAtFormulas(paragraph: Element): ElementContent[] {
  if (!paragraph.children.some(isBlockFormula)) return [paragraph]
  const parts: Element[] = []
  let open: Element | undefined
  for (const child of paragraph.children) {
    if (isBlockFormula(child)) {
      parts.push({ ...paragraph, children: [child] })
      open = undefined
    } else if (open === undefined) parts.push((open = { ...paragraph, children: [child] }))
    else open.children.push(child)
  }
  return parts.filter(({ children }) =>
    children.some((one) => one.type !== 'text' || one.value.trim() !== ''),
  )
}

/** Makes formulas inline, because a table cell is a single line. */
export const withinLine = (nodes: readonly ElementContent[]): ElementContent[] =>
  nodes.map((node) => {
    if (node.type !== 'element') return node
    if (isBlockFormula(node)) return { ...node, properties: { ...node.properties, display: 'inline' } }
    return node.tagName === 'math' ? node : { ...node, children: withinLine(node.children) }
  })
