import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type Line,
  type StateCommand,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { askAround } from './syntax'

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

/** The lines that the selection touches, each once. */
export function chosenLines(state: EditorState): readonly Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to } of state.selection.ranges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at)
      lines.set(line.number, line)
      at = line.to + 1
    }
  return [...lines.values()].sort((a, b) => a.number - b.number)
}
