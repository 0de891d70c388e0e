import type { Command } from '@codemirror/view'
import { outlineOf } from '../markdown/outline'
import { walkSyntax } from '../markdown/syntax'
import { foldRangeAt } from './foldable'
import { foldAway, foldsAt, isFolded, open } from './folds'

/** Folds the list item or section at the cursor; each further press folds the next outer one. */
const fold: Command = (view) => {
  const { state } = view
  const { head } = state.selection.main
  for (let { number } = state.doc.lineAt(head); number >= 1; number--) {
    const line = state.doc.line(number)
    if (isFolded(state, line.from)) continue
    const range = foldRangeAt(state, line)
    if (
      range === undefined ||
      range.to < head ||
      foldsAt(state, range.from).some(({ from }) => from === range.from)
    )
      continue
    return foldAway(view, [range])
  }
  return false
}

/** Unfolds the folded range on the line of the cursor. */
const unfold: Command = (view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head)
  return open(view, foldsAt(view.state, line.from, line.to))
}

/** A longer text is not searched for lists. */
const LISTS_MAX = 1_000_000

const foldAll: Command = (view) => {
  const { state } = view
  const starts: number[] = []
  const steps = outlineOf(state.doc)
  let step = steps.next()
  while (!step.done) step = steps.next()
  for (const { from } of step.value.headings) starts.push(from)
  if (state.doc.length <= LISTS_MAX)
    walkSyntax(state, 0, state.doc.length, ({ name, from }) => {
      if (name !== 'ListItem') return undefined
      starts.push(from)
      return false
    })
  const folds = starts.flatMap((from) => {
    const range = foldRangeAt(state, state.doc.lineAt(from))
    return range === undefined ? [] : [range]
  })
  return foldAway(
    view,
    folds.toSorted((one, other) => one.from - other.from),
  )
}

const unfoldAll: Command = (view) => open(view, foldsAt(view.state, 0, view.state.doc.length))

export const FOLD_COMMANDS = {
  fold,
  unfold,
  'fold-all': foldAll,
  'unfold-all': unfoldAll,
} as const satisfies Readonly<Record<string, Command>>
