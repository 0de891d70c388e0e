import { trimEndOf } from '../../../shared/text/trim'
import { syntaxTree } from '@codemirror/language'
import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { askAround, isWithin, type SyntaxNode } from './syntax'

type Mark = '**' | '*' | '==' | '~~' | '$'

/** What the words between two marks are, and the marks themselves, in the tree of a text. */
const NODES: Readonly<Record<Mark, { readonly name: string; readonly mark: string }>> = {
  '**': { name: 'StrongEmphasis', mark: 'EmphasisMark' },
  '*': { name: 'Emphasis', mark: 'EmphasisMark' },
  '==': { name: 'Highlight', mark: 'HighlightMark' },
  '~~': { name: 'Strikethrough', mark: 'StrikethroughMark' },
  $: { name: 'InlineMath', mark: 'MathMark' },
}
/** What stands before a cursor after a space that was typed within such marks. */
const OPEN: Readonly<Record<Mark, RegExp>> = {
  '**': /\*\*[^\s*][^*]*\s$/,
  '*': /(?:^|[^*])\*[^\s*][^*]*\s$/,
  '==': /==[^\s=][^=]*\s$/,
  '~~': /~~[^\s~][^~]*\s$/,
  $: /\$[^\s$][^$]*\s$/,
}

/**
 * A mark such as bold or italic on and off. Selected words get the mark paragraph by paragraph, without the space around
 * them, or lose it where all have it. At a cursor it goes around the word; without a word the marks are begun, and ended
 * by the next press.
 */
export function toggleMark(mark: Mark): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const change = state.changeByRange((range) =>
      range.empty ? atCursor(state, range.head, mark) : overWords(state, range, mark),
    )
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
    return true
  }
}

/** Whether all selected words have the mark, so that the next press takes it away. */
export function hasMark(state: EditorState, mark: Mark): boolean {
  const pieces = state.selection.ranges.flatMap(({ from, to }) => markPieces(state, from, to))
  return pieces.length > 0 && pieces.every(({ from, to }) => nodeAround(state, from, to, mark) !== undefined)
}

interface Changed {
  readonly changes: ChangeSpec
  readonly range: SelectionRange
}

const cursorAt = (changes: ChangeSpec, head: number): Changed => ({
  changes,
  range: EditorSelection.cursor(head),
})

function atCursor(state: EditorState, head: number, mark: Mark): Changed {
  const size = mark.length
  const line = state.doc.lineAt(head)
  const [before, after] = [line.text.slice(0, head - line.from), line.text.slice(head - line.from)]
  const sign = mark.charAt(0)
  const isBefore = hasRun(before.length - trimEndOf(before, sign).length, mark)
  let run = 0
  while (after.charAt(run) === sign) run++
  const isAfter = hasRun(run, mark)
  if (isBefore && isAfter) return cursorAt({ from: head - size, to: head + size }, head - size)
  const space = before.slice(before.trimEnd().length)
  if (isAfter && isOpen(state, head, before, mark)) {
    // The space that was typed inside belongs behind the mark: before it, it would be no mark.
    const from = head - space.length
    return cursorAt({ from, to: head + size, insert: mark + space }, head + size)
  }
  const node = nodeAround(state, head, head, mark)
  if (node !== undefined && node.to === head) return cursorAt([], head - size)
  if (node !== undefined && node.from < head) {
    const changes = state.changes(marksOf(node, mark))
    return cursorAt(changes, changes.mapPos(head))
  }
  const word = state.wordAt(head)
  if (word === null) return cursorAt({ from: head, insert: mark + mark }, head + size)
  const changes = [
    { from: word.from, insert: mark },
    { from: word.to, insert: mark },
  ]
  return cursorAt(changes, head + size)
}

/** `***` is both marks, `**` around a word is not `*` around it. */
const hasRun = (length: number, mark: Mark): boolean =>
  mark === '*' ? length === 1 || length >= 3 : length >= mark.length

/** Whether the mark after the cursor ends what the cursor is in. */
function isOpen(state: EditorState, head: number, before: string, mark: Mark): boolean {
  const node = nodeAround(state, head, head, mark)
  if (node !== undefined && node.from < head && head < node.to) return head >= node.to - 3
  return OPEN[mark].test(before)
}

function overWords(state: EditorState, range: SelectionRange, mark: Mark): Changed {
  const pieces = markPieces(state, range.from, range.to)
  const nodes = pieces.map(({ from, to }) => nodeAround(state, from, to, mark))
  const isOn = pieces.length > 0 && nodes.every((node) => node !== undefined)
  const specs = pieces.flatMap((piece, index) => {
    const node = nodes[index]
    if (isOn && node !== undefined) return withoutMark(state, node, piece, mark)
    return node === undefined ? withMark(state, piece, mark) : []
  })
  const changes = state.changes(specs)
  const [from, to] = [changes.mapPos(range.from, 1), changes.mapPos(range.to, -1)]
  const isForward = range.anchor <= range.head
  return { changes, range: isForward ? EditorSelection.range(from, to) : EditorSelection.range(to, from) }
}

function withMark(state: EditorState, { from, to }: Span, mark: Mark): ChangeSpec[] {
  const changes: ChangeSpec[] = [
    { from, insert: mark },
    { from: to, insert: mark },
  ]
  // Within its own kind a mark would end the outer one.
  syntaxTree(state).iterate({
    from,
    to,
    enter(node) {
      if (node.name === NODES[mark].name && node.from >= from && node.to <= to)
        changes.push(...marksOf(node.node, mark))
    },
  })
  return changes
}

/** What is before and after the piece keeps the mark. */
function withoutMark(state: EditorState, node: SyntaxNode, piece: Span, mark: Mark): ChangeSpec[] {
  const [open, close] = marksOf(node, mark)
  if (open === undefined || close === undefined) return []
  const left = state.sliceDoc(open.to, Math.max(open.to, piece.from)).trimEnd().length
  const rest = state.sliceDoc(Math.min(close.from, piece.to), close.from)
  const right = rest.trimStart().length
  return [
    left === 0 ? open : { from: open.to + left, insert: mark },
    right === 0 ? close : { from: close.from - right, insert: mark },
  ]
}

/** The marks of a node, which may be underscores. */
function marksOf(node: SyntaxNode, mark: Mark): Span[] {
  const marks = node.getChildren(NODES[mark].mark).map(({ from, to }) => ({ from, to }))
  const [open, close] = [marks[0], marks.at(-1)]
  return open === undefined || close === undefined ? [] : [open, close]
}

/** The node of a mark that holds a piece, or is held by it. */
function nodeAround(state: EditorState, from: number, to: number, mark: Mark): SyntaxNode | undefined {
  const ask = (node: SyntaxNode) =>
    node.name === NODES[mark].name && node.from <= from && node.to >= to ? node : null
  return (
    askAround(state, from, 1, ask) ??
    askAround(state, from, -1, ask) ??
    askAround(state, to, -1, ask) ??
    undefined
  )
}

/** Before the words of a line: signs of headings, quotations, items and tasks. */
const BLOCK_MARKS = /^(?:\s|>|#{1,6}\s|[-*+]\s(?:\[[ xX]\]\s)?|\d+[.)]\s)*/
const TABLE: ReadonlySet<string> = new Set(['Table'])

/** The words of a passage that a mark can stand around: line by line, in a table cell by cell, without space at the ends. */
export function markPieces(state: EditorState, from: number, to: number): readonly Span[] {
  const pieces: Span[] = []
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at)
    const words = Math.max(from, line.from + (BLOCK_MARKS.exec(line.text)?.[0].length ?? 0))
    const end = Math.min(to, line.to)
    const bars = isWithin(state, line.to, TABLE) ? /[^|]+/g : /.+/g
    for (const { index, 0: part } of state.sliceDoc(words, Math.max(words, end)).matchAll(bars)) {
      const begin = words + index + part.length - part.trimStart().length
      if (part.trim() !== '') pieces.push({ from: begin, to: begin + part.trim().length })
    }
    at = line.to + 1
  }
  return pieces
}

/** Makes a link of the selected words, without the space around them; an address becomes the target. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  const change = state.changeByRange((range) => {
    const pieces = range.empty ? [state.wordAt(range.head) ?? range] : markPieces(state, range.from, range.to)
    const from = pieces[0]?.from ?? range.to
    const to = pieces.at(-1)?.to ?? range.to
    const inner = state.sliceDoc(from, to)
    const isAddress = /^(https?:\/\/|mailto:)\S+$/.test(inner)
    const insert = isAddress ? `[](${inner})` : `[${inner}]()`
    const cursor = isAddress || inner === '' ? from + 1 : from + inner.length + 3
    return { changes: { from, to, insert }, range: EditorSelection.cursor(cursor) }
  })
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
  return true
}
