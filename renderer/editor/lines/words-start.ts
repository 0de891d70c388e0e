import { EditorSelection, EditorState, Prec, type SelectionRange } from '@codemirror/state'
import { Direction, keymap, type Command, type EditorView } from '@codemirror/view'
import { LINE_MARKS } from '../../../shared/markdown/grammar/signs'
import { walkSyntax } from '../markdown/syntax'
import { tableAt } from '../tables/table-model'

/** The beginning of the words of a line, after the marks of quotations, list items, tasks and headings. */
export function wordsStart(state: EditorState, place: number): number {
  const line = state.doc.lineAt(place)
  let start = line.from
  walkSyntax(state, line.from, line.to, ({ name, from, to }) => {
    const isNext = from >= start && to <= line.to && state.sliceDoc(start, from).trim() === ''
    // A line that is only the underline of a heading has no words.
    if (LINE_MARKS.has(name) && isNext && !(name === 'HeaderMark' && to === line.to)) start = to
  })
  return start + (/^[ \t]*/.exec(line.text.slice(start - line.from))?.[0].length ?? 0)
}

/**
 * Home goes to the words of a line, and from there to its beginning. In a wrapped line it goes to the edge of the
 * screen line first.
 */
const toWords =
  (extend: boolean): Command =>
  (view) => {
    const { ranges, mainIndex } = view.state.selection
    const next = ranges.map((range) => {
      const head = startOf(view, range)
      return extend ? EditorSelection.range(range.anchor, head) : EditorSelection.cursor(head, 1)
    })
    const selection = EditorSelection.create(next, mainIndex)
    view.dispatch({ selection, scrollIntoView: true, userEvent: 'select' })
    return true
  }

function startOf(view: EditorView, range: SelectionRange): number {
  const { head } = range
  const words = wordsStart(view.state, head)
  const edge = view.moveToLineBoundary(range, false).head
  if (edge > words && edge !== head && !isAtOnePlace(view, words, edge)) return edge
  return head === words ? view.state.doc.lineAt(head).from : words
}

/** Whether nothing is drawn between two positions, because all that is there are hidden marks. */
function isAtOnePlace(view: EditorView, from: number, to: number): boolean {
  const [one, other] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)]
  return one !== null && other !== null && one.top === other.top && Math.abs(one.left - other.left) < 1
}

/**
 * End goes behind the marks at the end of a line also while they are hidden, as it does where they show. Everywhere
 * else the key is left to CodeMirror.
 */
const toLineEnd =
  (extend: boolean): Command =>
  (view) => {
    const { doc, selection } = view.state
    const next = selection.ranges.map((range) => {
      const { head } = view.moveToLineBoundary(range, true)
      const line = doc.lineAt(head)
      const isBefore =
        head < line.to && tableAt(view.state, head) === null && isAtOnePlace(view, head, line.to)
      if (!isBefore) return undefined
      return extend ? EditorSelection.range(range.anchor, line.to) : EditorSelection.cursor(line.to)
    })
    if (!next.every((range) => range !== undefined)) return false
    const moved = EditorSelection.create(next, selection.mainIndex)
    view.dispatch({ selection: moved, scrollIntoView: true, userEvent: 'select' })
    return true
  }

const leftToRight =
  (command: Command): Command =>
  (view) =>
    view.textDirectionAt(view.state.selection.main.head) === Direction.LTR && command(view)

/** With rendered or hidden marks, the beginning of the words is what a writer means by the beginning of a line. */
export const lineEdgeKeys = Prec.high(
  keymap.of([
    { key: 'End', run: toLineEnd(false), shift: toLineEnd(true) },
    { mac: 'Cmd-ArrowRight', run: leftToRight(toLineEnd(false)), shift: leftToRight(toLineEnd(true)) },
    { key: 'Home', run: toWords(false), shift: toWords(true) },
    { mac: 'Cmd-ArrowLeft', run: leftToRight(toWords(false)), shift: leftToRight(toWords(true)) },
  ]),
)

/**
 * A caret that moves sideways into the next line stops after its marks, as it does when moving down. From there it can
 * move before them.
 */
export const stepsBehindMarks = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, docChanged, selection } = transaction
  if (docChanged || selection === undefined || !transaction.isUserEvent('select')) return transaction
  if (transaction.isUserEvent('select.pointer')) return transaction
  const old = state.selection.ranges
  if (old.length !== selection.ranges.length) return transaction
  const ranges = selection.ranges.map((range, index) => {
    const from = old[index]
    const isStep = range.empty && from?.empty === true && range.goalColumn === undefined
    const { doc } = state
    const line = doc.lineAt(range.head)
    if (!isStep || range.head !== line.from || doc.lineAt(from.head).number !== line.number - 1) return range
    return EditorSelection.cursor(wordsStart(state, line.from), 1)
  })
  if (ranges.every((range, index) => range === selection.ranges[index])) return transaction
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex) }]
})
