import type { SyntaxNode } from '@lezer/common'
import { calloutMark } from '../grammar/callouts'
import { readCallout } from './read-callout'
import { plainText, readInlines, type InlineContext } from './read-inlines'
import { readTable } from './read-table'
import type { Source } from './source'
import { trimEndOf } from '../../text/trim'
import type { Block, BlockContent, Inline, ListItem } from './tree'

/** The names of heading nodes, with the level. */
export const HEADING = /^(?:ATX|Setext)Heading([1-6])$/

/** The blocks within a node, all of them or those after a given one. */
export function readBlocks(node: SyntaxNode, reader: InlineContext, behind?: SyntaxNode): readonly Block[] {
  const blocks: Block[] = []
  for (
    let child = behind === undefined ? node.firstChild : behind.nextSibling;
    child !== null;
    child = child.nextSibling
  ) {
    const content = contentOf(child, reader)
    if (content !== undefined) blocks.push({ ...content, from: child.from, to: child.to })
  }
  return blocks
}

/**
 * The text between the fences of the front matter; `undefined` where the text does not begin with one, or it is not
 * closed.
 */
export function frontMatterOf(document: SyntaxNode, source: Source): string | undefined {
  const node = document.firstChild
  const [opening, closing] = node?.name === 'FrontMatter' ? node.getChildren('FrontMatterMark') : []
  if (opening === undefined || closing === undefined) return undefined
  return source.text.slice(
    source.text.indexOf('\n', opening.to) + 1,
    Math.max(opening.to + 1, closing.from - 1),
  )
}

/**
 * The content of a block; `undefined` for parts without a meaning to readers: link definitions, marks, front matter.
 */
function contentOf(node: SyntaxNode, reader: InlineContext): BlockContent | undefined {
  const { source } = reader
  const level = HEADING.exec(node.name)?.[1]
  if (level !== undefined) {
    const children = readInlines(node, reader)
    return { kind: 'heading', level: Number(level) as 1, id: reader.idOf(plainText(children)), children }
  }
  switch (node.name) {
    case 'Paragraph':
    case 'Task':
      return { kind: 'paragraph', children: readInlines(node, reader) }
    case 'Blockquote':
      return quoteOf(node, reader)
    case 'BulletList':
    case 'OrderedList':
      return listOf(node, reader)
    case 'DefinitionList':
      return definitionsOf(node, reader)
    case 'CodeBlock':
      if (node.parent?.name === 'Document')
        return { kind: 'code', language: '', text: indentedCode(node, source.text) }
      return codeOf(node, source)
    case 'FencedCode':
      return codeOf(node, source)
    case 'MathBlock':
      return { kind: 'math', text: formulaOf(node, source) }
    case 'Table':
      return readTable(node, reader)
    case 'HorizontalRule':
      return { kind: 'rule' }
    case 'HTMLBlock':
    case 'CommentBlock':
    case 'ProcessingInstructionBlock':
      return { kind: 'html', text: linesOf(node, source) }
    case 'FrontMatter':
      return node.getChildren('FrontMatterMark').length > 1
        ? undefined
        : { kind: 'code', language: 'yaml', text: source.text.slice(node.from, node.to) }
    default:
      return undefined
  }
}

function quoteOf(node: SyntaxNode, reader: InlineContext): BlockContent {
  const mark = calloutMark(node)
  if (mark?.parent == null) return { kind: 'quote', blocks: readBlocks(node, reader) }
  const { kind, blocks, ...untitled } = readCallout(mark, mark.parent, reader)
  const all = [...blocks, ...readBlocks(node, reader, mark.parent)]
  return { kind: 'quote', callout: kind, ...untitled, blocks: all }
}

function listOf(node: SyntaxNode, reader: InlineContext): BlockContent {
  const nodes = node.getChildren('ListItem')
  const mark = nodes[0]?.getChild('ListMark') ?? null
  const number =
    mark === null ? Number.NaN : Number.parseInt(reader.source.text.slice(mark.from, mark.to), 10)
  return {
    kind: 'list',
    ...(node.name === 'OrderedList' && { start: Number.isNaN(number) ? 1 : number }),
    isTight: isTight(nodes, reader.source.text),
    items: nodes.map((item) => itemOf(item, reader)),
  }
}

function itemOf(node: SyntaxNode, reader: InlineContext): ListItem {
  const marker = node.getChild('Task')?.getChild('TaskMarker')
  const isDone = marker == null ? undefined : reader.source.text.charAt(marker.from + 1) !== ' '
  return {
    ...(isDone !== undefined && { isDone }),
    from: node.from,
    to: node.to,
    blocks: readBlocks(node, reader),
  }
}

function definitionsOf(node: SyntaxNode, reader: InlineContext): BlockContent {
  const items: { term: readonly Inline[]; definitions: (readonly Block[])[] }[] = []
  let isClose = true
  let end = node.from
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'DefinitionTerm') items.push({ term: readInlines(child, reader), definitions: [] })
    if (child.name === 'Definition') {
      items.at(-1)?.definitions.push(readBlocks(child, reader))
      if (/\n[ \t]*\n/.test(reader.source.text.slice(end, child.from))) isClose = false
    }
    end = child.to
  }
  return { kind: 'definitions', isTight: isClose, items }
}

/** Whether no blank line is between the items of a list, or between the blocks of an item. */
function isTight(items: readonly SyntaxNode[], text: string): boolean {
  let end: number | undefined
  for (const item of items)
    for (let block = item.firstChild; block !== null; block = block.nextSibling) {
      if (block.name === 'ListMark' || block.name === 'QuoteMark') continue
      if (end !== undefined && /\n[ \t>]*\n/.test(text.slice(end, block.from))) return false
      end = block.to
    }
  return true
}

function codeOf(node: SyntaxNode, source: Source): BlockContent {
  const info = node.getChild('CodeInfo')
  const language = info === null ? '' : (/^\S*/.exec(source.plain(info))?.[0] ?? '')
  const written = node
    .getChildren('CodeText')
    .map(({ from, to }) => source.text.slice(from, to))
    .join('')
  // Without a closing fence, the line break at the end of the text is not part of the code.
  const isOpen = node.name === 'FencedCode' && node.getChildren('CodeMark').length < 2
  const text = isOpen ? written.replace(/\n$/, '') : written
  const indent = node.name === 'FencedCode' ? indentOf(node, source.text) : 0
  return {
    kind: 'code',
    language,
    text: indent === 0 ? text : text.replace(new RegExp(`^ {1,${indent}}`, 'gm'), ''),
  }
}

/** The code without the indentation that marks it; a line of spaces keeps those beyond the indentation. */
const indentedCode = ({ from, to }: SyntaxNode, text: string): string =>
  text.slice(lineStart(text, from), to).replace(/^(?: {4}| {0,3}\t| {1,3}$)/gm, '')

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

/** The spaces before a fence that do not belong to the block around it: each line of the code loses as many. */
function indentOf({ from, parent }: SyntaxNode, text: string): number {
  let spaces = 0
  while (spaces < 3 && text.charAt(from - spaces - 1) === ' ') spaces++
  if (parent?.name === 'Document') return spaces
  // In a quotation or an item one space belongs to the mark before it.
  return parent?.name === 'Blockquote' && text.charAt(from - spaces - 1) === '>' ? Math.max(0, spaces - 1) : 0
}

function formulaOf(node: SyntaxNode, source: Source): string {
  const marks = node.getChildren('MathMark')
  const [first, last] = [marks[0], marks.at(-1)]
  return first === undefined || last === undefined ? '' : source.literal(node, first.to, last.from).trim()
}

/** A block as it is written, with the spaces before its first line, without the quotation marks before its lines. */
function linesOf(node: SyntaxNode, source: Source): string {
  const marks = node.getChildren('QuoteMark')
  // In an item or a quotation these spaces may belong to its mark.
  const isAtTop = node.parent?.name === 'Document'
  let text = isAtTop ? source.text.slice(lineStart(source.text, node.from), node.from) : ''
  let done = node.from
  for (const mark of marks) {
    text += source.text.slice(done, mark.from)
    // One space after the mark belongs to it.
    done = source.text.charAt(mark.to) === ' ' ? mark.to + 1 : mark.to
  }
  return trimEndOf(text + source.text.slice(done, node.to), '\n')
}
