import { ensureSyntaxTree } from '@codemirror/language'
import {
  Annotation,
  ChangeSet,
  EditorSelection,
  EditorState,
  Facet,
  Transaction,
  type Text,
  type TransactionSpec,
} from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import type { TextChange } from '../../../shared/text/text-change'
import { hasNoWords, type SyntaxNode } from '../markdown/syntax'
import { chosenWords, cutCell, cutRow, oneCell, rowAt, wordsOfRow, type Row } from './cell-lines'
import { beginsBlock, differing } from './table-edits'
import { HEAD_LINES, tableAt } from './table-model'

/** Events that insert text; commands about tables, lines and blocks take care of cells themselves. */
const WRITING = ['input.type', 'input.paste', 'input.drop', 'input.replace', 'move.drop'] as const

/** Marks changes to whole cells, in which a bar is meant as a bar. */
const areCut = Annotation.define<boolean>()

/** The time that a replacement of all matches in a long text may wait for its tables to be parsed. */
const READ_MS = 1_000

/** Whether tables are rendered, and not shown as source. */
export const drawsTables = Facet.define<boolean, boolean>({ combine: (given) => given.includes(true) })

/**
 * Keeps inserted text inside its cell: bars are escaped, and lines are joined. In a rendered table the backslash of a
 * bar is hidden, so it is deleted together with the bar. A first cell without a bar before it gets one there if its row
 * would begin another block.
 */
export const staysInCell = EditorState.transactionFilter.of((transaction) => {
  const isDrawn = transaction.startState.facet(drawsTables)
  const events = isDrawn ? [...WRITING, 'delete'] : WRITING
  if (!transaction.docChanged || !events.some((event) => transaction.isUserEvent(event))) return transaction
  if (transaction.annotation(areCut) === true) return transaction
  const { startState: state, changes, newDoc, newSelection } = transaction
  if (transaction.isUserEvent('input.replace')) ensureSyntaxTree(state, state.doc.length, READ_MS)
  const mended: TextChange[] = []
  const bars: number[] = []
  changes.iterChanges((from, to, begin, _end, inserted) => {
    const insert = inserted.toString()
    const isBlock = isDrawn && beginsBlock(newDoc.lineAt(begin).text.replace(/^[\s>]+(?!$)/, ''))
    const isPlain = from === to && !/[|\n\\]/.test(insert) && state.sliceDoc(from, from + 1) !== '|'
    if (isPlain && !isBlock) return
    const table = tableAt(state, from)
    const cell = table === null ? undefined : oneCell(state, table, { from, to })
    if (table === null || cell === undefined) return
    const words = state.sliceDoc(cell.from, cell.to)
    const [start, end] = [from - cell.from, to - cell.from]
    const plain = words.slice(0, start) + insert + words.slice(end)
    const { text } = cutCell(words, start, end, insert)
    if (text !== plain) mended.push(differing(plain, text, begin - start))
    const row = rowAt(state.doc, table, from)
    const isOpen = row.line.cells.length > 1 && !row.line.before.endsWith('|')
    const isFirst = cell.from === row.from + row.line.before.length
    if (isDrawn && isOpen && isFirst && beginsBlock(text)) bars.push(begin - start)
  }, true)
  if (mended.length + bars.length === 0) return transaction
  const words = ChangeSet.of(mended, newDoc.length)
  const begins = ChangeSet.of(
    bars.map((at) => ({ from: words.mapPos(at, -1), insert: '|' })),
    words.newLength,
  )
  const selection = newSelection.map(words).map(begins, 1)
  return [transaction, { changes: words, sequential: true }, { changes: begins, selection, sequential: true }]
})

/** A change adapted to keep tables intact; the caret goes after the inserted text. */
interface Kept {
  readonly changes: readonly TextChange[]
  /** The position of a line before the change, and an offset in it after the change. */
  readonly caret?: { readonly line: number; readonly offset: number }
}

/**
 * Deletes or replaces a selection of several cells cell by cell: bars, row ends and the delimiter row stay. A selection
 * inside and outside a table removes whole rows. If the whole table is selected, it is deleted.
 */
export const keepsBars = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, docChanged } = transaction
  if (!docChanged || transaction.isUserEvent('input.replace')) return transaction
  if (![...WRITING, 'delete'].some((event) => transaction.isUserEvent(event))) return transaction
  const all: TextChange[] = []
  const carets: (Span & NonNullable<Kept['caret']>)[] = []
  let isKept = false
  transaction.changes.iterChanges((from, to, _begin, _end, inserted) => {
    const change = { from, to, insert: inserted.toString() }
    const kept = isAtCursor(state, change) ? undefined : keptTables(state, change)
    isKept ||= kept !== undefined
    all.push(...(kept?.changes ?? [change]))
    if (kept?.caret !== undefined) carets.push({ from, to, ...kept.caret })
  })
  if (!isKept) return transaction
  const changes = state.changes(all)
  const { ranges, mainIndex } = state.selection
  const moved = ranges.map((range) => {
    const caret = carets.find(({ from, to }) => from <= range.to && range.from <= to)
    if (caret === undefined) return EditorSelection.cursor(changes.mapPos(range.to, 1))
    // At the end of a cell the position belongs to the cell, not to what is rendered after it.
    return EditorSelection.cursor(changes.mapPos(caret.line, -1) + caret.offset, -1)
  })
  return {
    changes,
    selection: EditorSelection.create(moved, mainIndex),
    effects: transaction.effects,
    annotations: areCut.of(true),
    scrollIntoView: transaction.scrollIntoView,
    userEvent: transaction.annotation(Transaction.userEvent)!,
  } satisfies TransactionSpec
})

/** Whether a key deletes at a cursor in a table, which `deletesInCell` has handled. */
const isAtCursor = (state: EditorState, { from, to }: Span): boolean =>
  state.selection.ranges.some(
    ({ head, empty }) => empty && (head === from || head === to) && tableAt(state, head) !== null,
  )

/** The table of a line, also for a position before its quotation marks. */
const tableOn = (state: EditorState, place: number): SyntaxNode | null =>
  tableAt(state, place) ?? tableAt(state, state.doc.lineAt(place).to)

function keptTables(state: EditorState, change: TextChange): Kept | undefined {
  const { from, to, insert } = change
  if (from === to) return undefined
  const [first, last] = [tableOn(state, from), tableOn(state, to)]
  if (first === null && last === null) return undefined
  const isFromBegin = first !== null && from <= wordsOfRow(rowAt(state.doc, first, first.from)).from
  const isToEnd = last !== null && to >= wordsOfRow(rowAt(state.doc, last, last.to)).to
  if (first !== null && first.from === last?.from) {
    const cell = oneCell(state, first, change)
    if (cell !== undefined)
      return isEmptied(state.doc, cell, change) ? keptRows(state.doc, first, change) : undefined
    if (insert === '' && isOfRows(state.doc, first, change)) return undefined
    if (isFromBegin && isToEnd && insert.trim() === '')
      return { changes: [{ from: Math.min(from, first.from), to: Math.max(to, first.to), insert }] }
    return keptRows(state.doc, first, change)
  }
  const above = isFromBegin ? null : first
  const below = isToEnd ? null : last
  const chosen = {
    from: isFromBegin ? Math.min(from, first.from) : from,
    to: isToEnd ? Math.max(to, last.to) : to,
  }
  if (above !== null || below !== null) return keptParts(state.doc, above, below, { ...chosen, insert })
  const isWider = chosen.from !== from || chosen.to !== to
  const parting = insert === '' ? '' : partedFromTable(state, chosen.to)
  if (!isWider && parting === '') return undefined
  const put = insert !== '' && isWider ? partedAbove(state.doc, chosen.from) + insert : insert
  return { changes: [{ ...chosen, insert: put + parting }] }
}

/** Whether a change removes all words of a cell: without words and without a bar beside it, the cell would vanish. */
const isEmptied = (doc: Text, cell: Span, { from, to, insert }: TextChange): boolean =>
  (doc.sliceString(cell.from, from) + insert + doc.sliceString(to, cell.to)).trim() === '' &&
  doc.sliceString(from, to).trim() !== ''

/** Whether a change consists of whole lines below the head, as made by commands about lines. */
export function isOfRows(doc: Text, table: SyntaxNode, { from, to }: Span): boolean {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
  if (first.number === last.number || first.number < doc.lineAt(table.from).number + HEAD_LINES - 1)
    return false
  return from === first.from
    ? to === last.from && rowAt(doc, table, from).index > 1
    : from === first.to && to === last.to
}

/** The selected rows with their selected words removed; inserted text goes into the first row with selected words. */
function keptRows(doc: Text, table: SyntaxNode, { insert, ...chosen }: TextChange): Kept {
  const rows: Row[] = []
  const end = doc.lineAt(Math.min(chosen.to, table.to)).number
  for (let { number } = doc.lineAt(Math.max(chosen.from, table.from)); number <= end; number++) {
    const row = rowAt(doc, table, doc.line(number).from)
    if (row.index !== 1) rows.push(row)
  }
  const touched = rows.filter((row) => chosenWords(row, chosen).some((words) => words !== undefined))
  const cuts = (touched.length === 0 ? rows.slice(0, 1) : touched).map((row, index) => ({
    row,
    ...cutRow(row, chosen, index === 0 ? insert : ''),
  }))
  const [first] = cuts
  return {
    changes: cuts.map(({ change }) => change),
    ...(first && { caret: { line: first.row.from, offset: first.caret } }),
  }
}

const breaksIn = (text: string): number => text.split('\n').length - 1

/** Keeps an empty line between a table and other words. */
const parted = (gap: string, words: string): string => (breaksIn(gap) < 2 && !hasNoWords(words) ? '\n' : '')

function partedAbove(doc: Text, place: number): string {
  const { number, from } = doc.lineAt(place)
  const over = number > 1 ? doc.line(number - 1).text : ''
  return parted('', hasNoWords(doc.sliceString(from, place)) ? over : '')
}

/** Words directly above a table would become its first line. */
function partedFromTable(state: EditorState, place: number): string {
  const { number, to } = state.doc.lineAt(place)
  if (number === state.doc.lines || !hasNoWords(state.doc.sliceString(place, to))) return ''
  return tableOn(state, state.doc.line(number + 1).from) === null ? '' : '\n'
}

/** Adapts a change that begins or ends in a table, or both, and includes words outside a table. */
function keptParts(
  doc: Text,
  above: SyntaxNode | null,
  below: SyntaxNode | null,
  { from, to, insert }: TextChange,
): Kept {
  const changes: TextChange[] = []
  let caret: Kept['caret']
  if (above !== null) {
    const head = rowAt(doc, above, above.from)
    const own = rowAt(doc, above, from)
    const row = own.index === 1 ? head : own
    const cut = cutRow(row, { from: Math.min(from, row.to), to: row.to }, insert)
    changes.push(cut.change)
    caret = { line: row.from, offset: cut.caret }
    const kept = row.index === 0 ? rowAt(doc, above, head.to + 1) : row
    const end = doc.lineAt(above.to).to
    if (end > kept.to) changes.push({ from: kept.to, to: end, insert: '' })
  }
  const begin = above === null ? from : Math.min(to, doc.lineAt(above.to).to)
  const end = below === null ? to : Math.max(from, doc.lineAt(below.from).from)
  const text = doc.sliceString(begin, end)
  const words = hasNoWords(text) ? '' : text
  const [lead = ''] = /^[\s>]*/.exec(text) ?? []
  let tail = text.length
  while (tail > 0 && hasNoWords(text.charAt(tail - 1))) tail--
  const start = above === null ? begin : begin + lead.length
  const stop = below === null ? end : begin + tail
  const put = above === null && insert !== '' ? partedAbove(doc, begin) + insert : ''
  const left = doc.sliceString(doc.lineAt(start).from, start) + put
  const behind = doc.sliceString(to, doc.lineAt(to).to)
  if (above !== null && below === null && words !== '')
    changes.push({ from: start, to: stop, insert: parted(lead, behind) })
  else if (words !== '') changes.push({ from: start, to: stop, insert: put + parted(text.slice(tail), left) })
  else if (put !== '') changes.push({ from: begin, to: begin, insert: put + parted(text, put) })
  if (above === null) caret = { line: from, offset: put.length }
  if (below !== null) changes.push(...cutBelow(doc, below, to))
  return { changes: changes.filter((one) => one.from < one.to || one.insert !== ''), ...(caret && { caret }) }
}

/** Deletes the beginning of a table: its head is emptied, because a table needs one, and whole rows are removed. */
function cutBelow(doc: Text, table: SyntaxNode, to: number): readonly TextChange[] {
  const head = rowAt(doc, table, table.from)
  const row = rowAt(doc, table, to)
  const emptied = cutRow(head, { from: head.from, to: row.index === 0 ? to : head.to }).change
  if (row.index < HEAD_LINES) return [emptied]
  const dashes = rowAt(doc, table, head.to + 1)
  const isWhole = to >= wordsOfRow(row).to
  const gone = { from: dashes.to, to: isWhole ? row.to : row.from - 1, insert: '' }
  return [emptied, gone, ...(isWhole ? [] : [cutRow(row, { from: row.from, to }).change])]
}
