import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import {
  Annotation,
  ChangeSet,
  EditorState,
  MapMode,
  Transaction,
  type ChangeSpec,
  type Text,
} from '@codemirror/state'
import { partOf } from '../../../shared/markdown/grammar/sections'
import type { Span } from '../../../shared/text/span'
import { trimEndOf } from '../../../shared/text/trim'
import { isOneNumber, itemBeside, markOf, moved, numberOf } from './list-levels'
import { askAround, walkSyntax, type SyntaxNode } from './syntax'

/** Marks an edit that removes an item from its list, whatever it deletes. */
export const endsItem = Annotation.define<true>()

const OF_LINES: ReadonlySet<string> = new Set([
  ...['move.line', 'input.copyline', 'delete.join'],
  ...['input.paste', 'input.drop', 'move.drop'],
])
/** The user event of all changes made by Vim. */
export const BY_VIM = 'input.type.compose'

/**
 * Keeps list numbers consecutive when lines are deleted, cut, typed over, pasted, dragged, duplicated, moved or joined.
 * A deletion within a line changes numbers only if it removes a list mark.
 */
export const renumbersLines = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !isOfLines(transaction)) return transaction
  const changes = numbersAfter(transaction)
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }]
})

function isOfLines(transaction: Transaction): boolean {
  const { startState: state, changes, newDoc } = transaction
  const event = transaction.annotation(Transaction.userEvent) ?? ''
  if (OF_LINES.has(event) || transaction.annotation(endsItem) === true) return true
  const isByVim = transaction.isUserEvent(BY_VIM)
  const isTyped = !isByVim && transaction.isUserEvent('input.type')
  if (!isByVim && !isTyped && !transaction.isUserEvent('delete')) return false
  let isFound = false
  changes.iterChanges((from, to, fromNew, toNew) => {
    const isPutIn = isByVim && fromNew < toNew
    isFound ||= isPutIn
      ? from === to && isWholeLines(newDoc, fromNew, toNew)
      : to > state.doc.lineAt(from).to || (!isTyped && takesMark(state, from, to))
  })
  return isFound
}

function takesMark(state: EditorState, from: number, to: number): boolean {
  let isTaken = false
  walkSyntax(state, from, to, (node) => {
    isTaken ||= node.name === 'ListMark' && from <= node.from && node.to <= to
  })
  return isTaken
}

/** The numbers of the lists around an edit, as changes to the edited text. */
function numbersAfter(transaction: Transaction): readonly ChangeSpec[] {
  const { startState: state, changes, newDoc } = transaction
  const { placeOf, hasStayed, itemOf } = tracing(transaction)
  const ones = new Map<number, ChangeSpec>()
  let [from, to] = [newDoc.length, 0]
  let isInList = false
  changes.iterChangedRanges((begin, end, beginNew, endNew) => {
    // Includes the lines above and below, which the edit may have made neighbours.
    const first = state.doc.lineAt(Math.max(begin - 1, 0))
    const last = state.doc.lineAt(Math.min(end + 1, state.doc.length))
    // Lists between them have no item left.
    const lists = [first, last].flatMap((line) => listsIn(state, line.from, line.to))
    isInList ||= lists.length > 0
    from = Math.min(from, beginNew, ...lists.map((list) => changes.mapPos(list.from, -1)))
    to = Math.max(to, endNew, ...lists.map((list) => changes.mapPos(list.to, 1)))
    for (const item of lists.flatMap((list) => list.getChildren('ListItem'))) {
      const place = placeOf(item)
      // Directly below a paragraph only an item with the number 1 begins a list, and another item may be the first now.
      if (place !== undefined && markOf(state, item).length === 2)
        ones.set(place, { from: place, to: place + 1, insert: '1' })
    }
  })
  if (!isInList) return []
  const listed = changes.compose(ChangeSet.of([...ones.values()], newDoc.length))
  const next = state.update({ changes: listed, filter: false }).state
  // The same positions, with the numbers that are written there.
  const written = EditorState.create({ doc: newDoc, extensions: EditorState.tabSize.of(state.tabSize) })
  return listsIn(next, from, Math.min(to + 1, newDoc.length)).flatMap((list) => {
    const items = list.getChildren('ListItem')
    const numbers = numbersOn(state, items.map(itemOf), hasStayed)
    return items.flatMap((item, index) => {
      const number = numbers[index]
      if (number === undefined || number === numberOf(written, item)) return []
      return moved(written, item, `${number}${markOf(written, item).at(-1) ?? '.'}`, 0)
    })
  })
}

/** The time that an edit waits for parsing up to its end, which is usually done already, except after a jump. */
const READ_MS = 500

function listsIn(state: EditorState, from: number, to: number): readonly SyntaxNode[] {
  const lists: SyntaxNode[] = []
  partOf(ensureSyntaxTree(state, to, READ_MS) ?? syntaxTree(state), from, to).iterate({
    from,
    to,
    enter: ({ name, node }) => void (name === 'OrderedList' && lists.push(node)),
  })
  return lists
}

/**
 * The new numbers of a list; the former items are given, undefined for one that was inserted. Each continues from the
 * item above, unless it did not do so before.
 */
function numbersOn(
  state: EditorState,
  items: readonly (SyntaxNode | undefined)[],
  hasStayed: (item: SyntaxNode) => boolean,
): readonly number[] {
  const known = items.find((item) => item !== undefined)
  if (known === undefined) return []
  const step = isOneNumber(state, known) ? 0 : 1
  const above = (item: SyntaxNode) => {
    const other = itemBeside(item, 'prevSibling')
    return other && { other, isCounted: numberOf(state, other) + step === numberOf(state, item) }
  }
  // The first item has the number of the items that were removed before it.
  let first = known
  for (let next = above(first); next?.isCounted === true && !hasStayed(next.other); next = above(first))
    first = next.other
  let number = numberOf(state, first) - step
  return items.map((item, index) => {
    const isCounted = index === 0 || item === undefined || above(item)?.isCounted !== false
    number = isCounted ? number + step : numberOf(state, item)
    return number
  })
}

/**
 * Maps the items of a text through an edit: their new positions, and the former item at each position, none for
 * inserted ones.
 */
function tracing(transaction: Transaction) {
  const { startState: state, changes, newDoc } = transaction
  const isMove = transaction.isUserEvent('move.line')
  const gone: Span[] = []
  const come: Span[] = []
  changes.iterChanges((from, to, fromNew, toNew) => {
    gone.push({ from, to })
    come.push({ from: fromNew, to: toNew })
  })
  const own = isMove ? transaction.newSelection.ranges.map((range) => linesOf(newDoc, range)) : []
  // When two lines change places, one stays, and the other is removed on one side of it and inserted on the other.
  const passed = come.flatMap(({ from, to }) => {
    const words = newDoc.sliceString(from, to)
    const source = isMove
      ? gone.find((span) => isAlike(state.sliceDoc(span.from, span.to), words))
      : undefined
    if (source === undefined || words === '') return []
    const before = source.from + leadOf(state.sliceDoc(source.from, source.to))
    return [{ from, to, by: from + leadOf(words) - before }]
  })
  const isOwn = (place: number) => own.some(({ from, to }) => from <= place && place <= to)
  const placeOf = ({ from }: SyntaxNode): number | undefined =>
    changes.mapPos(from, 1, MapMode.TrackAfter) ??
    passed.map(({ by }) => from + by).find((place, index) => isIn(passed[index], place))
  const hasStayed = (item: SyntaxNode): boolean => {
    const place = placeOf(item)
    return place !== undefined && !isOwn(place)
  }
  const back = changes.invertedDesc
  const itemOf = ({ from }: SyntaxNode): SyntaxNode | undefined => {
    const by = passed.find((span) => isIn(span, from))?.by
    if (isOwn(from) || (by === undefined && come.some((span) => isIn(span, from)))) return undefined
    const place = by === undefined ? back.mapPos(from, 1) : from - by
    const ask = (node: SyntaxNode) => (node.name === 'ListItem' && node.from === place ? node : null)
    return askAround(state, place, 1, ask) ?? undefined
  }
  return { placeOf, hasStayed, itemOf }
}

const isIn = (span: Span | undefined, place: number): boolean =>
  span !== undefined && span.from <= place && place < span.to

const leadOf = (words: string): number => /^\n*/.exec(words)?.[0].length ?? 0
const withoutBreaks = (words: string): string => trimEndOf(words.slice(leadOf(words)), '\n')
const isAlike = (words: string, others: string): boolean =>
  words.length === others.length && withoutBreaks(words) === withoutBreaks(others)

/** The lines of a selection; a selection that ends at the beginning of a line does not include that line. */
function linesOf(doc: Text, { from, to }: Span): Span {
  const last = doc.lineAt(to)
  return { from: doc.lineAt(from).from, to: from < to && last.from === to ? to - 1 : last.to }
}

function isWholeLines(doc: Text, from: number, to: number): boolean {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
  const isFromStart = from === first.from && (to === last.from || to === doc.length)
  return isFromStart || (from === first.to && to === last.to)
}
