import { EditorSelection, type SelectionRange } from '@codemirror/state'
import { EditorView, keymap, type Command } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { isFolded } from '../folding/folds'

/**
 * Makes Up and Down stop at every line. CodeMirror looks half a line ahead, which is beyond a line with a lower height,
 * such as an empty one under a heading, or a rule.
 */
export const lineSteps = keymap.of([
  { key: 'ArrowUp', run: step(false, false), shift: step(false, true) },
  { key: 'ArrowDown', run: step(true, false), shift: step(true, true) },
])

/** Leaves the key to CodeMirror unless it would go elsewhere. */
function step(forward: boolean, extend: boolean): Command {
  return (view) => {
    const { ranges, mainIndex } = view.state.selection
    let differs = false
    const next = ranges.map((range) => {
      if (!range.empty && !extend) return range
      const { to, differs: isOther } = besideIt(view, range, forward)
      if (isOther) differs = true
      const { head, assoc, goalColumn } = to
      return extend
        ? EditorSelection.range(range.anchor, head, goalColumn)
        : EditorSelection.cursor(head, assoc, undefined, goalColumn)
    })
    if (!differs) return false
    const selection = EditorSelection.create(next, mainIndex)
    view.dispatch({ selection, scrollIntoView: true, userEvent: 'select' })
    return true
  }
}

/** The position one line below or above. `differs`: CodeMirror would go past it or stop before it. */
export function besideIt(
  view: EditorView,
  range: SelectionRange,
  forward: boolean,
): { readonly to: SelectionRange; readonly differs: boolean } {
  const asIs = view.moveVertically(range, forward)
  const moved = isBehindGap(view, range)
    ? view.moveVertically(EditorSelection.cursor(range.head, 1), forward)
    : asIs
  const stop = passedLine(view, range, moved, forward)
  return { to: stop ?? moved, differs: stop !== undefined || moved.head !== asIs.head }
}

/**
 * Whether the cursor is at the beginning of words that are at some distance from what precedes them, such as a list
 * mark. It is displayed at the words, but on its way up CodeMirror would start from the mark.
 */
function isBehindGap(view: EditorView, { head, assoc, goalColumn }: SelectionRange): boolean {
  if (assoc !== 0 || goalColumn !== undefined) return false
  const [before, after] = [view.coordsAtPos(head, -1), view.coordsAtPos(head, 1)]
  return before !== null && after !== null && before.bottom > after.top && before.right < after.left - 1
}

/** The position in the next line if a step would go past that line. */
function passedLine(
  view: EditorView,
  from: SelectionRange,
  to: SelectionRange,
  forward: boolean,
): SelectionRange | undefined {
  const { doc } = view.state
  const [start, end] = [doc.lineAt(from.head).number, doc.lineAt(to.head).number]
  const by = forward ? 1 : -1
  let next = start + by
  while ((end - next) * by > 0 && isGoneOver(view, doc.line(next))) next += by
  if ((end - next) * by <= 0) return undefined
  const line = doc.line(next)
  if (isFolded(view.state, line.to)) return undefined
  const { top, bottom } = view.lineBlockAt(line.from)
  const goal = to.goalColumn ?? from.goalColumn ?? 0
  const x = view.contentDOM.getBoundingClientRect().left + goal
  const place = view.posAtCoords({ x, y: view.documentTop + (top + bottom) / 2 }, false)
  const head = outOfAtom(view, line, Math.min(Math.max(place, line.from), line.to))
  return EditorSelection.cursor(head, 0, undefined, goal)
}

/** Whether the cursor never stops in a line: the delimiter row of a rendered table. */
const isGoneOver = (view: EditorView, line: Span): boolean =>
  atomsAt(view, line.from, line.to).some(({ from, to }) => from < line.from && line.to < to)

/**
 * The end of the hidden range around a position that is still in the same line: the hidden end of a table row continues
 * in the next line.
 */
function outOfAtom(view: EditorView, line: Span, place: number): number {
  const atom = atomsAt(view, place, place).find(({ from, to }) => from < place && place < to)
  if (atom === undefined) return place
  return atom.from >= line.from ? atom.from : atom.to
}

function atomsAt(view: EditorView, start: number, end: number): readonly Span[] {
  const atoms: Span[] = []
  for (const rangesOf of view.state.facet(EditorView.atomicRanges))
    rangesOf(view).between(start, end, (from, to) => void atoms.push({ from, to }))
  return atoms
}
