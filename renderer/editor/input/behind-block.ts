import { EditorSelection, EditorState, Transaction, type TransactionSpec } from '@codemirror/state'
import { askAround, type SyntaxNode } from '../markdown/syntax'
import { rowAt, wordsOfRow, type Row } from '../tables/cell-lines'
import { HEAD_LINES, lineAtIndex, tableAt } from '../tables/table-model'
import { beforeComposing } from '../view/before-composing'

/** The position for words typed at the cursor, and the text to insert before them. */
interface Place {
  readonly from: number
  readonly before: string
}

/** The position for words typed after the last bar of a complete row. */
function placeOfRow(state: EditorState): Place | undefined {
  const { main } = state.selection
  const table = tableAt(state)
  if (table === null) return undefined
  const row = rowAt(state.doc, table, main.head)
  const isFull = row.line.cells.length >= lineAtIndex(state.doc, table, 0).cells.length
  // After the head row, a new column can be started by hand.
  if (row.index < HEAD_LINES || main.head !== row.to || row.line.after === '' || !isFull) return undefined
  const isLast = state.doc.lineAt(table.to).number === state.doc.lineAt(row.from).number
  return isLast ? paragraphBelow(row.to, row.line.before.replace(/\|$/, '')) : endOfCells(state, row)
}

/** The position for words typed after the closing fence of a code block. */
function placeOfFence(state: EditorState): Place | undefined {
  const { head } = state.selection.main
  const { to, text } = state.doc.lineAt(head)
  const ask = (node: SyntaxNode) => (node.name === 'FencedCode' ? node : null)
  const last = head === to ? askAround(state, head, -1, ask)?.lastChild : undefined
  if (last?.name !== 'CodeMark' || last.to !== head || last.prevSibling === null) return undefined
  return paragraphBelow(to, /^[\s>]*/.exec(text)?.[0] ?? '')
}

/** A paragraph below a block, in the same quotation or list item. */
const paragraphBelow = (from: number, marks: string): Place => ({
  from,
  before: `\n${marks.trimEnd()}\n${marks}`,
})

/** The position after the words of the last cell. */
function endOfCells({ doc }: EditorState, row: Row): Place {
  const { to } = wordsOfRow(row)
  return { from: to, before: /[|\s]/.test(doc.sliceString(to - 1, to)) ? '' : ' ' }
}

function placeOfWords(state: EditorState): Place | undefined {
  const { main, ranges } = state.selection
  if (ranges.length > 1 || !main.empty) return undefined
  return placeOfRow(state) ?? placeOfFence(state)
}

/**
 * Moves words that are typed after a complete table row or a closing fence. After a row they would be a cell without a
 * column, which no reader sees, and after a fence they would reopen the code. After code and after the last row of a
 * table they become a paragraph below, after other rows they go into the last cell.
 */
const kept = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, changes } = transaction
  if (!transaction.docChanged || !transaction.isUserEvent('input')) return transaction
  const place = transaction.isUserEvent('input.type.compose') ? undefined : placeOfWords(state)
  if (place === undefined) return transaction
  const { head } = state.selection.main
  let insert = ''
  changes.iterChanges((from, to, _begin, _end, inserted) => {
    if (from === head && to === head) insert = inserted.toString()
  }, true)
  // A bar, a line break or a longer fence is meant as such.
  if (insert.trim() === '' || /^\s*\||^[\n`~]/.test(insert)) return transaction
  const { from, before } = place
  return {
    changes: { from, insert: before + insert },
    selection: EditorSelection.cursor(from + before.length + insert.length),
    scrollIntoView: true,
    userEvent: transaction.annotation(Transaction.userEvent)!,
  } satisfies TransactionSpec
})

const placeBefore = beforeComposing((state) => {
  const place = placeOfWords(state)
  return (
    place && {
      changes: { from: place.from, insert: place.before },
      anchor: place.from + place.before.length,
    }
  )
})

export const behindBlock = [kept, placeBefore]
