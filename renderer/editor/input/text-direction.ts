import {
  RangeSetBuilder,
  type ChangeSpec,
  type EditorState,
  type Line,
  type StateCommand,
} from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import { hasRightToLeft } from '../../../shared/markdown/direction'
import { askAround, CODE_BLOCKS, isWithin } from '../markdown/syntax'
import { isFromRight } from '../tables/table-direction'
import { onScreen } from '../view/on-screen'

/** Matches a direction mark before all letters of a line, which every program that follows Unicode understands. */
const MARK = /^[^\p{L}\u200e\u200f]*([\u200e\u200f])/u
const lineIn = (dir: string) => Decoration.line({ attributes: { dir } })
const DIRECTIONS = { auto: lineIn('auto'), '\u200e': lineIn('ltr'), '\u200f': lineIn('rtl') }

/**
 * Gives each paragraph with Arabic or Hebrew its own direction, or that of its mark; all rows of a table get the
 * table's direction.
 */
export const textDirection = [
  EditorView.perLineTextDirection.of(true),
  onScreen({ draw: directions, byTree: true }),
]

function directions(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      const direction = at === line.from ? directionOf(view.state, line) : undefined
      if (direction !== undefined) builder.add(line.from, line.from, DIRECTIONS[direction])
      at = line.to + 1
    }
  }
  return builder.finish()
}

function directionOf(state: EditorState, { to, text }: Line): keyof typeof DIRECTIONS | undefined {
  const table = askAround(state, to, -1, (node) => (node.name === 'Table' ? node : null))
  if (table !== null) return isFromRight(table, state.doc) ? '\u200f' : '\u200e'
  const mark = MARK.exec(text.slice(0, LOOKED_AT))?.[1]
  if (mark !== undefined) return mark as keyof typeof DIRECTIONS
  return hasRightToLeft(text) ? 'auto' : undefined
}

/** The number of characters searched for a mark. */
const LOOKED_AT = 100

/** Matches the markup before the words of a line: quotation marks, a heading, a list item with its check box. */
const BEFORE = /^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/

/** Inserts a direction mark before the words of each selected line, or removes it; code is left unchanged. */
const directed =
  (mark: '' | '\u200e' | '\u200f'): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false
    const changes = new Map<number, ChangeSpec>()
    for (const range of state.selection.ranges)
      for (let at = range.from; at <= range.to;) {
        const line = state.doc.lineAt(at)
        at = line.to + 1
        const begin = BEFORE.exec(line.text)?.[0].length ?? 0
        const words = line.text.slice(begin)
        if ((words === '' && !range.empty) || isWithin(state, line.to, CODE_BLOCKS)) continue
        const before = /^[\u200e\u200f]+/.exec(words)?.[0].length ?? 0
        const from = line.from + begin
        changes.set(line.from, { from, to: from + before, insert: mark })
      }
    dispatch(state.update({ changes: [...changes.values()], userEvent: 'input.format' }))
    return true
  }

export const DIRECTION_COMMANDS = {
  'right-to-left': directed('\u200f'),
  'left-to-right': directed('\u200e'),
  'own-direction': directed(''),
} as const
