import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { replacementInRow } from '../../../shared/markdown/tables'
import type { Span } from '../../../shared/text/span'
import type { SyntaxNode } from '../markdown/syntax'
import { isRow } from '../tables/cell-spans'

/** Whoever replaces all of a long text waits as long for its tables to be found. */
const READ_MS = 1_000

/** Words that replace others in a cell of a table stay in it: a bar is written as a sign, lines become one. */
export const replacedInCells = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent('input.replace')) return transaction
  const { startState: state, changes } = transaction
  const mended: (Span & { readonly insert: string })[] = []
  changes.iterChanges((from, to, begin, end, inserted) => {
    const words = inserted.toString()
    const row = /[|\n]/.test(words) ? rowAt(state, from) : undefined
    if (row === undefined) return
    const insert = replacementInRow(state.sliceDoc(row.from, from), state.sliceDoc(from, to), words)
    if (insert !== words) mended.push({ from: begin, to: end, insert })
  }, true)
  return mended.length === 0 ? transaction : [transaction, { changes: mended, sequential: true }]
})

function rowAt(state: EditorState, place: number): SyntaxNode | undefined {
  const tree = ensureSyntaxTree(state, state.doc.lineAt(place).to, READ_MS) ?? syntaxTree(state)
  for (let node: SyntaxNode | null = tree.resolveInner(place, 1); node !== null; node = node.parent)
    if (isRow(node)) return node
  return undefined
}
