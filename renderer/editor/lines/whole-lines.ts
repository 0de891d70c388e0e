import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import type { TextChange } from '../../../shared/text/text-change'
import { BY_VIM, endsItem } from '../markdown/renumbering'
import { CODE_BLOCKS, hasNoWords, isWithin } from '../markdown/syntax'
import { wordsStart } from './words-start'

const OVER_SELECTION = ['delete.selection', 'delete.cut'] as const
const MOVING = [...OVER_SELECTION, 'input.paste', 'input.drop', 'move.drop'] as const

/** The whole lines that were copied, cut or dragged last. */
let copied: string | undefined

/**
 * Treats a selection from before the words of one line to before those of another as whole lines: the caret is after an
 * indentation or a hidden mark, so deleting, copying or dragging includes the marks of its own lines and not those of
 * the next line. Whole lines pasted before the words of a line go above that line.
 */
const movesLines = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, changes } = transaction
  const userEvent = MOVING.find((event) => transaction.isUserEvent(event))
  if (!transaction.docChanged || userEvent === undefined) return transaction
  const { ranges, mainIndex } = state.selection
  const lines: (Span & { readonly insert: string })[] = []
  let [isLines, isMoved] = [true, false]
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    const insert = inserted.toString()
    const whole = (from === to ? aboveLine(state, from) : linesBetween(state, from, to)) ?? { from, to }
    isLines &&= insert === '' || insert === copied
    isMoved ||= whole.from !== from || whole.to !== to
    lines.push({ ...whole, insert })
  })
  const isDrop = userEvent.endsWith('drop')
  // Tables have their own rules for selections over cells, and replace the change.
  if (!isMoved || !isLines || (!isDrop && lines.length > ranges.length)) return transaction
  const kept = state.changes(lines)
  const carets = ranges.map(({ to }) => EditorSelection.cursor(kept.mapPos(to, 1)))
  const dropped = lines
    .filter(({ insert }) => isDrop && insert !== '')
    .map(({ from }) => EditorSelection.range(kept.mapPos(from, -1), kept.mapPos(from, 1)))
  const selection =
    dropped.length > 0 ? EditorSelection.create(dropped) : EditorSelection.create(carets, mainIndex)
  const { effects } = transaction
  return { changes: kept, selection, effects, scrollIntoView: true, userEvent } satisfies TransactionSpec
})

/** Whether a position is before the words of a line, before or after its marks. */
const isBeforeWords = (state: EditorState, place: number): boolean =>
  place <= wordsStart(state, place) && !isWithin(state, place, CODE_BLOCKS)

/** The lines from that of one position up to that of another, if both are before the words of their lines. */
function linesBetween(state: EditorState, from: number, to: number): Span | undefined {
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  const isLines = first.number < last.number && last.text.trim() !== ''
  const isBefore = isLines && [from, to].every((place) => isBeforeWords(state, place))
  return isBefore ? { from: first.from, to: last.from } : undefined
}

/** The position for whole lines that are inserted before the words of a line. */
function aboveLine(state: EditorState, place: number): Span | undefined {
  const { from } = state.doc.lineAt(place)
  return isBeforeWords(state, place) ? { from, to: from } : undefined
}

const copiesLines = EditorView.clipboardOutputFilter.of((text, state) => {
  const { main, ranges } = state.selection
  const lines = main.empty || ranges.length > 1 ? undefined : linesBetween(state, main.from, main.to)
  copied = lines && state.sliceDoc(lines.from, lines.to)
  return copied ?? text
})

const JOINING = [...OVER_SELECTION, 'delete.forward', 'delete.backward'] as const

/**
 * The beginning of the words of a later line, which follow those of the first line when the text between them is
 * deleted.
 */
export function joinedFrom(state: EditorState, from: number, to: number): number {
  const isOneLine = to <= state.doc.lineAt(from).to
  return isOneLine || isWithin(state, to, CODE_BLOCKS) ? to : Math.max(to, wordsStart(state, to))
}

/**
 * A deletion between the words of two lines also removes the marks of the second line, which would become words. Text
 * typed over whole lines goes after those marks.
 */
const joinsWords = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, changes } = transaction
  // Vim inserts a space where it joins two lines.
  const between = transaction.isUserEvent(BY_VIM) ? ' ' : ''
  const isTyped = between === '' && transaction.isUserEvent('input.type')
  const isJoining = between !== '' || isTyped || JOINING.some((event) => transaction.isUserEvent(event))
  if (!transaction.docChanged || !isJoining) return transaction
  const marks: TextChange[] = []
  changes.iterChanges((from, to, fromNew, toNew, inserted) => {
    const line = state.doc.lineAt(from)
    const start = joinedFrom(state, from, to)
    const isOfLine = from === line.from
    if (start === to || (!isTyped && inserted.toString() !== between)) return
    if (!isTyped && hasNoWords(state.sliceDoc(line.from, from))) return
    if (isOfLine) marks.push({ from: fromNew, to: fromNew, insert: state.sliceDoc(to, start) })
    marks.push({ from: toNew, to: toNew + start - to, insert: '' })
  })
  return marks.length === 0
    ? transaction
    : [transaction, { changes: marks, sequential: true, annotations: endsItem.of(true) }]
})

// Filters run from the last to the first.
export const wholeLines = [joinsWords, movesLines, copiesLines]
