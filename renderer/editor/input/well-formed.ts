import { EditorState, Transaction } from '@codemirror/state'

/**
 * Replaces unpaired surrogates, which cannot be encoded in UTF-8, by a visible character where they enter the text
 * (requirement F, "texts").
 */
export const wellFormed = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.annotation(Transaction.remote) === true) return transaction
  const mended: { from: number; to: number; insert: string }[] = []
  transaction.changes.iterChanges((_fromA, _toA, from, _to, inserted) => {
    const text = inserted.toString()
    for (const { index } of text.matchAll(/\p{Surrogate}/gu))
      mended.push({ from: from + index, to: from + index + 1, insert: '\ufffd' })
  })
  return mended.length === 0 ? transaction : [transaction, { changes: mended, sequential: true }]
})
