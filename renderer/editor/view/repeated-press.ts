import {
  EditorSelection,
  findClusterBreak,
  type EditorState,
  type Extension,
  type SelectionRange,
} from '@codemirror/state'
import { EditorView, type MouseSelectionStyle } from '@codemirror/view'
import type { Place } from '../tables/cell-place'
import { wordsAt } from '../tables/cell-spans'
import { tableAt } from '../tables/table-model'

interface FirstPress {
  readonly x: number
  readonly y: number
  readonly place: Place
  /** Whether the press was in a rendered table. */
  readonly isInRow: boolean
}

/** The maximum distance in px between repeated clicks on one spot. */
const SPOT_PX = 6

/**
 * Makes a double and a triple click refer to the position of the first click: marks become visible between the clicks
 * and move the words under the pointer.
 */
export function repeatedPress(): Extension {
  let first: FirstPress | undefined
  return [
    EditorView.mouseSelectionStyle.of((view, event) => {
      if (event.button !== 0) return null
      if (event.detail > 1) return first && isNear(first, event) ? styleFrom(view, first, event) : null
      const { clientX: x, clientY: y, target } = event
      const isInRow = target instanceof Element && target.closest('.cm-table-row') !== null
      first = { x, y, isInRow, place: view.posAndSideAtCoords({ x, y }, false) }
      return null
    }),
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) first = undefined
    }),
  ]
}

const isNear = (spot: { readonly x: number; readonly y: number }, event: MouseEvent): boolean =>
  Math.hypot(event.clientX - spot.x, event.clientY - spot.y) <= SPOT_PX

/** Selects words or lines from the first position to the pointer. */
function styleFrom(view: EditorView, { place, isInRow }: FirstPress, press: MouseEvent): MouseSelectionStyle {
  const isDouble = press.detail === 2
  const rangeAt = (state: EditorState, at: Place) =>
    (isInRow ? inCell(state, at, isDouble) : undefined) ?? (isDouble ? wordAt : lineAt)(state, at)
  const spot = { x: press.clientX, y: press.clientY }
  let start = place
  let before = view.state.selection
  return {
    update({ docChanged, changes }) {
      if (!docChanged) return
      start = { ...start, pos: changes.mapPos(start.pos) }
      before = before.map(changes)
    },
    get(event, extend, multiple) {
      const { clientX: x, clientY: y } = event
      const [from, to] = [
        rangeAt(view.state, start),
        rangeAt(view.state, isNear(spot, event) ? start : view.posAndSideAtCoords({ x, y }, false)),
      ]
      const [anchor, head] = to.from < from.from ? [from.to, to.from] : [from.from, Math.max(from.to, to.to)]
      const range = EditorSelection.range(anchor, head)
      if (extend) return before.replaceRange(before.main.extend(range.from, range.to))
      return multiple ? before.addRange(range) : EditorSelection.create([range])
    },
  }
}

/** The range of adjacent characters of one kind: a word, spaces, or punctuation. */
function wordAt(state: EditorState, { pos, assoc }: Place): SelectionRange {
  const { text, from: start, length } = state.doc.lineAt(pos)
  if (length === 0) return EditorSelection.cursor(pos)
  const kindOf = state.charCategorizer(pos)
  const at = pos - start
  const isBefore = at === length || (assoc < 0 && at > 0)
  let from = isBefore ? findClusterBreak(text, at, false) : at
  let to = isBefore ? at : findClusterBreak(text, at)
  const kind = kindOf(text.slice(from, to))
  while (from > 0) {
    const next = findClusterBreak(text, from, false)
    if (kindOf(text.slice(next, from)) !== kind) break
    from = next
  }
  while (to < length) {
    const next = findClusterBreak(text, to)
    if (kindOf(text.slice(to, next)) !== kind) break
    to = next
  }
  return EditorSelection.range(from + start, to + start)
}

/** The line including its line break. */
function lineAt({ doc }: EditorState, { pos }: Place): SelectionRange {
  const { from, to } = doc.lineAt(pos)
  return EditorSelection.range(from, Math.min(to + 1, doc.length))
}

/**
 * A word of the cell at this position, the nearest one if the click was beside its words, or the whole content. More
 * than a cell would switch the table to its source. Undefined outside a cell.
 */
function inCell(state: EditorState, { pos, assoc }: Place, isWord: boolean): SelectionRange | undefined {
  const table = tableAt(state, pos)
  const words = table === null ? undefined : wordsAt(table, state.doc, pos)
  if (words === undefined) return undefined
  const { from, to } = words
  if (!isWord || from === to) return EditorSelection.range(from, to)
  const at = Math.min(Math.max(pos, from), to)
  const word = wordAt(state, { pos: at, assoc: at === to ? -1 : at === from ? 1 : assoc })
  return EditorSelection.range(Math.max(word.from, from), Math.min(word.to, to))
}
