import type { SyntaxNode, Tree } from '@lezer/common'
import type { Span } from '../text/span'
import { markdownParser } from './grammar/grammar'
import { LINE_MARKS, SIGNS } from './grammar/signs'
import { withBoundedLines } from './grammar/with-bounded-lines'
import { definedKey, footnoteKey, linkKey } from './tree/references'
import { Source } from './tree/source'

/**
 * A selected part of a text as a text of its own: marks that the selection cuts apply to its part of their words, and
 * the definitions to which its footnotes and links refer follow at its end.
 */
export function passageOf(text: string, selected: Span): string {
  const tree = markdownParser.parse(withBoundedLines(text))
  const { from, to, before, behind } = withMarks(tree, text, selected)
  const words = text.slice(from, to)
  // Marks apply only where they stand directly beside words.
  const gap = isInline(before) ? words.length - words.trimStart().length : 0
  const end = isInline(behind) ? words.trimEnd().length : words.length
  const marked = words.slice(0, gap) + before + words.slice(gap, end) + behind + words.slice(end)
  const passage = words.trim() === '' ? words : marked
  const definitions = definitionsFor(tree, text, { from, to })
  return [withoutIndent(passage), ...definitions].join('\n\n')
}

const isInline = (marks: string): boolean => marks !== '' && !marks.includes('\n')

/** Elements that are selected whole or not at all. */
const WHOLE: ReadonlySet<string> = new Set([
  ...['Image', 'WikiLink', 'WikiImage', 'FootnoteReference', 'InlineMath', 'MathBlock', 'Autolink'],
  ...['Entity', 'Escape', 'HTMLTag', 'Comment'],
])

/** What is between the signs of an element; `undefined`: it has none. */
function innerOf(node: SyntaxNode): Span | undefined {
  if (node.name === 'FencedCode' && node.parent?.name === 'Document') {
    const lines = node.getChildren('CodeText')
    return lines.length === 0 ? undefined : { from: lines[0]!.from, to: lines.at(-1)!.to }
  }
  const sign = SIGNS[node.name]
  const signs = sign === undefined ? [] : node.getChildren(sign)
  const [open, close] = [signs[0], node.name === 'Link' ? signs[1] : signs.at(-1)]
  return open === undefined || close === undefined || open === close
    ? undefined
    : { from: open.to, to: close.from }
}

/** The selection without halves of signs; `before` and `behind`: the signs of the elements that it cuts. */
function withMarks(tree: Tree, text: string, selected: Span) {
  let { from, to } = selected
  let [before, behind] = ['', '']
  tree.iterate({
    ...selected,
    enter({ name, node }) {
      const isOutside = node.to <= selected.from || node.from >= selected.to
      if (isOutside || (selected.from <= node.from && node.to <= selected.to)) return false
      if (name === 'Table' && !isInCell(node, trimmed(text, selected))) {
        const rows = wholeRows(node, text, selected)
        before += rows.head
        from = Math.min(from, rows.from)
        to = Math.max(to, rows.to)
        return false
      }
      if (WHOLE.has(name)) {
        from = Math.min(from, node.from)
        to = Math.max(to, node.to)
        return false
      }
      const inner = innerOf(node)
      if (inner === undefined) return true
      if (selected.from >= inner.to) from = node.to
      else if (selected.to <= inner.from) to = node.from
      else {
        if (selected.from > node.from) {
          before += text.slice(node.from, inner.from)
          from = Math.max(from, inner.from)
        }
        if (selected.to < node.to) {
          behind = text.slice(inner.to, node.to) + behind
          to = Math.min(to, inner.to)
        }
      }
      return true
    },
  })
  const isLines = text.slice(from, to).includes('\n')
  return { from: isLines && before === '' ? beforeMarks(tree, text, from) : from, to, before, behind }
}

/** The selection without white space at its ends. */
function trimmed(text: string, { from, to }: Span): Span {
  const words = text.slice(from, to)
  return { from: to - words.trimStart().length, to: from + words.trimEnd().length }
}

const isInCell = (table: SyntaxNode, { from, to }: Span): boolean => {
  let cell: SyntaxNode | null = table.resolveInner(from, 1)
  while (cell !== null && cell.name !== 'TableCell' && cell.from >= table.from) cell = cell.parent
  return cell?.name === 'TableCell' && to <= cell.to
}

/** The rows of a table that a selection touches; `head`: the rows that make them a table. A table in a block is whole. */
function wholeRows(table: SyntaxNode, text: string, selected: Span): Span & { readonly head: string } {
  const rule = table.getChild('TableDelimiter')
  if (rule === null || table.parent?.name !== 'Document') return { from: table.from, to: table.to, head: '' }
  const start = Math.max(table.from, text.lastIndexOf('\n', selected.from - 1) + 1)
  const lineEnd = text.indexOf('\n', Math.max(selected.to, rule.to))
  const to = Math.min(table.to, lineEnd < 0 ? text.length : lineEnd)
  return start > rule.from
    ? { from: start, to, head: text.slice(table.from, rule.to + 1) }
    : { from: table.from, to, head: '' }
}

/** The beginning of the line where only marks are between it and a position; otherwise that position. */
function beforeMarks(tree: Tree, text: string, place: number): number {
  const start = text.lastIndexOf('\n', place - 1) + 1
  let done = start
  tree.iterate({
    from: start,
    to: place,
    enter({ name, from, to }) {
      if (LINE_MARKS.has(name) && from >= done && text.slice(done, from).trim() === '') done = to
    },
  })
  return text.slice(done, place).trim() === '' ? start : place
}

/** Items of a nested list become a list of their own instead of code. */
function withoutIndent(passage: string): string {
  const [first = '', ...rest] = passage.split('\n')
  const indent = spacesBefore(first)
  if (indent === 0 || rest.length === 0) return passage
  return [first, ...rest].map((line) => line.slice(Math.min(indent, spacesBefore(line)))).join('\n')
}

const spacesBefore = (line: string): number => /^ */.exec(line)![0].length

/** The definitions outside of a span that it needs, each once, with those that they need themselves. */
function definitionsFor(tree: Tree, text: string, span: Span): readonly string[] {
  const defined = new Map<string, Span>()
  tree.iterate({
    enter({ name, node }) {
      const key = DEFINITIONS[name]?.(node, text)
      if (key !== undefined && !defined.has(key)) defined.set(key, node)
    },
  })
  const needed = new Set<Span>()
  const add = (part: Span) =>
    tree.iterate({
      from: part.from,
      to: part.to,
      enter({ name, node }) {
        const key = REFERENCES[name]?.(node, text)
        const one = key === undefined ? undefined : defined.get(key)
        if (one !== undefined && !(span.from <= one.from && one.to <= span.to)) needed.add(one)
      },
    })
  add(span)
  // A set yields what is added to it during the loop.
  for (const one of needed) add(one)
  return Array.from(needed, ({ from, to }) => text.slice(from, to))
}

type KeyOf = (node: SyntaxNode, text: string) => string | undefined

const footnote = (written: string): string => `^${footnoteKey(written)}`

const DEFINITIONS: Readonly<Record<string, KeyOf>> = {
  FootnoteDefinition: ({ from, node }, text) =>
    footnote(text.slice(from, node.getChild('FootnoteLabel')?.to)),
  LinkReference: (node, text) => definedKey(node, new Source(text)),
}

const REFERENCES: Readonly<Record<string, KeyOf>> = {
  FootnoteReference: ({ from, to }, text) => footnote(text.slice(from, to)),
  Link: (node, text) => linkKey(node, new Source(text)),
  Image: (node, text) => linkKey(node, new Source(text)),
}
