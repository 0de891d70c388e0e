import type { Span } from '../../../shared/text/span'
import { markdownParser } from '../../../shared/markdown/grammar/grammar'
import { SIGNS } from '../../../shared/markdown/grammar/signs'
import type { SyntaxNode } from './syntax'

/** A mark, named by its opening sign; `[` is a link. */
export type Mark = '**' | '*' | '==' | '~~' | '$' | '`' | '['

export const NODES: Readonly<Record<Mark, string>> = {
  '**': 'StrongEmphasis',
  '*': 'Emphasis',
  '==': 'Highlight',
  '~~': 'Strikethrough',
  $: 'InlineMath',
  '`': 'InlineCode',
  '[': 'Link',
}

/** Elements whose content is literal: it contains no other marks and no escapes. */
const VERBATIM: ReadonlySet<string> = new Set(['InlineCode', 'InlineMath'])
export const isVerbatim = (mark: Mark): boolean => VERBATIM.has(NODES[mark])

/** The text of one block, such as a paragraph or a cell, without the marks of blocks. */
export interface InlineText {
  readonly text: string
  /** Whether it is a table cell, in which `\|` is a bar, even in code. */
  readonly isCell: boolean
}

export type Part =
  | (Span & { readonly kind: 'words'; readonly isOn: boolean; readonly isRaw: boolean })
  /**
   * An element that is marked as a whole or not at all, such as an image; `inner` is the part that counts when
   * selected. `isBarred`: the mark in question cannot contain it.
   */
  | (Span & {
      readonly kind: 'thing'
      readonly name: string
      readonly inner: Span
      readonly isOn: boolean
      readonly isBarred: boolean
    })
  /** Another mark, with the content between its signs. */
  | (Span & {
      readonly kind: 'group'
      readonly name: string
      readonly inner: Span
      readonly parts: readonly Part[]
    })

/** The parts of a text from the point of view of one mark, whose own signs are not parts. */
export interface InlineParts {
  readonly parts: readonly Part[]
  /** The signs of the mark, in pairs. */
  readonly signs: readonly (readonly [Span, Span])[]
}

/** Parses text as it is parsed inside a block, so that nothing in it begins another block. */
const inlineParser = markdownParser.configure({
  remove: [
    ...[
      'IndentedCode',
      'FencedCode',
      'Blockquote',
      'HorizontalRule',
      'BulletList',
      'OrderedList',
      'ATXHeading',
    ],
    ...['HTMLBlock', 'LinkReference', 'SetextHeading', 'Table', 'TaskList', 'MathBlock', 'FrontMatter'],
    ...['FootnoteDefinition', 'DefinitionList', 'Callout', 'TooDeep'],
  ],
})

export function readParts({ text, isCell }: InlineText, mark: Mark): InlineParts {
  const own = NODES[mark]
  const isRawIn = isVerbatim(mark)
  const signs: (readonly [Span, Span])[] = []

  function partsOf(node: SyntaxNode, { from, to }: Span, isOn: boolean, isRaw = false): Part[] {
    const parts: Part[] = []
    let done = from
    const words = (end: number) => {
      if (end > done) parts.push({ kind: 'words', from: done, to: end, isOn, isRaw })
    }
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.to <= from || child.from >= to) continue
      words(child.from)
      done = child.to
      const { name } = child
      const inner = innerOf(text, child)
      const isOwn = name === own && inner !== undefined && (mark !== '[' || isEmptyLink(text, inner, child))
      if (isOwn) {
        signs.push([
          { from: child.from, to: inner.from },
          { from: inner.to, to: child.to },
        ])
        parts.push(...partsOf(child, inner, true, isRawIn))
      } else if (inner === undefined || VERBATIM.has(name) || (mark === '[' && name === 'Link'))
        parts.push({
          kind: 'thing',
          name,
          from: child.from,
          to: child.to,
          inner: inner ?? child,
          isOn,
          isBarred: isBarred(child),
        })
      else
        parts.push({
          kind: 'group',
          name,
          from: child.from,
          to: child.to,
          inner,
          parts: partsOf(child, inner, isOn),
        })
    }
    words(to)
    return parts
  }
  const isBarred = ({ name, from }: SyntaxNode) =>
    mark === '[' ? LINKS.has(name) : isRawIn && (name !== 'Escape' || (isCell && text[from + 1] === '|'))

  const root = inlineParser.parse(text).topNode
  // Each block of it is a paragraph, and there is nothing between them.
  const parts: Part[] = []
  for (let block = root.firstChild; block !== null; block = block.nextSibling)
    parts.push(...partsOf(block, block, false))
  return { parts, signs }
}

/** Links, which cannot be nested. */
const LINKS: ReadonlySet<string> = new Set(['Link', 'URL', 'Autolink', 'WikiLink', 'FootnoteReference'])

/** Whether the link has no address yet, because it was just inserted. */
const isEmptyLink = (text: string, inner: Span, link: Span): boolean =>
  text.slice(inner.to, link.to) === ']()'

/** The content between the signs of a mark; undefined if the node is not a mark. */
function innerOf(text: string, node: SyntaxNode): Span | undefined {
  const sign = SIGNS[node.name]
  const signs = sign === undefined ? [] : node.getChildren(sign)
  const [open, close] = [signs[0], node.name === 'Link' ? signs[1] : signs.at(-1)]
  if (open === undefined || close === undefined || open.from === close.from) return undefined
  const inner = text.slice(open.to, close.from)
  // A space beside the backticks on both sides only separates them.
  const isApart = inner.startsWith(' ') && inner.endsWith(' ') && /[^ ]/.test(inner)
  const space = sign === 'CodeMark' && isApart ? 1 : 0
  return { from: open.to + space, to: close.from - space }
}

/** A character that a reader sees, or an element, with its other marks. */
export interface Seen extends Span {
  readonly shown: string
  readonly others: string
  readonly isOn: boolean
  /** Whether it is a letter, a digit or an element: for punctuation and spaces the mark is optional. */
  readonly isWord: boolean
  readonly isBarred: boolean
}

/** The visible characters of a text, without white space. */
export function readSeen(words: InlineText, { parts }: InlineParts): readonly Seen[] {
  const { text, isCell } = words
  const seen: Seen[] = []
  function add(all: readonly Part[], marks: readonly string[]): void {
    const others = [...marks].sort().join()
    for (const part of all) {
      if (part.kind === 'group') {
        add(part.parts, [
          ...marks,
          part.name + (part.name === 'Link' ? text.slice(part.inner.to, part.to) : ''),
        ])
        continue
      }
      const { isOn } = part
      if (part.kind === 'words')
        for (let at = part.from; at < part.to;) {
          const shown = String.fromCodePoint(text.codePointAt(at) ?? 0)
          const span = { from: at, to: (at += shown.length) }
          const isEscape = part.isRaw && isCell && shown === '\\' && text[at] === '|'
          if (shown.trim() !== '' && !isEscape)
            seen.push({ ...span, shown, others, isOn, isWord: WORD.test(shown), isBarred: false })
        }
      else {
        const { from, to, name, isBarred } = part
        if (name === 'HardBreak') continue
        const shown = text.slice(name === 'Escape' ? from + 1 : from, to)
        seen.push({ from, to, shown, others, isOn, isWord: name !== 'Escape', isBarred })
      }
    }
  }
  add(parts, [])
  return seen
}

const WORD = /[\p{L}\p{N}\p{M}]/u

export const touches = (spans: readonly Span[], { from, to }: Span): boolean =>
  spans.some((span) => span.from < to && from < span.to)
