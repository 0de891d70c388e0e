import { syntaxTree } from '@codemirror/language'
import {
  EditorSelection,
  EditorState,
  type ChangeSpec,
  type Text,
  type TransactionSpec,
} from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { CODE_BLOCKS, hasNoWords, isWithin, type SyntaxNode } from './syntax'

/** The numbers after an item that goes. */
export const renumbered = (state: EditorState, item: SyntaxNode): readonly ChangeSpec[] =>
  renumberedFrom(state, item, ({ from }) => from === item.from).changes

/** Whole lines go; vim deletes them as well, in the way that it makes all of its changes. */
const DELETING = ['delete', 'input.type.compose'] as const

/** Lines that stand twice: the items of a list among them, `count` in number, push on those from `at` on. */
interface Copied {
  readonly at: number
  /** Where the list begins. */
  readonly list: number | undefined
  readonly count: number
}

/**
 * Whole lines that are deleted, cut or duplicated leave no gap in the numbers of a list, and no number twice. A deletion
 * within lines, which may be half of an edit, changes no numbers.
 */
export const renumbersLines = EditorState.transactionFilter.of((transaction) => {
  const { docChanged, startState } = transaction
  const isDeleting = DELETING.some((event) => transaction.isUserEvent(event))
  const isCopying = transaction.isUserEvent('input.copyline')
  if (!docChanged || !(isDeleting || isCopying)) return transaction
  const gone: Span[] = []
  const copied: Copied[] = []
  const touched: Span[] = []
  transaction.changes.iterChangedRanges((from, to, fromNew, toNew) => {
    const source = { from, to: from + toNew - fromNew }
    if (isDeleting && fromNew === toNew && isWholeLines(startState.doc, from, to)) gone.push({ from, to })
    else if (isCopying && from === to && isWholeLines(startState.doc, from, source.to)) {
      copied.push(...copiedItems(startState, source))
      touched.push(source)
    }
  })
  const isGone = (item: SyntaxNode) => gone.some(({ from, to }) => from <= item.from && item.from < to)
  const added = (item: SyntaxNode) =>
    copied.reduce(
      (sum, { at, list, count }) => sum + (at <= item.from && list === item.parent?.from ? count : 0),
      0,
    )
  const changes: ChangeSpec[] = []
  const done = new Map<number | undefined, number>()
  for (const { from, to } of [...gone, ...touched])
    syntaxTree(startState).iterate({
      from,
      to,
      enter({ name, node }) {
        const isIn = node.from >= from && node.from < to
        if (name !== 'ListItem' || !isIn || node.from <= (done.get(node.parent?.from) ?? -1)) return
        const next = renumberedFrom(startState, node, isGone, added)
        changes.push(...next.changes)
        done.set(node.parent?.from, next.last)
      },
    })
  return changes.length === 0 ? transaction : [transaction, { changes }]
})

const OVER_SELECTION = ['delete.selection', 'delete.cut'] as const

/**
 * A selection from before the words of a line to before those of another is one of whole lines: the caret stands behind an
 * indent that is not seen, and what is deleted takes none of the next line's, and leaves none of its own.
 */
export const deletesLines = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, changes } = transaction
  const userEvent = OVER_SELECTION.find((event) => transaction.isUserEvent(event))
  if (!transaction.docChanged || userEvent === undefined) return transaction
  const { ranges } = state.selection
  const lines: Span[] = []
  let isDeletion = true
  let isMoved = false
  changes.iterChanges((from, to, fromNew, toNew) => {
    const whole = linesBetween(state, from, to)
    isDeletion &&= fromNew === toNew
    isMoved ||= whole.from !== from || whole.to !== to
    lines.push(whole)
  })
  // Tables have rules of their own for what goes of a selection over their cells, and put something in its place.
  if (!isMoved || !isDeletion || lines.length > ranges.length) return transaction
  const kept = state.changes(lines)
  const carets = ranges.map(({ to }) => EditorSelection.cursor(kept.mapPos(to, 1)))
  const selection = EditorSelection.create(carets, state.selection.mainIndex)
  return { changes: kept, selection, scrollIntoView: true, userEvent } satisfies TransactionSpec
})

/** The lines from the one of a place to before that of another, where both places are before the words. */
function linesBetween(state: EditorState, from: number, to: number): Span {
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  const isBefore =
    first.number < last.number &&
    [state.sliceDoc(first.from, from), state.sliceDoc(last.from, to)].every(hasNoWords)
  const isCode = isBefore && [from, to].some((place) => isWithin(state, place, CODE_BLOCKS))
  return isBefore && !isCode && last.text.trim() !== '' ? { from: first.from, to: last.from } : { from, to }
}

/** The items that begin in copied lines, those of each list together; what stands within such an item goes with it. */
function copiedItems(state: EditorState, { from, to }: Span): readonly Copied[] {
  const counts = new Map<number | undefined, number>()
  syntaxTree(state).iterate({
    from,
    to,
    enter({ name, node }) {
      if (name !== 'ListItem' || node.from < from || node.from >= to) return true
      const list = node.parent?.from
      counts.set(list, (counts.get(list) ?? 0) + 1)
      return false
    },
  })
  return [...counts].map(([list, count]) => ({ at: from, list, count }))
}

function isWholeLines(doc: Text, from: number, to: number): boolean {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
  const isFromStart = from === first.from && (to === last.from || to === doc.length)
  return isFromStart || (from === first.to && to === last.to)
}

/**
 * The items that count on from `first` get the numbers that they have without those that go, and behind those that are
 * added before them; `last`: where that ends.
 */
function renumberedFrom(
  state: EditorState,
  first: SyntaxNode,
  isGone: (item: SyntaxNode) => boolean,
  added: (item: SyntaxNode) => number = () => 0,
) {
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
    const shift = added(item) - gone
    if (isGone(item)) gone += 1
    else if (shift !== 0)
      changes.push({
        from: item.from,
        to: item.from + String(number).length,
        insert: String(number + shift),
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
