import { codeFolding, foldedRanges, foldEffect, unfoldEffect } from '@codemirror/language'
import { Prec, Transaction, type Extension, type StateEffect } from '@codemirror/state'
import { EditorView, keymap, type Command, type ViewUpdate } from '@codemirror/view'
import { foldMarks, placeholderOf } from './fold-marks'
import { foldRangeAt } from './foldable'
import { foldsAt, linesIn, open } from './folds'

/** Folding of sections and lists. Only commands hide text, and nothing that is typed is hidden. */
export const folding: Extension = [
  codeFolding({
    preparePlaceholder: linesIn,
    placeholderDOM: (_view, unfold, lines: number) => placeholderOf(lines, unfold),
  }),
  foldMarks,
  EditorView.updateListener.of(keepFoldsRight),
  Prec.high(
    keymap.of([
      { key: 'Backspace', run: openBeside(-1) },
      { key: 'Delete', run: openBeside(1) },
      { key: 'End', mac: 'Cmd-ArrowRight', run: endOfHead(false), shift: endOfHead(true) },
    ]),
  ),
]

/** Unfolds text that a deleting key would remove, instead of deleting it. */
function openBeside(side: 1 | -1): Command {
  return (view) => {
    const { from: start, to: end } = view.state.selection.main
    return open(
      view,
      foldsAt(view.state, start, end).filter(({ from, to }) =>
        start < end ? start <= from && to <= end : (side === 1 ? from : to) === end,
      ),
    )
  }
}

/** Goes to the end of the visible words of a folding line; from there the same key goes behind the fold. */
function endOfHead(extend: boolean): Command {
  return (view) => {
    const { main } = view.state.selection
    const end = view.state.doc.lineAt(main.head).to
    if (main.head === end || !foldsAt(view.state, end).some(({ from }) => from === end)) return false
    view.dispatch({
      selection: { anchor: extend ? main.anchor : end, head: end },
      scrollIntoView: true,
      userEvent: 'select',
    })
    return true
  }
}

/**
 * Unfolds text that the writer changes, or in which something is found; refolds sections whose length was changed from
 * elsewhere.
 */
function keepFoldsRight(update: ViewUpdate): void {
  const { view, state, selectionSet, transactions } = update
  if (foldedRanges(state).size === 0) return
  const effects = update.docChanged ? foldedAnew(update) : []
  const { main } = state.selection
  const isFound = transactions.some((transaction) => transaction.isUserEvent('select.search'))
  for (const fold of selectionSet ? foldsAt(state, main.from, main.to) : []) {
    const isWithin = !main.empty && main.from > fold.from && main.to <= fold.to
    if (isWithin || (isFound && main.from < fold.to && main.to > fold.from))
      effects.push(unfoldEffect.of(fold))
  }
  if (effects.length > 0) view.dispatch({ effects })
}

function foldedAnew({ state, changes, transactions }: ViewUpdate): StateEffect<unknown>[] {
  const isFromElsewhere = transactions.every(
    (transaction) => !transaction.docChanged || transaction.annotation(Transaction.remote) === true,
  )
  const effects: StateEffect<unknown>[] = []
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    const [from, to] = [
      state.doc.lineAt(fromB).from,
      Math.min(state.doc.length, state.doc.lineAt(toB).to + 1),
    ]
    for (const fold of foldsAt(state, from, to)) {
      const now = foldRangeAt(state, state.doc.lineAt(fold.from))
      if (now?.from === fold.from && now.to === fold.to) continue
      effects.push(unfoldEffect.of(fold))
      if (isFromElsewhere && now !== undefined) effects.push(foldEffect.of(now))
    }
  })
  return effects
}
