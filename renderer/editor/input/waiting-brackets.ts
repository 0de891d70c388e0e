import { MapMode, StateField, type EditorState, type Extension, type Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Where brackets wait that Enter has put on a line of their own: pressed between two brackets, it leaves the closing one
 * below the cursor. (CodeMirror steps over a bracket that was closed by itself only in its first line.)
 */
const waiting = StateField.define<readonly number[]>({
  create: () => [],
  update(before, transaction) {
    const { changes, docChanged, selection, state } = transaction
    const moved = docChanged
      ? before.map((place) => changes.mapPos(place, 1, MapMode.TrackAfter)).filter((place) => place !== null)
      : before
    // One that the cursor went past is done.
    const open = docChanged || selection ? moved.filter((place) => place >= state.selection.main.head) : moved
    const put = putBy(transaction)
    return put.length === 0 ? open : [...open, ...put]
  },
})

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const RUN_MAX = 20

/** The bracket that Enter has put below, and those right behind it. */
function putBy(transaction: Transaction): readonly number[] {
  const { changes, startState, state } = transaction
  if (!transaction.docChanged || !transaction.isUserEvent('input')) return []
  const places: number[] = []
  changes.iterChanges((from, to, _from, at, inserted) => {
    const close = CLOSING[startState.sliceDoc(from - 1, from)]
    if (inserted.lines !== 3 || close === undefined || startState.sliceDoc(to, to + 1) !== close) return
    if (inserted.toString().trim() !== '') return
    const [run = ''] = /^[)\]}]*/.exec(state.sliceDoc(at, at + RUN_MAX)) ?? []
    for (let index = 0; index < run.length; index++) places.push(at + index)
  })
  return places
}

/** A writer who types the bracket that waits in the next line has typed that one. */
export const waitingBrackets = (): Extension => [
  waiting,
  EditorView.inputHandler.of((view, from, to, typed) => {
    const { state } = view
    if (!/^[)\]}]$/.test(typed) || from !== to || state.readOnly || view.compositionStarted) return false
    const place = state.selection.ranges.length === 1 ? placeOf(state, from, typed) : undefined
    if (place === undefined) return false
    const line = state.doc.lineAt(from)
    const below = state.doc.lineAt(place)
    view.dispatch({
      changes: { from: line.from, to: below.from },
      selection: { anchor: place + 1 - (below.from - line.from) },
      scrollIntoView: true,
      userEvent: 'input.type',
    })
    return true
  }),
]

/** The waiting bracket that is meant: right behind the cursor, or the first sign of the line below an empty one. */
function placeOf(state: EditorState, at: number, typed: string): number | undefined {
  const isMeant = (place: number) =>
    state.field(waiting).includes(place) && state.sliceDoc(place, place + 1) === typed
  if (isMeant(at)) return at
  const line = state.doc.lineAt(at)
  if (line.number === state.doc.lines || !EMPTY.test(line.text)) return undefined
  const below = state.doc.line(line.number + 1)
  const place = below.from + (EMPTY_START.exec(below.text)?.[0].length ?? 0)
  return isMeant(place) ? place : undefined
}

/** In a quotation its marks begin the line. */
const EMPTY = /^[ \t>]*$/
const EMPTY_START = /^[ \t>]*/
