import { ensureSyntaxTree } from '@codemirror/language'
import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type Line,
  type StateCommand,
} from '@codemirror/state'
import { calloutMark } from '../../../shared/markdown/grammar/callouts'
import { wordsStart } from '../lines/words-start'
import { change, chosenLines, seenTo, tearsTable, wholeBlocks } from './chosen-lines'
import { hasSign, LINE_SIGNS, toggleSign } from './line-signs'
import { blockAt } from './passages'
import { withSecondPress } from './second-press'
import { askAround, hasNoWords, isWithin, TABLE, type SyntaxNode } from './syntax'

/** Commands that change the kind of a paragraph; each switches on and off. */
export const BLOCK_COMMANDS = {
  'heading-1': toggleSign(LINE_SIGNS['heading-1']),
  'heading-2': toggleSign(LINE_SIGNS['heading-2']),
  'heading-3': toggleSign(LINE_SIGNS['heading-3']),
  list: toggleSign(LINE_SIGNS.list),
  'numbered-list': toggleSign(LINE_SIGNS['numbered-list']),
  task: toggleSign(LINE_SIGNS.task),
  quote: withSecondPress(quote, () => false),
  callout,
  'code-block': withSecondPress(codeBlock, () => false),
  table,
  rule,
} as const satisfies Readonly<Record<string, StateCommand>>

/** Puts the lines between fences, or removes the fences around the cursor. */
function codeBlock({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  if (state.readOnly || tearsTable(state, true)) return false
  const lines = chosenLines(state)
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return false
  const block = fencesAround(state, first, last)
  if (block !== undefined) change(state, dispatch, block)
  else {
    const fence = fenceFor(lines)
    const changes = [
      { from: first.from, insert: `${fence}\n` },
      { from: last.to, insert: `\n${fence}` },
    ]
    // Text inserted at the ends of the lines stays between the fences.
    change(
      state,
      dispatch,
      changes,
      (position) => position + fence.length + 1,
      last.to + 2 * fence.length + 2,
    )
  }
  return true
}

/** Whether all selected lines are between the fences of one block. */
export function isInFences(state: EditorState): boolean {
  const lines = chosenLines(state)
  const [first, last] = [lines[0], lines.at(-1)]
  return first !== undefined && last !== undefined && fencesAround(state, first, last) !== undefined
}

/** The changes that remove the fences of the block that contains all of the lines. */
function fencesAround(state: EditorState, first: Line, last: Line): ChangeSpec[] | undefined {
  const node = askAround(state, first.from, 1, (one) => (one.name === 'FencedCode' ? one : null))
  if (node === null) return undefined
  const [opening, closing] = [state.doc.lineAt(node.from), state.doc.lineAt(node.to)]
  if (first.number <= opening.number || last.number > closing.number) return undefined
  const isClosed = node.getChildren('CodeMark').length > 1
  if (isClosed && last.number === closing.number) return undefined
  return [
    { from: opening.from, to: opening.to + 1 },
    ...(isClosed ? [{ from: closing.from - 1, to: closing.to }] : []),
  ]
}

/** A fence longer than every fence inside. */
function fenceFor(lines: readonly Line[]): string {
  const lengths = lines.map(({ text }) => /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0)
  return '`'.repeat(lengths.reduce((most, length) => Math.max(most, length + 1), 3))
}

const quotationOf = (node: SyntaxNode) => (node.name === 'Blockquote' ? node : null)
const calloutOf = (node: SyntaxNode) => (calloutMark(node) === undefined ? null : quotationOf(node))

const toggleQuote = toggleSign(LINE_SIGNS.quote)

/** Quotes the paragraphs, or makes words of a quotation again; a callout as a whole, of which the title stays. */
function quote({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { doc } = state
  const callouts = chosenLines(state).map(({ to }) => askAround(state, to, -1, calloutOf))
  const around = callouts[0] ?? null
  const mark = around === null ? undefined : calloutMark(around)
  const first = around === null ? undefined : doc.lineAt(around.from)
  const isOuter = around !== null && first?.text.slice(0, around.from - first.from).includes('>') !== true
  const isOne = isOuter && callouts.every((node) => node?.from === around.from)
  if (state.readOnly || mark === undefined || first === undefined || !isOne)
    return toggleQuote({ state, dispatch })
  const title = mark.to + doc.sliceString(mark.to, first.to).search(/\S|$/)
  const signs = chosenLines(state, [{ from: first.to + 1, to: around.to }]).map(({ from, text }) => {
    const [sign = '', indent = ''] = /^(\s*)> ?/.exec(text) ?? []
    return { from: from + indent.length, to: from + sign.length, isEmpty: hasNoWords(text) }
  })
  const [second, ...rest] = signs
  const isTitled = title < first.to || second === undefined
  const parts = isTitled && second !== undefined && !second.isEmpty
  change(state, dispatch, [
    { from: around.from, to: isTitled ? title : second.to },
    ...(parts ? [{ from: first.to, insert: '\n' }] : []),
    ...(isTitled ? signs : rest),
  ])
  return true
}

/** Makes a callout of the paragraphs, or of the quotation that they are in; false in a callout. */
function callout({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const lines = wholeBlocks(state)
  const begin = lines.find(({ text }) => text.trim() !== '') ?? lines[0]
  if (state.readOnly || begin === undefined) return false
  if (chosenLines(state).some(({ to }) => askAround(state, to, -1, calloutOf))) return false
  const isQuoted = hasSign(state, 'quote')
  const quotation = isQuoted ? askAround(state, begin.to, -1, quotationOf) : null
  let quoted = state.update({})
  if (!isQuoted) toggleQuote({ state, dispatch: (done) => (quoted = done) })
  const first = quoted.state.doc.lineAt(quotation?.from ?? begin.from)
  const before = quotation === null ? 0 : quotation.from - first.from
  const sign = /^[\s>]*> ?/.exec(first.text.slice(before))?.[0]
  if (sign === undefined) return false
  const at = first.from + before + sign.length
  const lead = first.text.slice(0, before + sign.length).replace(/[^\s>]/g, ' ')
  const mark = quoted.state.changes({ from: at, insert: `[!note]\n${lead}` })
  const { main } = quoted.state.selection
  dispatch(
    state.update({
      changes: quoted.changes.compose(mark),
      selection: { anchor: mark.mapPos(main.anchor, 1), head: mark.mapPos(main.head, 1) },
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  )
  return true
}

/** The time allowed for parsing a long text to check the new table. */
const READ_MS = 1_000

const FIRST_CELL = 'Column 1'
const NEW_TABLE = `| ${FIRST_CELL} | Column 2 |\n| --- | --- |\n|  |  |`

/**
 * Inserts a table of two columns below the paragraph and selects its first heading, so that typing replaces it. False
 * if the inserted text would not be a table.
 */
function table({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  if (state.readOnly) return false
  const { change: insertion, begin, cursor } = blockAt(state, state.selection.main.head, NEW_TABLE)
  const from = begin + 2
  const transaction = state.update({
    changes: insertion,
    selection: EditorSelection.single(from, from + FIRST_CELL.length),
    effects: seenTo(cursor, from + FIRST_CELL.length),
    userEvent: 'input.format',
  })
  ensureSyntaxTree(transaction.state, cursor, READ_MS)
  if (!isWithin(transaction.state, from, TABLE)) return false
  dispatch(transaction)
  return true
}

/**
 * Inserts a horizontal rule below the paragraph. The cursor goes to the following text, or, if there is none, to an
 * empty line, which is in the quotation of the line but in no list item.
 */
function rule({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  if (state.readOnly) return false
  const { change: insertion, cursor } = blockAt(state, state.selection.main.head, '---')
  const { doc } = state
  const changes = state.changes(insertion)
  let next = doc.lineAt(insertion.to).number + 1
  while (next <= doc.lines && hasNoWords(doc.line(next).text)) next++
  const isLast = next > doc.lines
  const lead = /^[\s>]*>/.exec(changes.apply(doc).lineAt(cursor).text)?.[0]
  const end = lead === undefined ? '\n\n' : `\n${lead}\n${lead} `
  dispatch(
    state.update({
      changes: isLast ? { ...insertion, insert: insertion.insert + end } : insertion,
      selection: {
        anchor: isLast ? cursor + end.length : changes.mapPos(wordsStart(state, doc.line(next).from), 1),
      },
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  )
  return true
}
