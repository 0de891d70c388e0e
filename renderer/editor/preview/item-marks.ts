import type { EditorState, Line, Range, Text } from '@codemirror/state'
import { Decoration } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import type { SyntaxNode, SyntaxNodeRef } from '../markdown/syntax'
import { bulletWidget, checkboxWidget } from './preview-widgets'
import { stepsOf } from './item-steps'
import { BOXES, CODE, edgesBehind } from './nested-boxes'
import { faint, hidden, mark } from './preview-styles'

const LISTS: ReadonlySet<string> = new Set(['BulletList', 'OrderedList'])

const finished = mark('cm-finished')
const itemMark = mark('cm-item-mark')
const hiddenItemMark = Decoration.replace({})
const lineWith = (name: string, style: string) => Decoration.line({ class: name, attributes: { style } })
/** `depth`: the indentation of the words in steps; `marks`: the steps that the marks on the line need. */
const itemLine = (depth: number, marks: number) => lineWith('cm-item', `--depth: ${depth}; --marks: ${marks}`)
/**
 * The line of an item whose mark comes before a box: the edge of the box is after the mark, and so are those of boxes
 * inside it on the same line.
 */
const leadingLine = (depth: number, marks: number, edges: number) =>
  lineWith('cm-item', `--depth: ${depth}; --marks: ${marks}; --lead: ${edges}px`)
const furtherLine = (depth: number) => lineWith('cm-item-more', `--depth: ${depth}`)
const boxLine = (inset: number) => lineWith('cm-inset', `--inset: ${inset}`)
const indentMark = mark('cm-item-indent')
const insetMark = (columns: number) =>
  Decoration.mark({ class: 'cm-inset-indent', attributes: { style: `--columns: ${columns}` } })
const definedLine = itemLine(1, 1)
/** The indentation of continued text in a definition, in spaces. */
const INDENT = 4

export function taskMark(
  { from, to }: SyntaxNodeRef,
  state: EditorState,
  line: Line,
  ranges: Range<Decoration>[],
): void {
  const checked = /[xX]/.test(state.sliceDoc(from, to))
  if (!touches(state, from, to)) ranges.push(checkboxWidget(checked).range(from, to))
  else ranges.push(faint.range(from, to))
  if (checked && line.to > to + 1) ranges.push(finished.range(to + 1, line.to))
}

export function listMark(
  { from, to, node }: SyntaxNodeRef,
  doc: Text,
  line: Line,
  shown: boolean,
  ranges: Range<Decoration>[],
): void {
  const item = node.parent
  const ordered = item?.parent?.name === 'OrderedList'
  const next = node.nextSibling
  const { depth, isInBox } = placeOf(node)
  const edges = edgesBehind(node, line)
  const marks = marksOn(line, item)
  const lead = marks.reduce((sum, one) => sum + edgesBehind(one, line), 0)
  const steps = marks.reduce((sum, { parent }) => sum + stepsOf(parent), 0)
  ranges.push(
    (edges > 0 ? leadingLine(isInBox ? depth : 0, steps, lead) : itemLine(depth, steps)).range(line.from),
  )
  const indent = from - indentBefore(line, from)
  if (indent < from) ranges.push(hidden.range(indent, from))
  const end = spaceAfter(doc, to, line.to, 1)
  if (edges > 0) ranges.push(leading(edges, isInBox).range(from, end))
  if (!ordered && !shown && next?.name !== 'Task')
    ranges.push(bulletWidget(listsAround(item)).range(from, end))
  else if (ordered) ranges.push(numberMark(stepsOf(item)).range(from, end))
  else if (shown) ranges.push(itemMark.range(from, end))
  else ranges.push(hiddenItemMark.range(from, end))
}

/** The number of lists around the list of an item. */
function listsAround(item: SyntaxNode | null): number {
  let lists = -1
  for (let node = item; node !== null; node = node.parent) if (LISTS.has(node.name)) lists += 1
  return lists
}

/** The mark of an item before edges of this total width; outside all boxes it does not take their style. */
const leading = (edges: number, isInBox: boolean) =>
  Decoration.mark({
    // It also wraps a bullet, which replaces the mark.
    inclusive: true,
    attributes: { style: `margin-inline-end: ${edges}px${isInBox ? '' : '; font-style: normal'}` },
  })

const numberMark = (steps: number) =>
  steps === 1
    ? itemMark
    : Decoration.mark({ class: 'cm-item-mark', attributes: { style: `--steps: ${steps}` } })

/** The marks of the items that begin on a line, up to this one. */
function marksOn(line: Line, item: SyntaxNode | null): readonly SyntaxNode[] {
  const marks: SyntaxNode[] = []
  for (let node = item; node !== null && node.from >= line.from; node = node.parent) {
    const sign = node.name === 'ListItem' ? node.getChild('ListMark') : null
    if (sign !== null) marks.push(sign)
  }
  return marks
}

/**
 * The number of spaces before the words of a line that do not belong to a mark; one space after a quotation mark
 * belongs to that.
 */
function indentBefore(line: Line, place: number): number {
  const [, sign = '', space = ''] = /^(.*>)?([ \t]*)$/.exec(line.text.slice(0, place - line.from)) ?? []
  return Math.max(0, space.length - (sign === '' ? 0 : 1))
}

/** Aligns the further lines of an item with its words, however they are indented in the source; boxes too. */
export function itemLines(
  ref: SyntaxNodeRef,
  lineAt: (place: number) => Line,
  visible: Span,
  ranges: Range<Decoration>[],
): void {
  if (!ref.type.is('Block') || LISTS.has(ref.name)) return
  const { name, from, to, node } = ref
  const item = node.parent
  if (item?.name !== 'ListItem' && item?.name !== 'Definition') return
  const { depth, inset, quotes } = placeOf(node)
  const isBox = depth === 0
  // Other text that continues a definition stays where it is written.
  if (!isBox && item.name === 'Definition') return
  const style = isBox ? boxLine(inset) : furtherLine(depth)
  const own = lineAt(item.from)
  const begin = lineAt(from)
  const columnMax = CODE.has(name) ? columnAt(begin.text, from - begin.from) : Infinity
  for (let at = Math.max(isBox ? from : own.to + 1, from, visible.from); at <= Math.min(to, visible.to);) {
    const line = lineAt(at)
    ranges.push(style.range(line.from))
    const indent = indentOf(line.text, quotes, columnMax)
    const columns = indent.to - indent.from
    if (line.from !== own.from && columns > 0)
      ranges.push(
        (isBox ? insetMark(columns) : indentMark).range(line.from + indent.from, line.from + indent.to),
      )
    at = line.to + 1
  }
}

/** The range of spaces after this many quotation marks, up to a column; a tab leads to the next multiple of four. */
function indentOf(text: string, quotes: number, columnMax: number): Span {
  let from = 0
  for (let sign = 0; sign < quotes; sign++) from += /^[ \t]*>/.exec(text.slice(from))?.[0].length ?? 0
  if (from > 0 && text.charAt(from) === ' ') from += 1
  let to = from
  for (let column = columnAt(text, from); ' \t'.includes(text.charAt(to) || '.'); to++) {
    column = columnBehind(text.charAt(to), column)
    if (column > columnMax) break
  }
  return { from, to }
}

const columnBehind = (sign: string, column: number) => column + (sign === '\t' ? 4 - (column % 4) : 1)

const columnAt = (text: string, offset: number) =>
  [...text.slice(0, offset)].reduce((column, sign) => columnBehind(sign, column), 0)

/** The mark of a definition stays visible, like the number of an item, so that nothing moves when the caret arrives. */
export function definitionMark(
  { from, to }: SyntaxNodeRef,
  doc: Text,
  line: Line,
  ranges: Range<Decoration>[],
): void {
  ranges.push(definedLine.range(line.from))
  if (line.from < from) ranges.push(hidden.range(line.from, from))
  ranges.push(itemMark.range(from, spaceAfter(doc, to, line.to, INDENT)))
}

/**
 * The nesting of a block, in steps of indentation: by the items around its outermost box, and by the items around the
 * block within that box, or in total.
 */
function placeOf(block: SyntaxNode) {
  let items = 0
  let depth: number | undefined
  let quotes = 0
  for (let node: SyntaxNode | null = block; node !== null; node = node.parent) {
    if (node.name === 'ListItem' || node.name === 'Definition') items += stepsOf(node)
    if (BOXES.has(node.name)) depth = items
    if (node.name === 'Blockquote' && node !== block) quotes += 1
  }
  return { depth: depth ?? items, inset: items - (depth ?? items), quotes, isInBox: depth !== undefined }
}

function touches(state: EditorState, from: number, to: number): boolean {
  return state.selection.ranges.some((range) => range.from <= to && range.to >= from && range.empty)
}

/** The end of the spaces after `at` in the same line. */
export function spaceAfter(doc: Text, at: number, end: number, most = 100): number {
  const rest = doc.sliceString(at, Math.min(end, at + most))
  return at + (/^[ \t]*/.exec(rest)?.[0].length ?? 0)
}
