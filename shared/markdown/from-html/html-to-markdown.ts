import type { Element, ElementContent, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { toMarkdown } from 'mdast-util-to-markdown'
import { emphasis, strikethrough, strong } from './html-marks'
import { link, text, UNSAFE } from './html-signs'
import { targetOf } from '../../text/file-links'
import type { Conversion } from './conversion'
import { addressesOf, hasLink, image, pictured } from './html-media'
import { MARKED, wordsOf } from './html-words'
import { CALLOUT_MARK, withCalloutMark } from './html-callouts'
import { headingAnchors } from './html-anchors'
import { definitions, DEFINITIONS } from './html-definitions'
import { partedAtFormulas } from './html-formulas'
import { withoutHidden } from './html-hidden'
import { formula } from './html-mathml'
import { isUnmarked, styledMarks } from './html-styles'
import { NOTES, withFootnotes } from './html-notes'
import { captioned, cellOf, onlyCell, withBoundedSpans } from './html-tables'
import { checkboxOf, itemOf, without, withTasks } from './html-tasks'
import { withHead, withListsInItems, withWordLists } from './html-lists'

/** The bound in UTF-16 units; longer HTML is pasted as plain text. */
const LENGTH_MAX = 1_000_000

/** Lists, quotes and tables that are nested more deeply are removed; their words stay. */
const DEPTH_MAX = 20

/**
 * Converts formatted text of another program to markdown. The HTML is parsed into plain objects: nothing in it is run,
 * loaded or shown. The libraries take superlinear time on some input, so the editor calls this function in a worker
 * (`html-conversion.ts`). Footnotes are numbered after `highestNote`, so that they do not collide with those of the
 * text into which they are pasted.
 */
export function convertHtml(html: string, highestNote = 0): Conversion {
  if (html.length > LENGTH_MAX) return { kind: 'given-up' }
  try {
    const markdown = converted(html, PASTED, highestNote)
    return markdown === undefined ? { kind: 'plain' } : { kind: 'markdown', markdown }
  } catch (error) {
    // The HTML is nested too deeply for recursion.
    if (error instanceof RangeError) return { kind: 'given-up' }
    throw error
  }
}

/** How links and pictures are mapped, and how an unformatted text is handled. */
interface HtmlSource {
  /** The address of a link in the markdown; `undefined`: only its words are kept. */
  readonly linkOf: (href: string) => string | undefined
  /** The address of a picture in the markdown; `undefined`: it is left out. */
  readonly pictureOf: (src: string) => string | undefined
  /** Gives the page the elements that its program writes in another way. */
  readonly arranged?: (nodes: readonly ElementContent[]) => readonly ElementContent[]
}

const PASTED: HtmlSource = {
  linkOf: (href) => (ADDRESS.test(href) ? href : undefined),
  pictureOf: (src) => (PICTURE.test(src) || targetOf(src) !== undefined ? src : undefined),
}

/**
 * Converts a whole page to markdown, with its footnotes and tasks; throws a RangeError where it is nested too deeply.
 */
export function pageToMarkdown(html: string, source: HtmlSource): string {
  const page = fromHtml(html, { fragment: true }).children as ElementContent[]
  const nodes = source.arranged?.(page) ?? page
  const anchors = headingAnchors(nodes)
  const linkOf = (href: string) => (href.startsWith('#') ? anchors.get(href.slice(1)) : source.linkOf(href))
  return written(treeOf(withTasks(withFootnotes(nodes)), { ...source, linkOf }))
}

function converted(html: string, source: HtmlSource, highestNote: number): string | undefined {
  const nodes = fromHtml(html, { fragment: true }).children as ElementContent[]
  const root = treeOf(withFootnotes(nodes, highestNote), source)
  return isFormatted(root) ? written(root) : undefined
}

const treeOf = (nodes: readonly ElementContent[], source: HtmlSource): Root => ({
  type: 'root',
  children: withWordLists(withoutHidden(nodes)).flatMap((node) => tidied(node, source)),
})

const written = (root: Root): string => markdownOf(toMdast(root, { handlers: HANDLERS }))

function markdownOf(root: Nodes): string {
  const markdown = toMarkdown(tight(root), {
    bullet: '-',
    rule: '-',
    listItemIndent: 'one',
    resourceLink: true,
    extensions: [
      gfmStrikethroughToMarkdown(),
      gfmTableToMarkdown({ tablePipeAlign: false }),
      gfmTaskListItemToMarkdown(),
      gfmFootnoteToMarkdown(),
      { handlers: { strong, emphasis, delete: strikethrough, text, link }, unsafe: UNSAFE },
    ],
  })
  // Programs without paragraphs separate them by two breaks.
  return markdown.replace(/(?:\\\n){2,}/g, '\n\n').trim()
}

const HANDLERS = {
  ...NOTES,
  ...MARKED,
  math: formula,
  ...CALLOUT_MARK,
  [DEFINITIONS]: definitions(markdownOf),
}

type Nodes = Parameters<typeof toMarkdown>[0]

/** Removes blank lines between list items of one paragraph each. */
function tight(node: Nodes): Nodes {
  if ('children' in node) for (const child of node.children) tight(child)
  if (node.type === 'listItem')
    node.spread = node.children.filter(({ type }) => type === 'paragraph').length > 1
  if (node.type === 'list') node.spread = node.children.some(({ spread }) => spread === true)
  return node
}

const DROPPED = new Set(
  'script style noscript template iframe object embed svg form input button select textarea title meta link'.split(
    ' ',
  ),
)
const FORMATTING = new Set(
  'a b strong i em u del s strike mark sub sup math code pre h1 h2 h3 h4 h5 h6 ul ol definitions blockquote table img hr footnote-reference'.split(
    ' ',
  ),
)
const ADDRESS = /^(?:https?:\/\/|mailto:)/i
const PICTURE = /^https?:\/\//i

/** Blocks that contain blocks, and elements that have no meaning outside of them. */
const CONTAINERS: ReadonlySet<string> = new Set('ul ol dir dl blockquote table'.split(' '))
const PARTS: ReadonlySet<string> = new Set('li dt dd thead tbody tfoot tr th td caption'.split(' '))

/** A node converted to elements that markdown supports. `depth`: the number of containers around it. */
function tidied(node: Root['children'][number], source: HtmlSource, depth = 0): ElementContent[] {
  if (node.type === 'text') return [node]
  if (node.type !== 'element') return []
  const { tagName, properties } = node
  // The checkbox of a task is read from its item.
  if (tagName === 'input' && properties['type'] === 'checkbox') return [node]
  const tick = checkboxOf(node)
  if (tick !== undefined) return [tick]
  if (DROPPED.has(tagName)) return []
  const cell = tagName === 'table' ? onlyCell(node) : undefined
  if (cell !== undefined) return withWordLists(cell.children).flatMap((child) => tidied(child, source, depth))
  const ownDepth = CONTAINERS.has(tagName) ? depth + 1 : depth
  const children = withWordLists(withoutHidden(node.children)).flatMap((child) =>
    tidied(child, source, ownDepth),
  )
  switch (tagName) {
    case 'a':
      return linked(children, source.linkOf(properties['href'] ?? ''))
    case 'math':
      return [node]
    case 'rp':
      return []
    case 'rt':
      return [{ type: 'text', value: '(' }, ...children, { type: 'text', value: ')' }]
    case 'audio':
    case 'video':
      return recording(node, children, source)
    case 'img':
      return pictured(node, source.pictureOf(properties['src'] ?? ''))
    case 'b':
    case 'strong':
    case 'i':
    case 'em':
    case 'mark':
    case 'u':
    case 'del':
    case 's':
    case 'strike':
      // Some word processors put a whole text into such an element and cancel its mark by a style.
      return isUnmarked(node) || children.some(isBlock) ? children : marked(MARKS[tagName], children)
    case 'span':
      return styled(node, children)
    case 'ul':
    case 'ol':
      return ownDepth > DEPTH_MAX ? children : [{ ...node, children: withListsInItems(children) }]
    case 'blockquote':
      return ownDepth > DEPTH_MAX ? children : [withCalloutMark({ ...node, children })]
    case 'label':
      // The words of a task stand in the label of its checkbox.
      return children
    case 'dl':
      if (depth === 0) return [{ ...node, tagName: DEFINITIONS, children }]
      return ownDepth > DEPTH_MAX ? children : [{ ...node, children }]
    case 'table':
      return ownDepth > DEPTH_MAX ? children : captioned(withBoundedSpans(withHead({ ...node, children })))
    case 'th':
    case 'td':
      return ownDepth > DEPTH_MAX ? children : [cellOf(node, children)]
    case 'li':
      return ownDepth > DEPTH_MAX ? children : [itemOf(node, children)]
    case 'p':
      return partedAtFormulas({ ...node, children })
    default:
      return ownDepth > DEPTH_MAX && (CONTAINERS.has(tagName) || PARTS.has(tagName))
        ? children
        : [{ ...node, children }]
  }
}

/** Links are underlined everywhere, so an underline within one says nothing. */
const linked = (children: ElementContent[], href: string | undefined): ElementContent[] =>
  href === undefined ? children : marked('a', without('u', children), { href })

/** A link to a recording around its poster, its words or its address; only its words where they have a link. */
function recording(node: Element, children: ElementContent[], source: HtmlSource): ElementContent[] {
  const { src, poster } = addressesOf(node)
  const address = src === undefined ? undefined : source.linkOf(src)
  if (address === undefined || children.some(hasLink)) return children
  const picture = poster === undefined ? undefined : source.pictureOf(poster)
  const alt = children.map(wordsOf).join('').trim()
  if (picture !== undefined) return linked([image({ src: picture, alt })], address)
  return linked(alt === '' ? [{ type: 'text', value: address }] : children, address)
}

/** The mark for each of these elements. */
const MARKS = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  mark: 'mark',
  u: 'u',
  del: 'del',
  s: 'del',
  strike: 'del',
}

/**
 * Puts a mark around children. Marks of the same kind inside it are removed: they add nothing, and the time to write
 * marks as markdown grows exponentially with their depth.
 */
function marked(
  tagName: string,
  children: readonly ElementContent[],
  properties: Element['properties'] = {},
): ElementContent[] {
  const [before, inner, after] = trimmed(without(tagName, children))
  if (inner.length === 0) return [...children]
  return [...before, { type: 'element', tagName, properties, children: [...inner] }, ...after]
}

/** Nodes without the white space at their ends, and that white space: inside a mark it would make the mark invalid. */
function trimmed(
  nodes: readonly ElementContent[],
): readonly [ElementContent[], ElementContent[], ElementContent[]] {
  const inner = [...nodes]
  const before: ElementContent[] = []
  const after: ElementContent[] = []
  for (let first = inner[0]; first?.type === 'text' && /^\s/.test(first.value); first = inner[0]) {
    const value = first.value.trimStart()
    before.push({ type: 'text', value: first.value.slice(0, first.value.length - value.length) })
    inner.splice(0, 1, ...(value === '' ? [] : [{ type: 'text' as const, value }]))
  }
  for (let last = inner.at(-1); last?.type === 'text' && /\s$/.test(last.value); last = inner.at(-1)) {
    const value = last.value.trimEnd()
    after.unshift({ type: 'text', value: last.value.slice(value.length) })
    inner.splice(-1, 1, ...(value === '' ? [] : [{ type: 'text' as const, value }]))
  }
  return [before, inner, after]
}

/** Applies bold and italic styles, which word processors use instead of elements. */
function styled(element: Element, children: ElementContent[]): ElementContent[] {
  if (children.some(isBlock)) return children
  return styledMarks(element).reduce<ElementContent[]>((inner, tagName) => marked(tagName, inner), children)
}

const isBlock = (node: ElementContent): boolean =>
  node.type === 'element' && /^(?:p|div|h[1-6]|ul|ol|li|table|blockquote|pre|hr)$/.test(node.tagName)

/**
 * Whether the HTML contains something that its plain text does not express: a mark, or paragraphs, which programs
 * separate by a single line break.
 */
function isFormatted(root: Root): boolean {
  let paragraphs = 0
  const isMarked = (node: Root['children'][number]): boolean => {
    if (node.type !== 'element') return false
    if (node.tagName === 'p') paragraphs++
    return FORMATTING.has(node.tagName) || paragraphs > 1 || node.children.some(isMarked)
  }
  return root.children.some(isMarked)
}
