import type { Element, ElementContent, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { toMarkdown } from 'mdast-util-to-markdown'

/** UTF-16 units; what is longer comes in as plain text, at once. */
const LENGTH_MAX = 1_000_000

/**
 * Formatted text of another program as markdown; `undefined` where nothing in it is formatted. It is read into plain
 * objects: nothing of it is run, loaded or shown.
 */
export function htmlToMarkdown(html: string): string | undefined {
  if (html.length > LENGTH_MAX) return undefined
  try {
    return converted(html)
  } catch (error) {
    // Nested more deeply than can be followed.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function converted(html: string): string | undefined {
  const tree = fromHtml(html, { fragment: true })
  const root: Root = { type: 'root', children: tree.children.flatMap(tidied) }
  if (!isFormatted(root)) return undefined
  const markdown = toMarkdown(toMdast(root), {
    bullet: '-',
    rule: '-',
    listItemIndent: 'one',
    resourceLink: true,
    extensions: [
      gfmStrikethroughToMarkdown(),
      gfmTableToMarkdown({ tablePipeAlign: false }),
      gfmTaskListItemToMarkdown(),
    ],
  })
  // Programs that know no paragraphs part them by two breaks.
  return markdown.replace(/(?:\\\n){2,}/g, '\n\n').trim()
}

const DROPPED = new Set(
  'script style noscript template iframe object embed svg math form input button select textarea title meta link'.split(
    ' ',
  ),
)
const FORMATTING = new Set(
  'a b strong i em del s strike code pre h1 h2 h3 h4 h5 h6 ul ol blockquote table img hr'.split(' '),
)
const ADDRESS = /^(?:https?:\/\/|mailto:)/i
const PICTURE = /^https?:\/\//i

/** What of a node comes along, in the elements that markdown knows. */
function tidied(node: Root['children'][number]): ElementContent[] {
  if (node.type === 'text') return [node]
  if (node.type !== 'element') return []
  const { tagName, properties } = node
  // The box of a task is said by its item.
  if (tagName === 'input' && properties['type'] === 'checkbox') return [node]
  if (DROPPED.has(tagName)) return []
  const children = node.children.flatMap(tidied)
  switch (tagName) {
    case 'a':
      return ADDRESS.test(String(properties['href'] ?? ''))
        ? [{ ...node, properties: { href: properties['href'] }, children }]
        : children
    case 'img':
      return PICTURE.test(String(properties['src'] ?? ''))
        ? [{ ...node, properties: { src: properties['src'], alt: properties['alt'] }, children: [] }]
        : []
    case 'b':
    case 'strong':
    case 'i':
    case 'em':
      // Some word processors put a whole text into one of these and say that it is none.
      return isPlain(node) || children.some(isBlock) ? children : [{ ...node, children }]
    case 'span':
      return styled(node, children)
    default:
      return [{ ...node, children }]
  }
}

const styleOf = ({ properties }: Element): string => String(properties['style'] ?? '').toLowerCase()

const isPlain = (element: Element): boolean =>
  /font-weight:\s*(?:normal|400)|font-style:\s*normal/.test(styleOf(element))

/** Word processors write bold and italic as styles. */
function styled(element: Element, children: ElementContent[]): ElementContent[] {
  const style = styleOf(element)
  const marks = [
    /text-decoration[^;]*line-through/.test(style) ? 'del' : '',
    /font-style:\s*italic/.test(style) ? 'em' : '',
    /font-weight:\s*(?:bold|[6-9]00)/.test(style) ? 'strong' : '',
  ].filter(Boolean)
  if (children.some(isBlock)) return children
  return marks.reduce<ElementContent[]>(
    (inner, tagName) => [{ type: 'element', tagName, properties: {}, children: inner }],
    children,
  )
}

const isBlock = (node: ElementContent): boolean =>
  node.type === 'element' && /^(?:p|div|h[1-6]|ul|ol|li|table|blockquote|pre|hr)$/.test(node.tagName)

/** Something in it that its plain text does not say: a mark, or paragraphs, which programs part by a single line break. */
function isFormatted(root: Root): boolean {
  let paragraphs = 0
  const isMarked = (node: Root['children'][number]): boolean => {
    if (node.type !== 'element') return false
    if (node.tagName === 'p') paragraphs++
    return FORMATTING.has(node.tagName) || paragraphs > 1 || node.children.some(isMarked)
  }
  return root.children.some(isMarked)
}
