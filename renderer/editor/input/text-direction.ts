import { RangeSetBuilder, type ChangeSpec, type StateCommand } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import { CODE_BLOCKS, isWithin } from '../markdown/syntax'
import { onScreen } from '../view/on-screen'

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** A mark before all letters of a line says how it runs, in every program that follows Unicode. */
const MARK = /^[^\p{L}\u200e\u200f]*([\u200e\u200f])/u
const lineIn = (dir: string) => Decoration.line({ attributes: { dir } })
const DIRECTIONS = { auto: lineIn('auto'), '\u200e': lineIn('ltr'), '\u200f': lineIn('rtl') }

/** Each paragraph with Arabic or Hebrew in it takes its own direction, or the one that its mark says. */
export const textDirection = [EditorView.perLineTextDirection.of(true), onScreen({ draw: directions })]

function directions(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      const mark = MARK.exec(line.text.slice(0, LOOKED_AT))?.[1]
      if (at === line.from && (mark !== undefined || RIGHT_TO_LEFT.test(line.text)))
        builder.add(line.from, line.from, DIRECTIONS[(mark ?? 'auto') as keyof typeof DIRECTIONS])
      at = line.to + 1
    }
  }
  return builder.finish()
}

/** A mark stands among the first signs of its line. */
const LOOKED_AT = 100

/** What stands before the words of a line: quotations, a heading, an item with its box. */
const BEFORE = /^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/

/** Writes the mark of a direction before the words of each selected line, or takes it away; code stays as it is. */
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
