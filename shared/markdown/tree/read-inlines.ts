import type { SyntaxNode } from '@lezer/common'
import { trimEndOf } from '../../text/trim'
import type { Inline } from './tree'
import { isBreak, markTags, taggedInlines, type TagKind } from './inline-tags'
import { footnoteKey, linkKey, targetOf, type Target } from './references'
import { characterOf, type Source } from './source'
import type { Whole } from './whole'

/** The context of inline text. */
export interface InlineContext extends Whole {
  readonly source: Source
  readonly isInLink?: boolean
}

/** Marks that are nested more deeply appear as they are written. */
const DEPTH_MAX = 50

const MARKS: Readonly<Record<string, Extract<Inline, { readonly children: unknown }>['kind']>> = {
  Emphasis: 'emphasis',
  StrongEmphasis: 'strong',
  Strikethrough: 'struck',
  Highlight: 'highlight',
  Subscript: 'subscript',
  Superscript: 'superscript',
}

/** Nodes of marks, which are not words. */
const SIGNS: ReadonlySet<string> = new Set([
  ...['HeaderMark', 'QuoteMark', 'EmphasisMark', 'StrikethroughMark', 'HighlightMark'],
  ...['SubscriptMark', 'SuperscriptMark', 'TaskMarker', 'FootnoteLabel'],
])

/** The inlines of a leaf block, such as a paragraph, a heading or a cell, without white space at its ends. */
export function readInlines(node: SyntaxNode, context: InlineContext): readonly Inline[] {
  const words = new Words()
  addContent(words, node, context, node.from, node.to, 0)
  return words.finish()
}

/** The inlines as plain text as a reader sees them; images are their alternative text. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if ('children' in inline) return plainText(inline.children)
      if (inline.kind === 'image') return inline.alt
      if (inline.kind === 'break') return '\n'
      return 'text' in inline && inline.kind !== 'html' ? inline.text : ''
    })
    .join('')
}

/** Collects inlines in the order of the text; adjacent words are joined. */
class Words {
  private readonly inlines: Inline[] = []
  private text = ''

  add(inline: Inline): void {
    this.endText()
    this.inlines.push(inline)
  }

  addText(text: string): void {
    this.text += text
  }

  /** The inlines without white space at both ends, for a block. */
  finish(): readonly Inline[] {
    this.text = trimEndOf(this.text, SPACE)
    this.endText()
    const [first, ...rest] = this.inlines
    return first?.kind === 'text' ? withText(trimStart(first.text), rest) : this.inlines
  }

  /** The inlines unchanged, for use within others. */
  end(): readonly Inline[] {
    this.endText()
    return this.inlines
  }

  private endText(): void {
    const isLineStart = this.inlines.at(-1)?.kind === 'break'
    const text = withoutSpacesAtBreaks(this.text)
    const shown = isLineStart ? trimStart(text) : text
    if (shown !== '') this.inlines.push({ kind: 'text', text: shown })
    this.text = ''
  }
}

const withText = (text: string, rest: readonly Inline[]): readonly Inline[] =>
  text === '' ? rest : [{ kind: 'text', text }, ...rest]

/** White space of markdown; all other spaces belong to words. */
const SPACE = ' \t\n'

const trimStart = (text: string): string => text.replace(/^[ \t\n]+/, '')

const withoutSpacesAtBreaks = (text: string): string =>
  text
    .split('\n')
    .map((line, index, { length }) => {
      const begun = index === 0 ? line : line.replace(/^[ \t]+/, '')
      return index === length - 1 ? begun : trimEndOf(begun, SPACE)
    })
    .join('\n')

/** Adds the content of a node between two offsets, including nested nodes. */
function addContent(
  words: Words,
  node: SyntaxNode,
  context: InlineContext,
  from: number,
  to: number,
  depth: number,
): void {
  const { text } = context.source
  const tags = markTags(node, { from, to }, text, DEPTH_MAX - depth)
  const open: { readonly outer: Words; readonly kind: TagKind }[] = []
  let inner = words
  let done = from
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.to <= from || child.from >= to) continue
    inner.addText(text.slice(done, child.from))
    done = child.to
    const tag = tags.get(child.from)
    if (tag === 'end') {
      const { outer, kind } = open.pop()!
      taggedInlines(kind, inner.end()).forEach((one) => outer.add(one))
      inner = outer
    } else if (tag !== undefined) {
      open.push({ outer: inner, kind: tag })
      inner = new Words()
    } else if (!SIGNS.has(child.name)) addNode(inner, child, context, depth + open.length)
  }
  inner.addText(text.slice(done, to))
}

function childrenOf(node: SyntaxNode, context: InlineContext, depth: number, span = node as Ends) {
  const words = new Words()
  addContent(words, node, context, span.from, span.to, depth + 1)
  return words.end()
}

type Ends = { readonly from: number; readonly to: number }

function addNode(words: Words, node: SyntaxNode, context: InlineContext, depth: number): void {
  const { source } = context
  const kind = MARKS[node.name]
  if (kind !== undefined && kind !== 'link' && kind !== 'document-link') {
    if (depth >= DEPTH_MAX) words.addText(source.literal(node))
    else words.add({ kind, children: childrenOf(node, context, depth) })
    return
  }
  switch (node.name) {
    case 'Escape':
      return words.addText(source.text.slice(node.from + 1, node.to))
    case 'Entity':
      return words.addText(characterOf(source.text.slice(node.from, node.to)))
    case 'HardBreak':
      return words.add({ kind: 'break' })
    case 'InlineCode':
      return words.add({ kind: 'code', text: codeOf(node, source) })
    case 'InlineMath':
      return words.add({ kind: 'math', text: between(node, source, 'MathMark').trim() })
    case 'HTMLTag': {
      const tag = source.literal(node)
      return words.add(isBreak(tag) ? { kind: 'break' } : { kind: 'html', text: tag })
    }
    case 'Comment':
    case 'ProcessingInstruction':
      return words.add({ kind: 'html', text: source.literal(node) })
    case 'URL':
    case 'Autolink':
      // A link cannot contain another link.
      return context.isInLink ? words.addText(linkless(node, source)) : addAutolink(words, node, source)
    case 'Link':
    case 'Image':
      return addLink(words, node, context, depth)
    case 'WikiLink':
    case 'WikiImage':
      return addDocumentLink(words, node, source)
    case 'FootnoteReference':
      return addFootnote(words, node, context)
    default:
      words.addText(source.literal(node))
  }
}

/** The text between the first and the last child node of this name. */
function between(node: SyntaxNode, source: Source, name: string): string {
  const marks = node.getChildren(name)
  const [first, last] = [marks[0], marks.at(-1)]
  return first === undefined || last === undefined || first.from === last.from
    ? source.literal(node)
    : source.literal(node, first.to, last.from)
}

function codeOf(node: SyntaxNode, source: Source): string {
  const code = between(node, source, 'CodeMark').replaceAll('\n', ' ')
  // In a table cell a bar is escaped even in code.
  const text = node.parent?.name === 'TableCell' ? code.replaceAll('\\|', '|') : code
  return text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text) ? text.slice(1, -1) : text
}

/** An address as a reader sees it. */
function linkless(node: SyntaxNode, source: Source): string {
  const written = source.literal(node)
  return node.name === 'Autolink' ? written.slice(1, -1) : written
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i

/** Adds a bare address; one without a scheme belongs to a site or a mailbox. */
function addAutolink(words: Words, node: SyntaxNode, source: Source): void {
  const text = linkless(node, source)
  const scheme = SCHEME.test(text) ? '' : /^www\./i.test(text) ? 'http://' : 'mailto:'
  words.add({ kind: 'link', address: scheme + text, title: '', children: [{ kind: 'text', text }] })
}

function addLink(words: Words, node: SyntaxNode, context: InlineContext, depth: number): void {
  const [opening, closing] = node.getChildren('LinkMark')
  const target = leadsTo(node, context)
  if (opening === undefined || closing === undefined) return words.addText(context.source.literal(node))
  const inner = { from: opening.to, to: closing.from }
  if (target === undefined) {
    // The label is not defined, so the brackets are words.
    words.addText(context.source.literal(opening))
    addContent(words, node, context, inner.from, inner.to, depth)
    return words.addText(context.source.literal(closing) + rest(node, closing, context.source))
  }
  if (depth >= DEPTH_MAX) return words.addText(context.source.literal(node))
  const children = childrenOf(node, { ...context, isInLink: true }, depth, inner)
  if (node.name === 'Link') words.add({ kind: 'link', ...target, children })
  else {
    const width = node.getChild('ImageWidth')
    const share = width === null ? undefined : Number(/\d+/.exec(context.source.literal(width))?.[0])
    words.add({
      kind: 'image',
      ...target,
      alt: plainText(children),
      ...(share !== undefined && { width: share }),
    })
  }
}

const rest = (node: SyntaxNode, closing: SyntaxNode, source: Source): string =>
  source.plain(node, closing.to, node.to)

/** The target of a link; `undefined` where its label is not defined. */
export function leadsTo(node: SyntaxNode, { source, targetOfLabel }: InlineContext): Target | undefined {
  const key = linkKey(node, source)
  return key === undefined ? targetOf(node, source) : targetOfLabel(key)
}

const PICTURE = /\.(?:apng|avif|bmp|gif|jpe?g|png|svg|webp)$/i

function addDocumentLink(words: Words, node: SyntaxNode, source: Source): void {
  const target = node.getChild('WikiTarget')
  const [title = '', heading] = target === null ? [] : source.literal(target).split(/#(.*)/s)
  const alias = node.getChild('WikiWords')
  const text = alias === null ? source.literal(target ?? node).trim() : source.literal(alias).trim()
  if (node.name === 'WikiImage' && PICTURE.test(title.trim()))
    return words.add({ kind: 'image', address: title.trim(), title: '', alt: alias === null ? '' : text })
  words.add({
    kind: 'document-link',
    title: title.trim(),
    ...(heading !== undefined && heading.trim() !== '' && { heading: heading.trim() }),
    children: [{ kind: 'text', text }],
  })
}

function addFootnote(words: Words, node: SyntaxNode, { source, refer }: InlineContext): void {
  const written = source.literal(node)
  const reference = refer(footnoteKey(written))
  if (reference === undefined) words.addText(written)
  else words.add({ kind: 'footnote', ...reference })
}
