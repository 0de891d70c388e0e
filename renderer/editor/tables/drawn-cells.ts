import {
  EditorSelection,
  EditorState,
  Prec,
  type Extension,
  type SelectionRange,
  type TransactionSpec,
} from '@codemirror/state'
import { EditorView, keymap, ViewPlugin, type Command } from '@codemirror/view'
import { cellCopy } from './cell-clipboard'
import { deletable, openCell } from './cell-spans'
import { draggedCells } from './dragged-cells'
import { drawsTables, keepsBars } from './kept-cells'
import { tableAt } from './table-model'

/** Deleting keys: the bars of a rendered table are hidden, so none of these keys may remove one. */
const DELETING = ['delete.backward', 'delete.forward']

/** A deletion by key that begins in a cell ends at the end of its words. */
const deletesInCell = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, changes } = transaction
  if (!transaction.docChanged || !DELETING.some((event) => transaction.isUserEvent(event))) return transaction
  const kept: { from: number; to: number }[] = []
  let isCut = false
  changes.iterChanges((from, to) => {
    const place = state.selection.ranges.find(
      ({ head, empty }) => empty && (head === from || head === to),
    )?.head
    const table = place === undefined ? null : tableAt(state, place)
    const cell = place === undefined || table === null ? undefined : deletable(table, state.doc, place)
    const change =
      cell === undefined ? { from, to } : { from: Math.max(from, cell.from), to: Math.min(to, cell.to) }
    isCut ||= change.from !== from || change.to !== to
    if (change.to > change.from) kept.push(change)
  })
  if (!isCut) return transaction
  if (kept.length === 0) return []
  const userEvent = DELETING.find((event) => transaction.isUserEvent(event))!
  return { changes: kept, scrollIntoView: true, userEvent } satisfies TransactionSpec
})

/** Moves to the beginning (-1) or the end (1) of the cell of a rendered table, and no further. */
export const toCellEdge =
  (side: -1 | 1, isSelecting: boolean): Command =>
  (view) => {
    const { selection, doc } = view.state
    if (!view.state.facet(drawsTables)) return false
    let isInTable = false
    const move = (range: SelectionRange): SelectionRange => {
      const table = tableAt(view.state, range.head)
      const cell = table === null ? undefined : openCell(table, doc, range.head)
      isInTable ||= cell !== undefined
      const head = cell === undefined ? range.head : side === 1 ? cell.to : cell.from
      return isSelecting ? EditorSelection.range(range.anchor, head) : EditorSelection.cursor(head, -side)
    }
    const moved = EditorSelection.create(selection.ranges.map(move), selection.mainIndex)
    if (isInTable) view.dispatch({ selection: moved, scrollIntoView: true, userEvent: 'select' })
    return isInTable
  }

/** A cursor at the end of a cell belongs to the words before it: the following text is hidden, up to the next cell. */
const endsInCell = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, docChanged, selection } = transaction
  if (docChanged || selection === undefined) return transaction
  const isAtEnd = ({ head, empty, assoc }: SelectionRange): boolean => {
    const table = empty && assoc !== -1 ? tableAt(state, head) : null
    return table !== null && openCell(table, state.doc, head)?.to === head
  }
  if (!selection.ranges.some(isAtEnd)) return transaction
  const ranges = selection.ranges.map((range) =>
    isAtEnd(range) ? EditorSelection.cursor(range.head, -1, undefined, range.goalColumn) : range,
  )
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex) }]
})

/**
 * Puts the browser's cursor at the end of a cell instead of after it, where it would appear at the beginning of the
 * row: once a cell was rendered again around its cursor, CodeMirror treats both as the same position.
 */
const cursorInCell = ViewPlugin.define(() => ({
  docViewUpdate(view: EditorView) {
    const { main } = view.state.selection
    const now = view.dom.ownerDocument.getSelection()
    if (!main.empty || main.assoc !== -1 || !view.hasFocus || now === null) return
    const isBehind = now.anchorNode instanceof HTMLElement && now.anchorNode.matches('.cm-table-row')
    if (!isBehind) return
    const { node, offset } = view.domAtPos(main.head, -1)
    now.collapse(node, offset)
  },
}))

/** The keys in a rendered table. */
export const drawnCells: Extension = [
  drawsTables.of(true),
  keepsBars,
  draggedCells,
  cellCopy,
  deletesInCell,
  endsInCell,
  cursorInCell,
  Prec.high(
    keymap.of([
      { key: 'Home', mac: 'Cmd-ArrowLeft', run: toCellEdge(-1, false), shift: toCellEdge(-1, true) },
      { key: 'End', mac: 'Cmd-ArrowRight', run: toCellEdge(1, false), shift: toCellEdge(1, true) },
    ]),
  ),
]
