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
import { isDrawable, tableMarks } from './table-view'
import { bulletWidget, checkboxWidget, imageWidget, isImageWidget, ruleWidget } from './preview-widgets'

const hidden = Decoration.replace({})
const mark = (name: string) => Decoration.mark({ class: name })
const lineOf = (name: string) => Decoration.line({ class: name })

const faint = mark('cm-mark')
const styles: Readonly<Record<string, Decoration>> = {
  Emphasis: mark('cm-emphasis'),
  StrongEmphasis: mark('cm-strong'),
  Strikethrough: mark('cm-struck'),
  Highlight: mark('cm-highlight'),
  InlineCode: mark('cm-inline-code'),
  Superscript: mark('cm-superscript'),
  Subscript: mark('cm-subscript'),
  Link: mark('cm-link'),
  Autolink: mark('cm-link'),
  FootnoteReference: mark('cm-footnote'),
  FootnoteLabel: mark('cm-footnote'),
  HTMLTag: mark('cm-html'),
  Comment: mark('cm-html'),
}
const lineStyles: Readonly<Record<string, Decoration>> = {
  ATXHeading1: lineOf('cm-h1'),
  ATXHeading2: lineOf('cm-h2'),
  ATXHeading3: lineOf('cm-h3'),
  ATXHeading4: lineOf('cm-h4'),
  ATXHeading5: lineOf('cm-h5'),
  ATXHeading6: lineOf('cm-h6'),
  SetextHeading1: lineOf('cm-h1'),
  SetextHeading2: lineOf('cm-h2'),
  Blockquote: lineOf('cm-quote'),
  DefinitionTerm: lineOf('cm-term'),
  Definition: lineOf('cm-definition'),
  FencedCode: lineOf('cm-code'),
  CodeBlock: lineOf('cm-code'),
  HTMLBlock: lineOf('cm-html-block'),
  CommentBlock: lineOf('cm-html-block'),
  FrontMatter: lineOf('cm-front-matter'),
  MathBlock: lineOf('cm-formula-line'),
  Table: lineOf('cm-table'),
  TableHeader: lineOf('cm-table-head'),
}
const codeBegin = lineOf('cm-code-begin')
const codeEnd = lineOf('cm-code-end')
const blank = lineOf('cm-blank')
const blankAfterHeading = lineOf('cm-blank cm-blank-heading')
const finished = mark('cm-finished')
const brokenHere = mark('cm-hard-break')
const hiddenBreak = mark('cm-hard-break cm-hard-break-hidden')

/** Characters of a line off screen that are decorated as well. */
const BEYOND_SCREEN_MAX = 5_000

/** How the visible lines are drawn: `cells` are those of tables, which go around all else. */
export interface PreviewDecorations {
  readonly marks: DecorationSet
  readonly cells: DecorationSet
  /** What holds the rows of each table together. */
  readonly tables: RangeSet<BlockWrapper>
  /** What the cursor goes over in one step. */
  readonly atoms: DecorationSet
}

/** Where the source shows. */
export interface Revealed {
  /** Starts of lines; those of a table all at once, where its source is shown. */
  readonly lines: ReadonlySet<number>
  /** Cells of tables that are shown as such. */
  readonly cells: readonly Span[]
  /** Starts of formulas. */
  readonly formulas: ReadonlySet<number>
}

/** What belongs on the visible lines. */
export function previewOf(view: EditorView, revealed: Revealed): PreviewDecorations {
  const { state } = view
  const ranges: Range<Decoration>[] = []
  const cells: Range<Decoration>[] = []
  const tables: Range<BlockWrapper>[] = []
  const gaps: Range<Decoration>[] = []
  const { lines, formulas } = revealed
  for (const visible of view.visibleRanges) {
    const lineAt = linesOf(state.doc)
    // Whole lines, except where a line is so long that the editor draws only a part of it.
    const from = Math.max(lineAt(visible.from).from, visible.from - BEYOND_SCREEN_MAX)
    const to = Math.min(lineAt(visible.to).to, visible.to + BEYOND_SCREEN_MAX)
    const verbatim: Span[] = []
    /** The end of the last table whose source is shown. */
    let sourceTo = -1
    walkSyntax(state, from, to, (node) => {
      if (VERBATIM.has(node.name)) verbatim.push({ from: node.from, to: node.to })
      if (node.name === 'FrontMatter') frontMatterMarks(view, node.node, lines, ranges)
      if (node.name === 'Table') {
        if (lines.has(lineAt(node.from).from)) sourceTo = node.to
        else if (isDrawable(node.node))
          tableMarks(node.node, state.doc, { from, to }, revealed.cells, { ranges, cells, tables, gaps })
      }
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
    tables: BlockWrapper.set(tables, true),
    atoms: RangeSet.of([...atoms, ...gaps], true),
  }
}

type LineAt = (position: number) => Line

/** Nodes come in the order of the text: most of them stand on the line of the one before. */
function linesOf(doc: Text): LineAt {
  let last = doc.lineAt(0)
  return (position) => (position >= last.from && position <= last.to ? last : (last = doc.lineAt(position)))
}

const VERBATIM: ReadonlySet<string> = new Set(CODE_BLOCKS)
export const FORMULAS: ReadonlySet<string> = new Set(['InlineMath', 'MathBlock'])

/** Styles the lines of a block; whether this node is one that has such a style. */
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

/** The picture of a block of code that is a diagram, behind its last fence. */
function diagramMark(block: SyntaxNode, state: EditorState, ranges: Range<Decoration>[]): void {
  const isClosed = block.getChildren('CodeMark').length > 1
  if (!isClosed || !drawsDiagrams(state) || !isDiagram(codeLanguageOf(state, block))) return
  const source = codeOf(state, block)
  if (source.trim() !== '') ranges.push(diagramWidget(source).range(block.to))
}

/** Signs around words. */
const MARKS: ReadonlySet<string> = new Set([
  ...['EmphasisMark', 'StrikethroughMark', 'HighlightMark', 'SuperscriptMark', 'SubscriptMark'],
  ...['WikiMark', 'FootnoteMark'],
])

/** Styles a word or a sentence, and hides the marks around it where the cursor is on another line. */
function decorate(
  node: SyntaxNodeRef,
  state: EditorState,
  lineAt: LineAt,
  revealed: Revealed,
  ranges: Range<Decoration>[],
): void {
  const { name, from, to } = node
  const { doc } = state
  const style = styles[name]
  if (style !== undefined) {
    if (to > from) ranges.push(style.range(from, to))
    return
  }
  const line = lineAt(from)
  const shown =
    revealed.lines.has(line.from) || revealed.cells.some((cell) => cell.from <= from && to <= cell.to)
  /** Hidden, or faint where the cursor is. */
  const quiet = (end: number, fromHere = from) => {
    if (end <= fromHere) return
    if (shown) ranges.push(faint.range(fromHere, end))
    else hide(fromHere, end, ranges)
  }
  if (MARKS.has(name)) return quiet(to)
  switch (name) {
    case 'HeaderMark':
      // The underline of a setext heading has a line of its own, which cannot vanish.
      if (from === line.from && to === line.to) ranges.push(faint.range(from, to))
      else if (from > line.from + 6) quiet(line.to, spaceBefore(doc, line.from, from))
      else quiet(spaceAfter(doc, to, line.to))
      return
    case 'QuoteMark':
      quiet(spaceAfter(doc, to, line.to, 1))
      return
    case 'CodeMark':
      if (node.node.parent?.name === 'InlineCode') quiet(to)
      else ranges.push(faint.range(from, to))
      return
    case 'WikiTarget':
      // The words that stand for it are read in its place.
      if (node.node.nextSibling?.nextSibling?.name === 'WikiWords') quiet(to)
      return
    case 'CalloutMark':
      calloutTitle(state, node.node, shown, ranges)
      return
    case 'CodeInfo':
    case 'MathMark':
    case 'FrontMatterMark':
    case 'TableDelimiter':
      if (to > from) ranges.push(faint.range(from, to))
      return
    case 'HardBreak':
      hardBreak(from, line, shown, ranges)
      return
    case 'Escape':
      quiet(from + 1)
      return
    case 'LinkMark':
    case 'URL':
    case 'LinkTitle':
    case 'LinkLabel':
      linkPart(node, doc, line, quiet)
      return
    case 'Image':
      image(node.node, state, line, shown, ranges)
      return
    case 'HorizontalRule':
      if (shown) ranges.push(faint.range(from, to))
      else ranges.push(ruleWidget.range(from, to))
      return
    case 'DefinitionMark':
      definitionMark(node, doc, line, ranges)
      return
    case 'ListMark':
      listMark(node, doc, line, shown, ranges)
      return
    case 'TaskMarker':
      taskMark(node, state, line, ranges)
      return
  }
}

function taskMark(
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

/**
 * Each piece that is hidden takes three elements on screen, so what follows on a hidden piece is hidden with it: the
 * brackets and the target of a link make one, not four.
 */
function hide(from: number, to: number, ranges: Range<Decoration>[]): void {
  const last = ranges.at(-1)
  if (last?.value === hidden && last.to === from) ranges[ranges.length - 1] = hidden.range(last.from, to)
  else ranges.push(hidden.range(from, to))
}

/** Drawn, unless the cursor is within it, or it is being typed; in a table the source is shown with that of the table. */
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

/** Two spaces at the end of a line, or a backslash; the sign beside them takes no room. */
function hardBreak(from: number, line: Line, shown: boolean, ranges: Range<Decoration>[]): void {
  if (from >= line.to) return
  const isBackslash = line.text.endsWith('\\')
  if (isBackslash && shown) ranges.push(faint.range(from, line.to))
  ranges.push((isBackslash && !shown ? hiddenBreak : brokenHere).range(from, line.to))
}

/** The target of a link is hidden with its brackets; a bare address stays. */
function linkPart(
  node: SyntaxNodeRef,
  doc: Text,
  { from, to }: Line,
  quiet: (end: number, begin?: number) => void,
): void {
  const parent = node.node.parent
  if (parent?.name === 'Image' || node.to > to) return
  if (parent?.name === 'Link') {
    // `[text][label]` and `[text]` without a target that is known: only brackets go.
    // What separates target, title and closing bracket goes with them.
    const before = node.node.prevSibling?.name
    const isInTarget = node.name !== 'LinkMark' || before === 'URL' || before === 'LinkTitle'
    quiet(node.to, isInTarget ? spaceBefore(doc, from, node.from) : node.from)
  } else if (parent?.name === 'Autolink' && node.name === 'LinkMark') quiet(node.to)
}

function listMark(
  node: SyntaxNodeRef,
  doc: Text,
  line: Line,
  shown: boolean,
  ranges: Range<Decoration>[],
): void {
  const { from, to } = node
  const ordered = node.node.parent?.parent?.name === 'OrderedList'
  const depth = depthOf(node)
  ranges.push(
    Decoration.line({ class: 'cm-item', attributes: { style: `--depth: ${depth}` } }).range(line.from),
  )
  const indent = /^\s*$/.test(doc.sliceString(line.from, from)) ? line.from : from
  if (indent < from) ranges.push(hidden.range(indent, from))
  const end = spaceAfter(doc, to, line.to, 1)
  if (!ordered && !shown && node.node.nextSibling?.name !== 'Task') ranges.push(bulletWidget.range(from, end))
  else ranges.push((shown || ordered ? itemMark : hiddenItemMark).range(from, end))
}

const itemMark = mark('cm-item-mark')
const definedLine = Decoration.line({ class: 'cm-item', attributes: { style: '--depth: 1' } })

/** The sign stays, as the number of an item does: nothing moves where the caret comes. */
function definitionMark(
  { from, to }: SyntaxNodeRef,
  doc: Text,
  line: Line,
  ranges: Range<Decoration>[],
): void {
  ranges.push(definedLine.range(line.from))
  if (line.from < from) ranges.push(hidden.range(line.from, from))
  ranges.push(itemMark.range(from, spaceAfter(doc, to, line.to, INDENT)))
}

/** What goes on in a definition stands so far in. */
const INDENT = 4

const hiddenItemMark = Decoration.replace({})

function depthOf(node: SyntaxNodeRef): number {
  let depth = 0
  for (let parent = node.node.parent; parent !== null; parent = parent.parent)
    if (parent.name === 'ListItem' || parent.name === 'Definition') depth += 1
  return depth
}

/** An empty line between two paragraphs is half a line high; further ones are whole, so that a typed line never moves. */
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
    if (
      text === '' &&
      previous !== '' &&
      at < doc.length &&
      !verbatim.some((block) => block.from <= at && at <= block.to)
    )
      ranges.push((/^#{1,6} /.test(previous) ? blankAfterHeading : blank).range(at))
    previous = text
    at += text.length + 1
  }
}

function touches(state: EditorState, from: number, to: number): boolean {
  return state.selection.ranges.some((range) => range.from <= to && range.to >= from && range.empty)
}

function spaceAfter(doc: Text, at: number, end: number, most = 100): number {
  const rest = doc.sliceString(at, Math.min(end, at + most))
  return at + (/^[ \t]*/.exec(rest)?.[0].length ?? 0)
}

function spaceBefore(doc: Text, lineFrom: number, at: number, most = 100): number {
  const before = doc.sliceString(Math.max(lineFrom, at - most), at)
  let length = before.length
  while (length > 0 && ' \t'.includes(before.charAt(length - 1))) length--
  return at - before.length + length
}
