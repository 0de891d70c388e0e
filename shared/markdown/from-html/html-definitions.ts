import type { Element, ElementContent } from 'hast'
import { defaultHandlers, type Handle } from 'hast-util-to-mdast'
import type { toMarkdown } from 'mdast-util-to-markdown'
import { OTHER_BLOCK } from '../grammar/other-block'

interface Group {
  readonly term: Element
  readonly meanings: Element[]
}

/**
 * The element for a definition list that can be written as one: only at the top level, elsewhere its lines would be
 * plain words.
 */
export const DEFINITIONS = 'definitions'

/**
 * Writes terms and definitions in the grammar of this app (`grammar/definitions.ts`), or as a list of lists where that
 * is impossible. `write` converts blocks to markdown.
 */
export const definitions =
  (write: (blocks: Parameters<typeof toMarkdown>[0]) => string): Handle =>
  (state, element: Element) => {
    const paragraph = (term: Element) => write({ type: 'root', children: state.toFlow(state.all(term)) })
    const items = groupsOf(element)?.map(({ term, meanings }) => {
      const blocks = meanings.map((meaning) => state.toFlow(state.all(meaning)))
      const line = paragraph(term)
      const isWritten =
        isTerm(line) && blocks.length > 0 && blocks.every(([first]) => first?.type === 'paragraph')
      return isWritten ? [line, ...blocks.map((children) => meant(write({ type: 'root', children })))] : []
    })
    if (items === undefined || items.some(({ length }) => length === 0))
      return defaultHandlers['dl']?.(state, element)
    return { type: 'html', value: items.map((lines) => lines.join('\n')).join('\n\n') }
  }

const TERM_MAX = 1_000

const isTerm = (line: string): boolean =>
  line !== '' && line.length <= TERM_MAX && !line.includes('\n') && !OTHER_BLOCK.test(line)

/** Further lines are indented. */
const meant = (markdown: string): string => `: ${markdown.replace(/\n(?=[^\n])/g, '\n    ')}`

/** Each term with its definitions; `undefined` where two terms share one, or other elements are among them. */
function groupsOf({ children }: Element): readonly Group[] | undefined {
  const groups: Group[] = []
  for (const part of children.flatMap(unwrapped)) {
    if (part.type !== 'element') continue
    const last = groups.at(-1)
    if (part.tagName === 'dt' && last?.meanings.length !== 0) groups.push({ term: part, meanings: [] })
    else if (part.tagName === 'dd' && last !== undefined) last.meanings.push(part)
    else return undefined
  }
  return groups.length > 0 && groups.at(-1)?.meanings.length !== 0 ? groups : undefined
}

const unwrapped = (node: ElementContent): readonly ElementContent[] =>
  node.type === 'element' && node.tagName === 'div' ? node.children : [node]
