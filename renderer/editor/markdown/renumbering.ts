import { syntaxTree } from '@codemirror/language'
import { EditorState, type ChangeSpec, type Text } from '@codemirror/state'
import type { SyntaxNode } from './syntax'

/** The numbers after an item that goes. */
export const renumbered = (state: EditorState, item: SyntaxNode): readonly ChangeSpec[] =>
  renumberedFrom(state, item, ({ from }) => from === item.from).changes

/**
 * Whole lines that are deleted or cut leave no gap in the numbers of a list. A deletion within lines, which may be half of
 * an edit, changes no numbers.
 */
export const renumbersDeleted = EditorState.transactionFilter.of((transaction) => {
  const { docChanged, startState } = transaction
  if (!docChanged || !transaction.isUserEvent('delete')) return transaction
  const gone: { readonly from: number; readonly to: number }[] = []
  transaction.changes.iterChangedRanges((from, to, fromNew, toNew) => {
    if (fromNew === toNew && isWholeLines(startState.doc, from, to)) gone.push({ from, to })
  })
  const isGone = (item: { readonly from: number }) =>
    gone.some(({ from, to }) => from <= item.from && item.from < to)
  const changes: ChangeSpec[] = []
  let done = -1
  for (const { from, to } of gone)
    syntaxTree(startState).iterate({
      from,
      to,
      enter({ name, node }) {
        if (name !== 'ListItem' || node.from <= done || !isGone(node)) return
        const next = renumberedFrom(startState, node, isGone)
        changes.push(...next.changes)
        done = next.last
      },
    })
  return changes.length === 0 ? transaction : [transaction, { changes }]
})

function isWholeLines(doc: Text, from: number, to: number): boolean {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
  const isFromStart = from === first.from && (to === last.from || to === doc.length)
  return isFromStart || (from === first.to && to === last.to)
}

/** The items that count on from `first` get the numbers that they have without those that go; `last`: where that ends. */
function renumberedFrom(state: EditorState, first: SyntaxNode, isGone: (item: SyntaxNode) => boolean) {
  const changes: ChangeSpec[] = []
  let gone = 0
  let last = first.from
  let number = numberOf(state, first)
  for (
    let item: SyntaxNode | null = first;
    item !== null && numberOf(state, item) === number;
    item = nextItem(item), number += 1
  ) {
    last = item.from
    if (isGone(item)) gone += 1
    else
      changes.push({
        from: item.from,
        to: item.from + String(number).length,
        insert: String(number - gone),
      })
  }
  return { changes, last }
}

/** In a quotation its marks stand among the items. */
function nextItem(item: SyntaxNode): SyntaxNode | null {
  let next = item.nextSibling
  while (next !== null && next.name !== 'ListItem') next = next.nextSibling
  return next
}

const numberOf = (state: EditorState, { from }: SyntaxNode): number =>
  Number.parseInt(state.sliceDoc(from, from + 9), 10)
