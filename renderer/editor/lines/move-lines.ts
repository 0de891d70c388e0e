import { moveLineDown, moveLineUp } from '@codemirror/commands'
import type { EditorState, StateCommand } from '@codemirror/state'
import { moveRow } from '../tables/table-edits'
import { HEAD_LINES, tableAt } from '../tables/table-model'

/**
 * Moves the lines of the cursor up (-1) or down (1). A table row moves only among the rows of its table: past the
 * delimiter row or outside it would not be a row, and the table would be broken.
 */
export function moveLines(step: 1 | -1): StateCommand {
  const move = step === 1 ? moveLineDown : moveLineUp
  const moveTheRow = moveRow(step)
  return (target) => {
    const { state } = target
    const { main, ranges } = state.selection
    if (!ranges.some(({ from, to }) => tableAt(state, from) !== null || tableAt(state, to) !== null))
      return move(target)
    if (ranges.length > 1) return true
    const isOne = state.doc.lineAt(main.from).number === state.doc.lineAt(main.to).number
    if (isOne) moveTheRow(target)
    else if (areRowsWithin(state, step)) move(target)
    // The key is handled even if nothing was moved, so that no other command moves the lines.
    return true
  }
}

/** Whether the selected lines, and the line that they change places with, are rows below the head of one table. */
function areRowsWithin(state: EditorState, step: 1 | -1): boolean {
  const { doc, selection } = state
  const { from, to } = selection.main
  const table = tableAt(state, from)
  if (table === null || tableAt(state, to)?.from !== table.from) return false
  const head = doc.lineAt(table.from).number
  const first = doc.lineAt(from).number + Math.min(step, 0)
  const last = doc.lineAt(to).number + Math.max(step, 0)
  return first >= head + HEAD_LINES && last <= doc.lineAt(table.to).number
}
