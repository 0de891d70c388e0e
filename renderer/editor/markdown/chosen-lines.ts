import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type Line,
  type StateCommand,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { askAround, type SyntaxNode } from './syntax'

/** Scrolls the cursor into view, and as much as possible of the text up to the end of the block. */
export const seenTo = (end: number, cursor: number) =>
  EditorView.scrollIntoView(EditorSelection.range(end, cursor), { yMargin: 16 })

/**
 * Makes changes and keeps the selection around the same words. `moved` sets another selection, `end` the position up to
 * which the text is scrolled into view.
 */
export function change(
  state: EditorState,
  dispatch: Parameters<StateCommand>[0]['dispatch'],
  specs: ChangeSpec[],
  moved?: (position: number) => number,
  end?: number,
): void {
  const changes = state.changes(specs)
  const to = (position: number, side: 1 | -1) => moved?.(position) ?? changes.mapPos(position, side)
  const selection = EditorSelection.create(
    state.selection.ranges.map(({ anchor, head }) => {
      const isForward = anchor <= head
      return anchor === head
        ? EditorSelection.cursor(to(head, 1))
        : EditorSelection.range(to(anchor, isForward ? 1 : -1), to(head, isForward ? -1 : 1))
    }),
    state.selection.mainIndex,
  )
  const effects = end === undefined ? [] : seenTo(end, selection.main.head)
  dispatch(state.update({ changes, selection, effects, scrollIntoView: true, userEvent: 'input.format' }))
}

/**
 * Whether a sign before the selected lines would break table rows.
 *
 * @param isForWhole whether the sign can also be put before a table as a whole
 */
export function tearsTable(state: EditorState, isForWhole: boolean): boolean {
  const chosen = new Set(chosenLines(state).map(({ from }) => from))
  return [...chosen].some((from) => {
    const found = askAround(state, from, 1, (node) => (node.name === 'Table' ? node : null))
    if (found === null) return false
    const { doc } = state
    const ends = [doc.lineAt(found.from).from, doc.lineAt(Math.min(found.to, doc.length)).from]
    return !isForWhole || ends.some((end) => !chosen.has(end))
  })
}

/** Blocks that a sign before some of their lines would break, or would include without showing it. */
const WHOLE: ReadonlySet<string> = new Set([
  'Paragraph',
  'SetextHeading1',
  'SetextHeading2',
  'FencedCode',
  'MathBlock',
])

/** The lines of the paragraphs and other blocks that the selection touches, each once. */
export function wholeBlocks(state: EditorState): readonly Line[] {
  const { doc, selection } = state
  const blockAt = (place: number): Span => {
    const line = doc.lineAt(place)
    const end = line.from + line.text.trimEnd().length
    const ask = (node: SyntaxNode) => (WHOLE.has(node.name) && node.to >= line.from ? node : null)
    return askAround(state, end, -1, ask) ?? line
  }
  return chosenLines(
    state,
    selection.ranges.map(({ from, to }) => {
      const [first, last] = [blockAt(from), blockAt(to)]
      return { from: Math.min(from, first.from), to: Math.max(to, last.to) }
    }),
  )
}

/** The lines that the selection touches, each once. */
export function chosenLines(
  state: EditorState,
  ranges: readonly Span[] = state.selection.ranges,
): readonly Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to } of ranges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at)
      lines.set(line.number, line)
      at = line.to + 1
    }
  return [...lines.values()].sort((a, b) => a.number - b.number)
}
