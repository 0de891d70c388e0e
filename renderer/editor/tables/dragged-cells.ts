import { EditorSelection, EditorState, type SelectionRange } from '@codemirror/state'
import { isRow, slotsOf, wordsOf, type Slot } from './cell-spans'
import { drawsTables } from './kept-cells'
import { tableAt } from './table-model'

/**
 * In a rendered table, dragging the mouse down a column selects whole cells of that column only: the text between them
 * is elsewhere on screen.
 */
export const draggedCells = EditorState.transactionFilter.of((transaction) => {
  const { docChanged, selection, startState: state } = transaction
  if (docChanged || selection === undefined || !transaction.isUserEvent('select.pointer')) return transaction
  if (selection.ranges.length > 1 || !state.facet(drawsTables)) return transaction
  const block = blockOf(state, selection.main)
  return block === undefined ? transaction : [transaction, { selection: block }]
})

/** The cells between two cells in different rows. Undefined if these are whole rows, or not both in one table. */
function blockOf(state: EditorState, { anchor, head }: SelectionRange): EditorSelection | undefined {
  const { doc } = state
  const table = tableAt(state, anchor)
  if (table === null || tableAt(state, head)?.from !== table.from) return undefined
  const [one, other] = [doc.lineAt(anchor), doc.lineAt(head)]
  if (one.number === other.number) return undefined
  const [first, last] = [Math.min(one.from, other.from), Math.max(one.to, other.to)]
  const rows: (readonly Slot[])[] = []
  for (let row = table.firstChild; row !== null; row = row.nextSibling)
    if (isRow(row) && row.from >= first && row.from <= last) rows.push(slotsOf(row, doc.lineAt(row.from)))
  const columnOf = (place: number) =>
    rows
      .flatMap((slots) => slots.map(({ reach }, column) => ({ reach, column })))
      .find(({ reach }) => reach.from <= place && place <= reach.to)?.column
  const [begin, end] = [columnOf(anchor), columnOf(head)]
  if (begin === undefined || end === undefined) return undefined
  const [left, right] = [Math.min(begin, end), Math.max(begin, end)]
  if (left === 0 && rows.every(({ length }) => right >= length - 1)) return undefined
  const ranges = rows.flatMap((slots) => {
    const [from, to] = [slots[left], slots[Math.min(right, slots.length - 1)]]
    return from === undefined || to === undefined
      ? []
      : [EditorSelection.range(wordsOf(from).from, wordsOf(to).to)]
  })
  return EditorSelection.create(ranges, head > anchor ? ranges.length - 1 : 0)
}
