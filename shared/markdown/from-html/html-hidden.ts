import type { ElementContent } from 'hast'
import { wordsOf } from './html-words'

/**
 * The nodes without those that are hidden from screen readers because they say nothing of their own: what a formula
 * looks like, beside its MathML, and the signs that link to headings. Other hidden elements may have words, which stay.
 */
export function withoutHidden<T extends ElementContent>(nodes: readonly T[]): readonly T[] {
  if (!nodes.some(isHidden)) return nodes
  const areFormula = nodes.some((node) => !isHidden(node) && hasMath(node))
  return nodes.filter((node) => !isHidden(node) || !(areFormula || isSign(node)))
}

const isHidden = (node: ElementContent): boolean =>
  node.type === 'element' && node.properties['ariaHidden'] === 'true'

const hasMath = (node: ElementContent): boolean =>
  node.type === 'element' && (node.tagName === 'math' || node.children.some(hasMath))

const SIGN_MAX = 2
const isSign = (node: ElementContent): boolean =>
  node.type === 'element' && node.tagName === 'a' && wordsOf(node).trim().length <= SIGN_MAX
