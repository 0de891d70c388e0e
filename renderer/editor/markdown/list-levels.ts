import { trimEndOf } from '../../../shared/text/trim'
import { syntaxTree } from '@codemirror/language'
import {
  countColumn,
  Transaction,
  type ChangeSpec,
  type EditorState,
  type Line,
  type StateCommand,
} from '@codemirror/state'
import { askAround, type SyntaxNode } from './syntax'

/** Whether the cursor is in a list item. */
export const isInItem = (state: EditorState): boolean => selectedItems(state).length > 0

/**
 * Moves the selected items into the item above, to the column where CommonMark expects a nested list, and renumbers
 * both lists. Does nothing if there is no item above.
 */
export const nestItems: StateCommand = ({ state, dispatch }) => {
  const items = selectedItems(state)
  const above = items[0] === undefined ? undefined : itemBeside(items[0], 'prevSibling')
  if (state.readOnly || above === undefined) return items.length > 0
  const inner = above.getChildren('OrderedList').concat(above.getChildren('BulletList')).sort(byPlace).at(-1)
  const neighbour = inner?.getChildren('ListItem').at(-1) ?? null
  const column = neighbour === null ? contentColumn(state, above) : markColumn(state, neighbour)
  let number = neighbour === null ? 0 : numberOf(state, neighbour)
  const changes = items.flatMap((item) => {
    const mark = markLike(state, item, neighbour ?? item, (number += 1))
    return moved(state, item, mark, column - markColumn(state, item))
  })
  dispatch(numbered(state, changes, items[0]?.from ?? 0))
  return true
}

/**
 * Moves the selected items out of the item that contains them; the items that follow them there go into the last of
 * them.
 */
export const liftItems: StateCommand = ({ state, dispatch }) => {
  const items = selectedItems(state)
  const outer = items[0]?.parent?.parent
  if (state.readOnly || outer?.name !== 'ListItem') return items.length > 0
  const by = markColumn(state, outer) - markColumn(state, items[0] ?? outer)
  let number = numberOf(state, outer)
  const changes = items.flatMap((item) => moved(state, item, markLike(state, item, outer, (number += 1)), by))
  const last = items.at(-1)
  const lastMark = last === undefined ? '' : markLike(state, last, outer, number)
  // The following items have to be aligned with the new position of the lifted item's words.
  const room = markColumn(state, outer) + lastMark.length + 1
  const isCounted = last !== undefined && !isOneNumber(state, last)
  let following = 0
  for (let item = last && itemBeside(last, 'nextSibling'); item; item = itemBeside(item, 'nextSibling')) {
    const mark = isCounted ? markLike(state, item, item, (following += 1)) : markOf(state, item)
    changes.push(...moved(state, item, mark, Math.max(0, room - markColumn(state, item))))
  }
  dispatch(numbered(state, changes, items[0]?.from ?? 0))
  return true
}

const byPlace = (a: SyntaxNode, b: SyntaxNode) => a.from - b.from

/** The item of the first selected line, and those of its list that the selection reaches. */
function selectedItems(state: EditorState): readonly SyntaxNode[] {
  const { from, to } = state.selection.main
  const line = state.doc.lineAt(from)
  const words = line.from + (/^[\s>]*/.exec(line.text)?.[0].length ?? 0)
  const ask = (node: SyntaxNode) => (node.name === 'ListItem' ? node : null)
  const first = askAround(state, words, 1, ask) ?? askAround(state, words, -1, ask)
  const items: SyntaxNode[] = []
  // The cursor may be before the indentation of the item.
  const end = Math.max(words, to)
  for (let item = first ?? undefined; item && item.from <= end; item = itemBeside(item, 'nextSibling'))
    items.push(item)
  return items
}

/** The next or the previous item of a list. In a quotation, quotation marks are between the items. */
export function itemBeside(item: SyntaxNode, side: 'nextSibling' | 'prevSibling'): SyntaxNode | undefined {
  let node = item[side]
  while (node !== null && node.name !== 'ListItem') node = node[side]
  return node ?? undefined
}

/** Whether all items around this one have the same number, as some writers prefer. */
export function isOneNumber(state: EditorState, item: SyntaxNode): boolean {
  const beside = itemBeside(item, 'nextSibling') ?? itemBeside(item, 'prevSibling')
  return beside !== undefined && numberOf(state, beside) === numberOf(state, item)
}

/** The mark of an item, `-` or `1.`. */
export const markOf = (state: EditorState, item: SyntaxNode): string => {
  const mark = item.getChild('ListMark')
  return mark === null ? '' : state.sliceDoc(mark.from, mark.to)
}

/** The number of an item; 0 in a list without numbers. */
export const numberOf = (state: EditorState, item: SyntaxNode): number =>
  Number.parseInt(markOf(state, item), 10) || 0

/** A mark like that of another item: the same sign, or a number followed by the same sign. */
function markLike(state: EditorState, item: SyntaxNode, other: SyntaxNode, number: number): string {
  const mark = markOf(state, other)
  const sign = mark.at(-1) ?? '-'
  return /^\d/.test(mark) ? `${number}${sign}` : item === other ? markOf(state, item) : sign
}

function markColumn(state: EditorState, item: SyntaxNode): number {
  const { from, text } = state.doc.lineAt(item.from)
  return countColumn(text, state.tabSize, item.from - from)
}

/** The column of an item's words, with which its content must be aligned. */
export function contentColumn(state: EditorState, item: SyntaxNode): number {
  const { from, text } = state.doc.lineAt(item.from)
  const mark = /^\S+( *)/.exec(text.slice(item.from - from))
  const spaces = mark?.[1]?.length ?? 1
  // A mark followed by nothing, or by indented code, takes one space.
  const room =
    spaces >= 1 && spaces <= 4 && mark?.[0].length !== text.length - (item.from - from) ? spaces : 1
  return markColumn(state, item) + markOf(state, item).length + room
}

/** The changes that give an item another mark and shift all of its lines by some columns. */
export function moved(state: EditorState, item: SyntaxNode, mark: string, by: number): readonly ChangeSpec[] {
  const old = item.getChild('ListMark')
  if (old === null) return []
  const changes: ChangeSpec[] = []
  const line = state.doc.lineAt(old.from)
  const offset = old.from - line.from
  changes.push(...indented(state, line, offset, by))
  if (mark !== state.sliceDoc(old.from, old.to)) changes.push({ from: old.from, to: old.to, insert: mark })
  const rest = by + mark.length - (old.to - old.from)
  for (let at = line.to + 1; at <= item.to;) {
    const next = state.doc.lineAt(at)
    if (/[^\s>]/.test(next.text)) changes.push(...indented(state, next, offset, rest))
    at = next.to + 1
  }
  return changes
}

/** The changes that widen or narrow the white space of a line around `offset`, which quotation marks may precede. */
function indented(state: EditorState, line: Line, offset: number, by: number): readonly ChangeSpec[] {
  const before = /^[\s>]*/.exec(line.text.slice(0, offset))?.[0] ?? ''
  const begin = trimEndOf(before, ' \t').length
  const end = before.length + (/^[ \t]*/.exec(line.text.slice(before.length))?.[0].length ?? 0)
  if (by > 0) return [{ from: line.from + end, insert: ' '.repeat(by) }]
  // The space after a quotation mark belongs to that mark.
  const kept = before[begin - 1] === '>' ? Math.min(end, begin + 1) : begin
  let from = end
  const wanted = countColumn(line.text, state.tabSize, end) + by
  while (from > kept && countColumn(line.text, state.tabSize, from) > wanted) from -= 1
  const lacking = Math.max(0, wanted - countColumn(line.text, state.tabSize, from))
  return from === end ? [] : [{ from: line.from + from, to: line.from + end, insert: ' '.repeat(lacking) }]
}

/** Makes the changes, then renumbers the lists around the item that began at `place`, from the inner to the outer. */
function numbered(state: EditorState, specs: readonly ChangeSpec[], place: number): Transaction {
  let changes = state.changes(specs)
  const at = changes.mapPos(place, 1)
  for (let level = 0; ; level += 1) {
    const next = state.update({ changes }).state
    const lists: SyntaxNode[] = []
    const leading = next.doc.lineAt(at)
    const words = leading.from + (/^[\s>]*/.exec(leading.text)?.[0].length ?? 0)
    for (let node: SyntaxNode | null = syntaxTree(next).resolveInner(words, 1); node; node = node.parent) {
      if (node.name === 'ListItem' && lists.length === 0) lists.push(...node.getChildren('OrderedList'))
      if (node.name === 'OrderedList') lists.push(node)
    }
    const list = lists[level]
    if (list === undefined) break
    changes = changes.compose(next.changes(numbersOf(next, list)))
  }
  return state.update({ changes, scrollIntoView: true, userEvent: 'input.indent' })
}

/** The changes that number a list from its first number on; a list with equal numbers stays as it is. */
function numbersOf(state: EditorState, list: SyntaxNode): readonly ChangeSpec[] {
  const items = list.getChildren('ListItem')
  const [first, ...others] = items.map((item) => numberOf(state, item))
  if (others.length > 0 && others.every((number) => number === first)) return []
  return items.flatMap((item, index) => {
    const mark = `${(first ?? 1) + index}${markOf(state, item).at(-1) ?? '.'}`
    return mark === markOf(state, item) ? [] : moved(state, item, mark, 0)
  })
}
