import {
  MapMode,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** The mark that Enter inserted at the beginning of a line: its start, the start of its check box, and its end. */
interface PutMark {
  readonly from: number
  readonly box: number
  readonly to: number
  /** The number of inserted quotation marks that have not been typed again. */
  readonly quotes: number
}

/** The rest of the mark after its quotation marks were typed again. */
const leftMark = StateEffect.define<PutMark>()

/** The start of a line in which the writer typed the indentation of the mark. */
const typedIndent = StateEffect.define<number>()

const QUOTED = /^(?:(?:[ \t]*>)+ ?)?/
const PUT = /^((?:(?:[ \t]*>)+ ?)?)([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+|(?<=> ?))(\[[ xX]\][ \t]+)?$/
const MARK = /^([ \t]*)(?:[-*+]|\d{1,9}[.)]) $/
const QUOTES = /^(>+) $/
const BOX = /^\[[ xX]\]$/

const putMark = StateField.define<PutMark | undefined>({
  create: () => undefined,
  update(mark, transaction) {
    const put = markPutBy(transaction) ?? transaction.effects.find((one) => one.is(leftMark))?.value
    if (put !== undefined) return put
    if (mark === undefined) return undefined
    const { changes, startState, state } = transaction
    const to = changes.mapPos(mark.to, -1)
    const by = to - mark.to
    const moved = { ...mark, from: mark.from + by, box: mark.box + by, to }
    const isSame = signsBefore(state, to) === signsBefore(startState, mark.to)
    const { head } = state.selection.main
    return isSame && to <= head && head <= state.doc.lineAt(to).to ? moved : undefined
  },
})

/** The start of the last line whose indentation the writer typed. */
const indentedLine = StateField.define<number | undefined>({
  create: () => undefined,
  update: (line, { changes, effects }) =>
    effects.find((one) => one.is(typedIndent))?.value ??
    (line === undefined ? undefined : (changes.mapPos(line, -1, MapMode.TrackDel) ?? undefined)),
})

/** The marks of quotations and list items before a position, without indentation. */
const signsBefore = ({ doc }: EditorState, place: number): string =>
  doc.sliceString(doc.lineAt(place).from, place).replace(/[ \t]/g, '')

/** The mark in a line that Enter began, if the line contains nothing else. */
function markPutBy(transaction: Transaction): PutMark | undefined {
  const { docChanged, state, startState } = transaction
  if (!docChanged || state.doc.lines !== startState.doc.lines + 1) return undefined
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  const found = PUT.exec(state.sliceDoc(line.from, head))
  if (found === null || line.number === 1 || isGiven(transaction)) return undefined
  const [, quoted = '', indent = '', mark = '', box = ''] = found
  if (mark === '' && quoted === '') return undefined
  const from = line.from + quoted.length + indent.length
  const quotes = quoted.split('>').length - 1
  return { from, box: from + mark.length, to: from + mark.length + box.length, quotes }
}

const isGiven = (transaction: Transaction): boolean =>
  ['input.paste', 'undo', 'redo'].some((event) => transaction.isUserEvent(event))

/**
 * Lets a writer type a list mark or check box where Enter has already inserted one, without doubling it. If the writer
 * also types the indentation before it, or the quotation mark, the whole line counts as typed.
 */
export const retypedMark = (): Extension => [
  putMark,
  indentedLine,
  EditorView.inputHandler.of((view, from, to, typed) => {
    const { state } = view
    if ((typed !== ' ' && typed !== ']') || from !== to || state.readOnly || view.compositionStarted)
      return false
    const spec = retyped(state, from, typed)
    if (spec === undefined) return false
    view.dispatch(spec)
    return true
  }),
]

/** The result of typing a mark over an inserted one; each inserted mark can be typed once. */
function retyped(state: EditorState, at: number, typed: string): TransactionSpec | undefined {
  const mark = state.field(putMark)
  const line = state.doc.lineAt(at)
  if (mark === undefined || at < mark.to || line.from !== state.doc.lineAt(mark.to).from) return undefined
  const written = state.sliceDoc(mark.to, at) + typed
  const begin = line.from + (QUOTED.exec(state.sliceDoc(line.from, mark.to))?.[0].length ?? 0)
  const [isMark, indent] = MARK.exec(written) ?? []
  if (isMark !== undefined && mark.box > mark.from) {
    const above = line.number > 1 ? state.doc.line(line.number - 1).from : undefined
    if (indent === '' && state.field(indentedLine) !== above) return typing(mark.from, at, written)
    return { ...typing(begin, at, written), effects: typedIndent.of(line.from) }
  }
  const [, signs = ''] = QUOTES.exec(written) ?? []
  const again = Math.min(signs.length, mark.quotes)
  if (again > 0) {
    const more = again < signs.length ? written.slice(again) : ''
    const left = { from: begin, box: begin, to: begin, quotes: mark.quotes - again }
    return { ...typing(begin, at, more), effects: leftMark.of(left) }
  }
  if (!BOX.test(written) || mark.to === mark.box) return undefined
  // The automatically inserted bracket is the one being typed.
  const isClosed = state.sliceDoc(at, at + 1) === ']'
  return typing(mark.box, isClosed ? at + 1 : at, written)
}

const typing = (from: number, to: number, insert: string): TransactionSpec => ({
  changes: { from, to, insert },
  selection: { anchor: from + insert.length },
  scrollIntoView: true,
  userEvent: 'input.type',
})
