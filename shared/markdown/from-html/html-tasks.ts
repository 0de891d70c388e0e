import type { Element, ElementContent } from 'hast'
import { wordsOf } from './html-words'

function checkbox(checked: boolean): Element {
  return { type: 'element', tagName: 'input', properties: { type: 'checkbox', checked }, children: [] }
}

/** The checkbox that an element without words is only by its role, such as the picture of one in Google Docs. */
export function checkboxOf(node: Element): Element | undefined {
  const { role, ariaRoleDescription, ariaChecked, alt } = node.properties
  const isOne = [role, ariaRoleDescription].flat().includes('checkbox')
  if (!isOne || node.tagName === 'li') return undefined
  if (node.tagName !== 'img' && wordsOf(node).trim() !== '') return undefined
  return checkbox(/^(?:true|checked)$/i.test(String(ariaChecked ?? alt)))
}

/** An item that is a checkbox itself, as in Google Docs, which also strikes out the words of one that is checked. */
export function itemOf(node: Element, children: ElementContent[]): Element {
  const { role, ariaChecked } = node.properties
  if (role !== 'checkbox' || ariaChecked === undefined) return { ...node, children }
  const [first, ...rest] = children
  const hasSign = first?.type === 'element' && ['img', 'input'].includes(first.tagName)
  const words = hasSign ? rest : children
  const isChecked = String(ariaChecked) === 'true'
  return { ...node, children: [checkbox(isChecked), ...(isChecked ? without('del', words) : words)] }
}

/** Nodes of which no element with the name is around the words any more. */
export const without = (tagName: string, nodes: readonly ElementContent[]): ElementContent[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'element') return [node]
    const children = without(tagName, node.children)
    return node.tagName === tagName ? children : [{ ...node, children }]
  })

/** Turns paragraphs that begin with a checkbox, as word processors write tasks, into list items. */
export function withTasks(nodes: readonly ElementContent[]): ElementContent[] {
  const done: ElementContent[] = []
  for (const node of nodes) {
    if (!isTask(node)) {
      done.push(node)
      continue
    }
    const item: Element = { type: 'element', tagName: 'li', properties: {}, children: [node] }
    const last = done.at(-1)
    if (last?.type === 'element' && last.tagName === 'ul' && TASKS.has(last)) last.children.push(item)
    else {
      const list: Element = { type: 'element', tagName: 'ul', properties: {}, children: [item] }
      TASKS.add(list)
      done.push(list)
    }
  }
  return done
}

/** The lists that were made here. */
const TASKS = new WeakSet<Element>()

const isTask = (node: ElementContent): node is Element => {
  if (node.type !== 'element' || node.tagName !== 'p') return false
  const first = node.children.find((child) => child.type !== 'text' || child.value.trim() !== '')
  return first?.type === 'element' && first.tagName === 'input' && first.properties['type'] === 'checkbox'
}
