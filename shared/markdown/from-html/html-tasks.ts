import type { Element, ElementContent } from 'hast'

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
