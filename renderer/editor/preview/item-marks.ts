import type { EditorState, Line, Range, Text } from '@codemirror/state'
import { Decoration } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import type { SyntaxNodeRef } from '../markdown/syntax'
import { bulletWidget, checkboxWidget } from './preview-widgets'
import { faint, hidden, mark } from './preview-styles'

const finished = mark('cm-finished')
const itemMark = mark('cm-item-mark')
const hiddenItemMark = Decoration.replace({})
const itemLine = (depth: number) =>
  Decoration.line({ class: 'cm-item', attributes: { style: `--depth: ${depth}` } })
const furtherLine = (depth: number) =>
  Decoration.line({ class: 'cm-item-more', attributes: { style: `--depth: ${depth}` } })
const indentMark = mark('cm-item-indent')
const definedLine = itemLine(1)
/** What goes on in a definition stands so far in. */
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
  node: SyntaxNodeRef,
  doc: Text,
  line: Line,
  shown: boolean,
  ranges: Range<Decoration>[],
): void {
  const { from, to } = node
  const ordered = node.node.parent?.parent?.name === 'OrderedList'
  ranges.push(itemLine(depthOf(node)).range(line.from))
  const indent = from - indentBefore(line, from)
  if (indent < from) ranges.push(hidden.range(indent, from))
  const end = spaceAfter(doc, to, line.to, 1)
  if (!ordered && !shown && node.node.nextSibling?.name !== 'Task') ranges.push(bulletWidget.range(from, end))
  else ranges.push((shown || ordered ? itemMark : hiddenItemMark).range(from, end))
}

/** The space before the words of a line that is not that of a mark; the one behind the sign of a quotation belongs to it. */
function indentBefore(line: Line, place: number): number {
  const [, sign = '', space = ''] = /^(.*>)?([ \t]*)$/.exec(line.text.slice(0, place - line.from)) ?? []
  return Math.max(0, space.length - (sign === '' ? 0 : 1))
}

/** Lines of an item below that of its mark stand below its words, however far in they are written. */
export function furtherLines(
  { node }: SyntaxNodeRef,
  lineAt: (place: number) => Line,
  visible: Span,
  ranges: Range<Decoration>[],
): void {
  const item = node.parent
  if (item?.name !== 'ListItem') return
  const more = furtherLine(depthOf(node))
  const first = Math.max(node.from, lineAt(item.from).to + 1, visible.from)
  for (let at = first; at <= Math.min(node.to, visible.to);) {
    const line = lineAt(at)
    ranges.push(more.range(line.from))
    const words = line.from + (/^[\s>]*/.exec(line.text)?.[0].length ?? 0)
    const indent = words - indentBefore(line, words)
    if (indent < words) ranges.push(indentMark.range(indent, words))
    at = line.to + 1
  }
}

/** The sign stays, as the number of an item does: nothing moves where the caret comes. */
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

function depthOf(node: SyntaxNodeRef): number {
  let depth = 0
  for (let parent = node.node.parent; parent !== null; parent = parent.parent)
    if (parent.name === 'ListItem' || parent.name === 'Definition') depth += 1
  return depth
}

function touches(state: EditorState, from: number, to: number): boolean {
  return state.selection.ranges.some((range) => range.from <= to && range.to >= from && range.empty)
}

/** Where the space behind `at` ends, in the same line. */
export function spaceAfter(doc: Text, at: number, end: number, most = 100): number {
  const rest = doc.sliceString(at, Math.min(end, at + most))
  return at + (/^[ \t]*/.exec(rest)?.[0].length ?? 0)
}
