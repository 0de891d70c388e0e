import type { EditorState, Extension, Range } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { onScreen } from './on-screen'

/**
 * The maximum number of marks of one kind rendered in a line. Each is an element, and all of them are laid out again at
 * each key: 2,000 in one line cost 90 ms a key, 5,000 several seconds, and pages with more have been killed by the
 * system.
 */
const MARKS_IN_LINE_MAX = 500
/** The rendered part moves on in steps of this many marks, not at each key. */
const STEP = 100

type Marks = Range<Decoration>[]

/**
 * The marks of a set to render: all of a line with up to `MARKS_IN_LINE_MAX`, else as many around the first of these
 * offsets that is in the line, or else around the middle of its visible part.
 */
export function drawnMarks(
  { state, visibleRanges }: EditorView,
  set: DecorationSet,
  looks: readonly number[],
): DecorationSet {
  const drawn: Marks = []
  let marks: Marks = []
  let line = { from: -1, to: -1 }
  let isPart = false
  const finishLine = () => {
    isPart ||= marks.length > MARKS_IN_LINE_MAX
    drawn.push(...nearest(marks, looks, line))
    marks = []
  }
  let seen = -1
  for (const visible of visibleRanges) {
    for (const at = set.iter(visible.from); at.value !== null && at.from <= visible.to; at.next()) {
      // A mark that spans several visible ranges was handled in the first of them.
      if (at.from <= seen) continue
      if (at.from > line.to) {
        finishLine()
        line = state.doc.lineAt(at.from)
      }
      marks.push(at.value.range(at.from, at.to))
    }
    seen = visible.to
  }
  finishLine()
  return isPart ? Decoration.set(drawn) : set
}

function nearest(marks: Marks, looks: readonly number[], line: Span): Marks {
  const count = marks.length
  if (count <= MARKS_IN_LINE_MAX) return marks
  const look = looks.find((at) => at >= line.from && at <= line.to)
  const index = look === undefined ? Math.floor(count / 2) : marks.findIndex(({ to }) => to >= look)
  const middle = Math.floor((index < 0 ? count : index) / STEP) * STEP
  const first = Math.max(0, Math.min(middle - MARKS_IN_LINE_MAX / 2, count - MARKS_IN_LINE_MAX))
  return marks.slice(first, first + MARKS_IN_LINE_MAX)
}

/**
 * Renders the marks of a state, limited per line as in `drawnMarks`; `looksOf` returns the offsets that the writer is
 * looking at.
 */
export const drawsMarks = (
  marksOf: (state: EditorState) => DecorationSet,
  looksOf: (state: EditorState) => readonly number[] = ({ selection }) => [selection.main.head],
): Extension =>
  onScreen({
    draw: (view) => drawnMarks(view, marksOf(view.state), looksOf(view.state)),
    isStale: ({ state, startState, selectionSet }) => selectionSet || marksOf(state) !== marksOf(startState),
  })
