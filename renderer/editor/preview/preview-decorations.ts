import { RangeSet, type EditorState, type Line, type Range, type Text } from '@codemirror/state'
import { BlockWrapper, Decoration, type DecorationSet, type EditorView } from '@codemirror/view'
import { isDiagram } from '../../../shared/markdown/diagram-messages'
import { diagramWidget, drawsDiagrams } from '../diagrams/diagram-marks'
import { formulaMarks, isFormula } from '../formulas/formula-marks'
import { CODE_BLOCKS, walkSyntax, type SyntaxNode, type SyntaxNodeRef } from '../markdown/syntax'
import type { Span } from '../../../shared/text/span'
import { codeLanguageOf, codeOf } from '../markdown/code-language'
import { altOf, isEntered, isOneThing } from '../markdown/images'
import { calloutLine, calloutTitle } from './callouts'
import { frontMatterMarks } from '../front-matter/field-marks'
import { isTypedTo } from './image-keys'
import { codeToolsWidget } from './code-tools'
import { backslashesIn } from '../tables/cell-spans'
import { hasOwnDirection, isDrawable, tableMarks } from './table-view'
import { definitionMark, itemLines, listMark, spaceAfter, taskMark } from './item-marks'
import { nestedLines } from './nested-boxes'
import { faint, hidden, lineOf, lineStyles, mark, styles } from './preview-styles'
import { breakAfter, breakInstead, imageWidget, isImageWidget, ruleWidget } from './preview-widgets'

const codeBegin = lineOf('cm-code-begin')
const codeEnd = lineOf('cm-code-end')
const blank = lineOf('cm-blank')
const blankAfterHeading = lineOf('cm-blank cm-blank-heading')
const brokenHere = mark('cm-hard-break')
const hiddenBreak = mark('cm-hard-break cm-hard-break-hidden')

/** The number of characters of a line decorated outside the screen. */
const BEYOND_SCREEN_MAX = 5_000

/** The decorations of the visible lines; `cells` are those of table cells, which wrap all others. */
export interface PreviewDecorations {
  readonly marks: DecorationSet
  readonly cells: DecorationSet
  /** Those of the cells whose words do not take part in the direction of their row. */
  readonly isolated: DecorationSet
  /** The wrappers of the rows of each table. */
  readonly tables: RangeSet<BlockWrapper>
  /** The ranges that the cursor passes over in one step. */
  readonly atoms: DecorationSet
}

/** The places where the source is visible. */
export interface Revealed {
  /** The starts of lines; all lines of a table if its source is shown. */
  readonly lines: ReadonlySet<number>
  /** Cells of rendered tables. */
  readonly cells: readonly Span[]
  /** The starts of formulas. */
  readonly formulas: ReadonlySet<number>
}

/** The decorations of the visible lines. */
export function previewOf(view: EditorView, revealed: Revealed): PreviewDecorations {
  const { state } = view
  const ranges: Range<Decoration>[] = []
  const cells: Range<Decoration>[] = []
  const tables: Range<BlockWrapper>[] = []
  const gaps: Range<Decoration>[] = []
  const { lines, formulas } = revealed
  for (const visible of view.visibleRanges) {
    const lineAt = linesOf(state.doc)
    // Whole lines, unless a line is so long that the editor renders only a part of it.
    const from = Math.max(lineAt(visible.from).from, visible.from - BEYOND_SCREEN_MAX)
    const to = Math.min(lineAt(visible.to).to, visible.to + BEYOND_SCREEN_MAX)
    const verbatim: Span[] = []
    /** The end of the last table that is shown as source. */
    let sourceTo = -1
    walkSyntax(state, from, to, (node) => {
      if (CODE_BLOCKS.has(node.name)) verbatim.push({ from: node.from, to: node.to })
      if (node.name === 'FrontMatter') frontMatterMarks(view, node.node, lines, ranges)
      if (node.name === 'Table') {
        if (lines.has(lineAt(node.from).from)) sourceTo = node.to
        else if (isDrawable(node.node))
          tableMarks(node.node, state.doc, { from, to }, revealed.cells, { ranges, cells, tables, gaps })
      }
      itemLines(node, lineAt, { from, to }, ranges)
      nestedLines(node, lineAt, { from, to }, ranges)
      if (!styleLines(node, state, lineAt, { from, to }, ranges))
        decorate(node, state, lineAt, revealed, ranges)
      if (FORMULAS.has(node.name)) {
        const isOpen = formulas.has(node.from) || node.from < sourceTo
        return formulaMarks(view, node.node, isOpen, ranges) ? false : undefined
      }
      return node.name !== 'Table' || isDrawable(node.node) ? undefined : false
    })
    blankLines(state.doc, from, to, verbatim, ranges)
  }
  const atoms = ranges.filter(({ value }) => isImageWidget(value) || isFormula(value))
  return {
    marks: RangeSet.of(ranges, true),
    cells: RangeSet.of(cells, true),
    isolated: RangeSet.of(
      cells.filter(({ value }) => hasOwnDirection(value)),
      true,
    ),
    tables: BlockWrapper.set(tables, true),
    atoms: RangeSet.of([...atoms, ...gaps], true),
  }
}

type LineAt = (position: number) => Line

/** Caches the last line, because nodes arrive in the order of the text and mostly on the same line. */
function linesOf(doc: Text): LineAt {
  let last = doc.lineAt(0)
  return (position) => (position >= last.from && position <= last.to ? last : (last = doc.lineAt(position)))
}

export const FORMULAS: ReadonlySet<string> = new Set(['InlineMath', 'MathBlock'])

/** Styles the lines of a block; returns whether the node has such a style. */
function styleLines(
  ref: SyntaxNodeRef,
  state: EditorState,
  lineAt: LineAt,
  visible: Span,
  ranges: Range<Decoration>[],
): boolean {
  const { name, from, to } = ref
  const style = (name === 'Blockquote' && calloutLine(state, ref.node)) || lineStyles[name]
  if (style === undefined) return false
  const end = Math.min(to, visible.to)
  for (let at = lineAt(Math.max(from, visible.from)).from; at <= end;) {
    ranges.push(style.range(at))
    at = lineAt(at).to + 1
  }
  if (name === 'FencedCode') {
    if (from >= visible.from) {
      const line = lineAt(from)
      ranges.push(codeBegin.range(line.from))
      ranges.push(codeToolsWidget(state, codeLanguageOf(state, ref.node)).range(line.to))
    }
    if (to <= visible.to) {
      ranges.push(codeEnd.range(lineAt(to).from))
      diagramMark(ref.node, state, ranges)
    }
  }
  return true
}

/** Adds the picture of a diagram after the closing fence of its code block. */
function diagramMark(block: SyntaxNode, state: EditorState, ranges: Range<Decoration>[]): void {
  const isClosed = block.getChildren('CodeMark').length > 1
  if (!isClosed || !drawsDiagrams(state) || !isDiagram(codeLanguageOf(state, block))) return
  const source = codeOf(state, block)
  if (source.trim() !== '') ranges.push(diagramWidget(source).range(block.to))
}

/** Whether the tag is a line break in a cell of a table that is drawn as one. */
function isCellBreak({ from, to, parent }: SyntaxNode, doc: Text): boolean {
  if (to - from > 8 || !/^<br\s*\/?>$/i.test(doc.sliceString(from, to))) return false
  let around = parent
  while (around !== null && around.name !== 'TableCell') around = around.parent
  return around !== null
}

/** Marks around words. */
const MARKS: ReadonlySet<string> = new Set([
  ...['EmphasisMark', 'StrikethroughMark', 'HighlightMark', 'SuperscriptMark', 'SubscriptMark'],
  ...['WikiMark', 'FootnoteMark'],
])

/** Styles words, and hides their marks if the cursor is on another line. */
function decorate(
  node: SyntaxNodeRef,
  state: EditorState,
  lineAt: LineAt,
  revealed: Revealed,
  ranges: Range<Decoration>[],
): void {
  const { name, from, to } = node
  const { doc } = state
  const line = lineAt(from)
  const isSource = revealed.lines.has(line.from)
  const shown = isSource || revealed.cells.some((cell) => cell.from <= from && to <= cell.to)
  if (name === 'HTMLTag' && !isSource && isCellBreak(node.node, doc)) {
    if (!shown) return void ranges.push(breakInstead.range(from, to))
    ranges.push(breakAfter.range(to))
  }
  const style = styles[name]
  if (style !== undefined) {
    if (to > from) ranges.push(style.range(from, to))
    return
  }
  /** Hides the range, or makes it faint at the cursor. */
  const quiet = (end: number, fromHere = from) => {
    if (end <= fromHere) return
    if (shown) ranges.push(faint.range(fromHere, end))
    else hide(fromHere, end, ranges)
  }
  if (MARKS.has(name)) return quiet(to)
  switch (name) {
    case 'HeaderMark':
      // The underline of a setext heading has a line of its own, which cannot be hidden.
      if (from === line.from && to === line.to) ranges.push(faint.range(from, to))
      else if (from > line.from + 6) quiet(line.to, spaceBefore(doc, line.from, from))
      else quiet(spaceAfter(doc, to, line.to))
      return
    case 'QuoteMark':
      return quiet(spaceAfter(doc, to, line.to, 1))
    case 'CodeMark':
      if (node.node.parent?.name === 'InlineCode') {
        quiet(to)
        for (const at of backslashesIn(node.node, doc)) quiet(at + 1, at)
      } else ranges.push(faint.range(from, to))
      return
    case 'WikiTarget':
      // The words given for the link are shown in its place.
      if (node.node.nextSibling?.nextSibling?.name === 'WikiWords') quiet(to)
      return
    case 'CalloutMark':
      return calloutTitle(state, node.node, shown, ranges)
    case 'CodeInfo':
    case 'MathMark':
    case 'FrontMatterMark':
    case 'TableDelimiter':
      if (to > from) ranges.push(faint.range(from, to))
      return
    case 'HardBreak':
      return hardBreak(from, line, shown, ranges)
    case 'Escape':
      return quiet(from + 1)
    case 'LinkMark':
    case 'URL':
    case 'LinkTitle':
    case 'LinkLabel':
      return linkPart(node, doc, line, quiet)
    case 'Image':
      return image(node.node, state, line, shown, ranges)
    case 'HorizontalRule':
      if (shown) ranges.push(faint.range(from, to))
      else ranges.push(ruleWidget.range(from, to))
      return
    case 'DefinitionMark':
      return definitionMark(node, doc, line, ranges)
    case 'ListMark':
      return listMark(node, doc, line, shown, ranges)
    case 'TaskMarker':
      return taskMark(node, state, line, ranges)
  }
}

/**
 * Hides a range, joining it with a hidden range before it: each hidden range takes three elements, so the brackets and
 * the target of a link make one range, not four.
 */
function hide(from: number, to: number, ranges: Range<Decoration>[]): void {
  const last = ranges.at(-1)
  if (last?.value === hidden && last.to === from) ranges[ranges.length - 1] = hidden.range(last.from, to)
  else ranges.push(hidden.range(from, to))
}

/**
 * Renders an image, unless the cursor is in it or it is being typed; in a table shown as source it is source as well.
 */
function image(
  node: SyntaxNode,
  state: EditorState,
  line: Line,
  shown: boolean,
  ranges: Range<Decoration>[],
): void {
  const { from, to } = node
  if (to > line.to) return
  const isSource = isOneThing(state, node) ? isEntered(state, node) || isTypedTo(state, to) : shown
  const { main } = state.selection
  const alt = altOf(node)
  if (!isSource) {
    const isSelected = main.from === from && main.to === to
    ranges.push(imageWidget(state.sliceDoc(alt.from, alt.to), isSelected).range(from, to))
  } else if (shown) ranges.push(faint.range(from, alt.from), faint.range(alt.to, to))
}

/** Two spaces at the end of a line, or a backslash; the sign beside them takes no space. */
function hardBreak(from: number, line: Line, shown: boolean, ranges: Range<Decoration>[]): void {
  if (from >= line.to) return
  const isBackslash = line.text.endsWith('\\')
  if (isBackslash && shown) ranges.push(faint.range(from, line.to))
  ranges.push((isBackslash && !shown ? hiddenBreak : brokenHere).range(from, line.to))
}

/** Hides the target of a link with its brackets; a bare address stays. */
function linkPart(
  node: SyntaxNodeRef,
  doc: Text,
  { from, to }: Line,
  quiet: (end: number, begin?: number) => void,
): void {
  const parent = node.node.parent
  if (parent?.name === 'Image' || node.to > to) return
  if (parent?.name === 'Link') {
    // For `[text][label]`, and for `[text]` without a known target, only the brackets are hidden. The separators
    // between target, title and closing bracket are hidden with them.
    const before = node.node.prevSibling?.name
    const isInTarget = node.name !== 'LinkMark' || before === 'URL' || before === 'LinkTitle'
    quiet(node.to, isInTarget ? spaceBefore(doc, from, node.from) : node.from)
  } else if (parent?.name === 'Autolink' && node.name === 'LinkMark') quiet(node.to)
}

/**
 * An empty line between two paragraphs has half the height; further ones are full, so that a line that is being typed
 * never moves. In a quotation it has a quotation mark, and so has the line below: the last line of a quotation is one
 * to write in.
 */
function blankLines(
  doc: Text,
  from: number,
  to: number,
  verbatim: readonly Span[],
  ranges: Range<Decoration>[],
): void {
  let previous = from > 0 ? doc.lineAt(from - 1).text : ''
  let at = from
  for (const text of doc.iterLines(doc.lineAt(from).number, doc.lineAt(to).number + 1)) {
    const next = at + text.length + 1
    const isBlank =
      text === '' ? previous !== '' : EMPTY.test(text) && !EMPTY.test(previous) && isQuoted(doc, next)
    if (isBlank && at < doc.length && !verbatim.some((block) => block.from <= at && at <= block.to))
      ranges.push((HEADING.test(previous) ? blankAfterHeading : blank).range(at))
    previous = text
    at = next
  }
}

const HEADING = /^(?:[ \t]*>)*[ \t]?#{1,6} /
/** Matches a line without words, in a quotation or not. */
const EMPTY = /^[ \t>]*$/

const isQuoted = (doc: Text, at: number): boolean => at <= doc.length && /^[ \t]*>/.test(doc.lineAt(at).text)

/** The start of the spaces before `at` in the same line. */
function spaceBefore(doc: Text, lineFrom: number, at: number): number {
  const before = doc.sliceString(Math.max(lineFrom, at - 100), at)
  let length = before.length
  while (length > 0 && ' \t'.includes(before.charAt(length - 1))) length--
  return at - before.length + length
}
