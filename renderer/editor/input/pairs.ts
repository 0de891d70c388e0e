import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { EditorSelection, type EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { blockWords, marking, movedRange } from '../markdown/inline-blocks'
import { NODES, type Mark } from '../markdown/inline-parts'
import { CODE_BLOCKS, askAround, isWithin, walkSyntax } from '../markdown/syntax'
import { stepsOverClosers } from './closers'
import { smartTyping, type SmartTyping } from './smart-typing'

/**
 * The pairs in prose (CodeMirror's language data; languages in code blocks have their own). Apostrophes are not
 * included, because most of them open nothing.
 */
export const PROSE_PAIRS = {
  closeBrackets: { brackets: ['(', '[', '{', '"', '`'], before: ')]}:;>.,!?"”’»*_' },
}

/**
 * The handlers of typed signs. Signs that wait after the cursor come first, so that no automatically inserted sign is
 * left beside the same sign typed by the writer, whatever else the sign becomes.
 */
export const typedSigns = (settings: SmartTyping & { readonly closesPairs: boolean }): Extension => [
  settings.closesPairs ? stepsOverClosers() : [],
  smartTyping(settings),
  pairs(settings.closesPairs),
]

/**
 * Puts a sign typed over selected words around them. With `closes`, brackets and quotation marks are closed as they are
 * typed.
 */
const pairs = (closes: boolean): Extension => [
  EditorView.inputHandler.of((view, from, to, typed) => {
    const { state } = view
    const { main } = state.selection
    if (state.readOnly || view.compositionStarted || from !== main.from || to !== main.to) return false
    if (isWithin(state, main.from, CODE)) return false
    const transaction = !main.empty ? around(state, typed) : closes ? single(state, typed) : undefined
    if (transaction === undefined) return false
    view.dispatch(state.update(transaction, { scrollIntoView: true, userEvent: 'input.type' }))
    return true
  }),
  closes ? [closeBrackets(), keymap.of(closeBracketsKeymap)] : [],
]

const CODE: ReadonlySet<string> = new Set(CODE_BLOCKS)

const EMPHASIS = '*_`~'
const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '"': '"',
  "'": "'",
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '「': '」',
}

const MARKS: Readonly<Record<string, Mark>> = { '*': '*', _: '*', '`': '`' }
const MARKED: ReadonlySet<string> = new Set(Object.values(NODES))

/**
 * Whether the words begin inside a marked range and end outside it, or the reverse: signs around them would break both.
 */
function crossesMark(state: EditorState, { from, to }: Span): boolean {
  let isCrossing = false
  walkSyntax(state, from, to, ({ name, from: begin, to: end }) => {
    if (MARKED.has(name) && (begin < from ? end > from && end < to : begin < to && end > to))
      isCrossing = true
  })
  return isCrossing
}

/** Puts signs of emphasis around the words of each paragraph, and other pairs around the whole selection. */
export function around(state: EditorState, typed: string) {
  const close = CLOSING[typed]
  if (close === undefined && (typed.length !== 1 || !EMPHASIS.includes(typed))) return undefined
  const piecesOf = (range: Span) => (close === undefined ? blockWords(state, range) : [range])
  if (state.selection.ranges.every((range) => piecesOf(range).length === 0)) return undefined
  const mark = MARKS[typed]
  return state.changeByRange((range) => {
    const { from, to, anchor, head } = range
    if (mark !== undefined && piecesOf(range).some((piece) => crossesMark(state, piece))) {
      const marks = state.changes(marking(state, [range], mark, true))
      return { changes: marks, range: movedRange(marks, range) }
    }
    const pieces = piecesOf(range)
    const changes = state.changes(
      pieces.flatMap((piece) => [
        { from: piece.from, insert: typed },
        { from: piece.to, insert: close ?? typed },
      ]),
    )
    const [begin, end] = [changes.mapPos(from, 1), changes.mapPos(to, -1)]
    return {
      changes,
      range: anchor <= head ? EditorSelection.range(begin, end) : EditorSelection.range(end, begin),
    }
  })
}

/** A quotation mark after a word or a full stop closes. A backtick is paired in the same way, but never twice. */
function single(state: EditorState, typed: string) {
  if ((typed !== '"' && typed !== '`') || state.selection.ranges.length > 1) return undefined
  const { head } = state.selection.main
  const [before, after] = [state.sliceDoc(head - 1, head), state.sliceDoc(head, head + 1)]
  const isOpening = /^[\s([{“„‘«—–*_/]?$/u.test(before)
  if (typed === '"') return isOpening || after === '"' ? undefined : typedAt(head, '"', 1)
  if (after === '`' && (before === '`' || endsCode(state, head))) return typedAt(head, '', 1)
  return isOpening && /^[\s)\]}.,;:!?*_]?$/.test(after) ? typedAt(head, '``', 1) : typedAt(head, '`', 1)
}

const typedAt = (from: number, insert: string, forward: number) => ({
  changes: { from, insert },
  selection: EditorSelection.cursor(from + forward),
})

/** Whether the mark that ends inline code begins here. */
const endsCode = (state: EditorState, place: number): boolean =>
  askAround(state, place, 1, ({ name, from, parent }) =>
    name === 'CodeMark' && from === place && parent?.name === 'InlineCode' && parent.from < place
      ? true
      : null,
  ) === true
