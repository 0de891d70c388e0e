import { EditorState, Transaction, type EditorSelection, type Line } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { walkSyntax } from '../markdown/syntax'

const TYPED: ReadonlySet<string> = new Set([
  ...['input', 'input.type', 'input.paste', 'input.drop', 'input.complete', 'input.format'],
])

/** The fences of the front matter; none if it is not closed. */
function fencesIn(state: EditorState): readonly Line[] {
  const fences: Line[] = []
  walkSyntax(state, 0, 0, ({ name, node }) => {
    if (name === 'FrontMatter')
      for (const mark of node.getChildren('FrontMatterMark')) fences.push(state.doc.lineAt(mark.from))
  })
  return fences.length === 2 ? fences : []
}

/** The position below the front matter, if the only cursor is on one of its fences. */
function placeBelow(state: EditorState, { main, ranges }: EditorSelection): number | undefined {
  if (ranges.length > 1 || !main.empty) return undefined
  // All other lines need no further check.
  if (!/^\ufeff?(?:-{3}|\.{3})\s*$/.test(state.doc.lineAt(main.head).text)) return undefined
  const fences = fencesIn(state)
  const isOnOne = fences.some(({ from, to }) => from <= main.head && main.head <= to)
  return isOnOne ? (fences[1]?.to ?? 0) + 1 : undefined
}

/** The text that a transaction inserts at the cursor; undefined if it changes anything else. */
function putIn(transaction: Transaction): string | undefined {
  const put: string[] = []
  let isOnlyPut = true
  transaction.changes.iterChanges((from, to, _fromB, _toB, words) => {
    isOnlyPut &&= from === to && from === transaction.startState.selection.main.head
    put.push(words.toString())
  })
  return isOnlyPut && put.length === 1 ? put[0] : undefined
}

/**
 * Moves text typed at the very beginning, where the cursor is when a text is opened, below the front matter, which
 * would otherwise become a heading and a rule. The same applies to text typed at the closing fence.
 */
const below = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, newDoc, selection, effects } = transaction
  const event = transaction.annotation(Transaction.userEvent) ?? ''
  if (!transaction.docChanged || !TYPED.has(event)) return transaction
  const place = placeBelow(state, state.selection)
  if (place === undefined) return transaction
  const fence = state.doc.lineAt(state.selection.main.head)
  // A new line below a fence leaves the fence intact.
  if (newDoc.line(fence.number).text === fence.text) return transaction
  const words = putIn(transaction)
  if (words === undefined || event === 'input.format')
    return { selection: { anchor: Math.min(place, state.doc.length) }, scrollIntoView: true }
  const lead = place > state.doc.length ? '\n' : ''
  const at = Math.min(place, state.doc.length)
  const head = (selection?.main.head ?? state.selection.main.head + words.length) - state.selection.main.head
  return {
    changes: { from: at, insert: state.toText(lead + words) },
    selection: { anchor: at + lead.length + head },
    effects: effects.filter((effect) => effect.is(EditorView.announce)),
    scrollIntoView: true,
    userEvent: event,
  }
})

/**
 * Moves the cursor below before a composition begins, because an input method writes at the cursor while it composes.
 */
const beforeComposing = EditorView.domEventHandlers({
  keydown({ keyCode }, view) {
    const place =
      keyCode === 229 && !view.composing ? placeBelow(view.state, view.state.selection) : undefined
    if (place !== undefined && place <= view.state.doc.length) view.dispatch({ selection: { anchor: place } })
    return false
  },
})

export const keptFences = [below, beforeComposing]
