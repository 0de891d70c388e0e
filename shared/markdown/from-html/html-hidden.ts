import type { ElementContent } from 'hast'
import { wordsOf } from './html-words'

/**
 * The nodes without those that are hidden from screen readers because they say nothing of their own: what a formula
 * looks like, where there is nothing beside it but its MathML, and the signs that link to headings. Other hidden
 * elements may have words, which stay.
 */
export function withoutHidden<T extends ElementContent>(nodes: readonly T[]): readonly T[] {
  if (!nodes.some(isHidden)) return nodes
  const seen = nodes.filter((node) => !isHidden(node) && !isBlank(node))
  const areFormula = seen.length > 0 && seen.every(isFormula)
  return nodes.filter((node) => !isHidden(node) || !(areFormula || isSign(node)))
}

const isHidden = (node: ElementContent): boolean =>
  node.type === 'element' && node.properties['ariaHidden'] === 'true'

const isBlank = (node: ElementContent): boolean => node.type === 'text' && node.value.trim() === ''

/** Whether the node is MathML, with nothing but elements around it. */
const isFormula = (node: ElementContent): boolean =>
  node.type === 'element' &&
  (node.tagName === 'math' || (node.children.length === 1 && node.children.every(isFormula)))

const SIGN_MAX = 2
const isSign = (node: ElementContent): boolean =>
  node.type === 'element' && node.tagName === 'a' && wordsOf(node).trim().length <= SIGN_MAX
