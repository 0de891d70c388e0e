import { EditorState, MapMode, StateField, Transaction, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { CODE_BLOCKS, hasNoWords, isWithin } from '../markdown/syntax'

/**
 * The positions of automatically inserted closing signs after the cursor. Enter between two brackets in code moves the
 * closing one below the cursor. (CodeMirror steps over such a bracket only in its first line.)
 */
const closers = StateField.define<readonly number[]>({
  create: () => [],
  update(before, transaction) {
    const { changes, docChanged, selection, startState, state } = transaction
    const { head } = state.selection.main
    // Forgets signs that the cursor has passed, and those of a line that it has left.
    if (!docChanged) {
      const left = selection && state.doc.lineAt(startState.selection.main.head)
      const isLeft = left && (head < left.from || head > left.to)
      return before.filter((place) => place >= head && !(isLeft && place <= left.to))
    }
    const open = before
      .flatMap((place) => changes.mapPos(place, 1, MapMode.TrackAfter) ?? [])
      .filter((place) => place >= head)
    return [...closedBy(transaction), ...open]
  },
})

/** The positions of signs that typing inserted after the cursor. */
function closedBy(transaction: Transaction): readonly number[] {
  const { changes, state } = transaction
  if (!transaction.isUserEvent('input.type')) return []
  const { head } = state.selection.main
  const places: number[] = []
  changes.iterChanges((_from, _to, from, to) => {
    if (from <= head) for (let place = head; place < to; place++) places.push(place)
  })
  return places
}

/** The end of the closing signs after a position, with only spaces and quotation marks of blocks before them. */
export function closersEnd(state: EditorState, place: number): number {
  let end = place
  for (const closer of state.field(closers, false) ?? [])
    if (closer >= end && hasNoWords(state.sliceDoc(end, closer))) end = closer + 1
  return end
}

/**
 * Enter does not take automatically inserted signs to the next line, where nobody wrote them. Between brackets in code,
 * the closing one waits below.
 */
const leftBehind = EditorState.transactionFilter.of((transaction) => {
  const { changes, docChanged, newDoc, newSelection, startState } = transaction
  if (!docChanged || transaction.annotation(Transaction.userEvent) !== 'input') return transaction
  const { main, ranges } = startState.selection
  const lines = newDoc.lines - startState.doc.lines
  const waiting = startState.field(closers).filter((place) => place >= main.to)
  const run = waiting.findIndex((place, index) => place !== main.to + index)
  const length = run < 0 ? waiting.length : run
  if (lines < 1 || length === 0 || ranges.length > 1) return transaction
  if (lines > 1 && isWithin(startState, main.head, CODE_BLOCKS)) return transaction
  const from = newSelection.main.head
  return [transaction, { changes: { from, to: changes.mapPos(main.to + length) }, sequential: true }]
})

/**
 * A writer who types the sign that waits after the cursor, or the bracket that waits in the next line, types over it.
 */
export const stepsOverClosers = (): Extension => [
  closers,
  leftBehind,
  EditorView.inputHandler.of((view, from, to, typed) => {
    const { state } = view
    if (typed.length !== 1 || from !== to || state.readOnly || view.compositionStarted) return false
    const place = state.selection.ranges.length === 1 ? placeOf(state, from, typed) : undefined
    if (place === undefined) return false
    const line = state.doc.lineAt(from)
    const below = state.doc.lineAt(place)
    view.dispatch({
      // The typed sign is inserted and the waiting one removed, because the text that it ends is still being typed and
      // redo must lead to after it.
      changes: [
        { from: line.from, to: below.from },
        { from: place, insert: typed },
        { from: place, to: place + 1 },
      ],
      selection: { anchor: place + 1 - (below.from - line.from) },
      scrollIntoView: true,
      // Nothing changes visibly; CodeMirror adds composed text to the previous undo step.
      userEvent: place === from ? 'input.type.compose' : 'input.type',
    })
    return true
  }),
]

/**
 * The position of the waiting sign: directly after the cursor, or a bracket that begins the line below an empty one.
 */
function placeOf(state: EditorState, at: number, typed: string): number | undefined {
  const isMeant = (place: number) =>
    state.field(closers).includes(place) && state.sliceDoc(place, place + 1) === typed
  if (isMeant(at)) return at
  if (!/[)\]}]/.test(typed)) return undefined
  const line = state.doc.lineAt(at)
  if (line.number === state.doc.lines || !hasNoWords(line.text)) return undefined
  const below = state.doc.line(line.number + 1)
  const place = below.from + (EMPTY_START.exec(below.text)?.[0].length ?? 0)
  return isMeant(place) ? place : undefined
}

/** In a quotation, its marks begin the line. */
const EMPTY_START = /^[ \t>]*/
