import { ensureSyntaxTree } from '@codemirror/language'
import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type Line,
  type StateCommand,
} from '@codemirror/state'
import { wordsStart } from '../lines/words-start'
import { change, chosenLines, seenTo, tearsTable } from './chosen-lines'
import { LINE_SIGNS, toggleSign } from './line-signs'
import { blockAt } from './passages'
import { withSecondPress } from './second-press'
import { askAround, hasNoWords, isWithin, TABLE } from './syntax'

/** What makes a paragraph something else, each on and off. */
export const BLOCK_COMMANDS = {
  'heading-1': toggleSign(LINE_SIGNS['heading-1']),
  'heading-2': toggleSign(LINE_SIGNS['heading-2']),
  'heading-3': toggleSign(LINE_SIGNS['heading-3']),
  list: toggleSign(LINE_SIGNS.list),
  task: toggleSign(LINE_SIGNS.task),
  quote: toggleSign(LINE_SIGNS.quote),
  'code-block': withSecondPress(codeBlock, () => false),
  table,
  rule,
} as const satisfies Readonly<Record<string, StateCommand>>

/** Puts the lines between fences, or takes away those that the cursor is between. */
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
    // What stands at the end of the lines stays between the fences.
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

/** Whether all chosen lines stand between the fences of one block. */
export function isInFences(state: EditorState): boolean {
  const lines = chosenLines(state)
  const [first, last] = [lines[0], lines.at(-1)]
  return first !== undefined && last !== undefined && fencesAround(state, first, last) !== undefined
}

/** What takes the fences of the block away that holds all of the lines between them. */
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

/** Longer than every fence within. */
function fenceFor(lines: readonly Line[]): string {
  const lengths = lines.map(({ text }) => /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0)
  return '`'.repeat(lengths.reduce((most, length) => Math.max(most, length + 1), 3))
}

/** Whether a table has come about is known in a long text once it is read so far. */
const READ_MS = 1_000

const FIRST_CELL = 'Column 1'
const NEW_TABLE = `| ${FIRST_CELL} | Column 2 |\n| --- | --- |\n|  |  |`

/**
 * A table of two columns below the paragraph; its first heading is chosen, to be typed over. False where what is written
 * there would be no table.
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
 * A line across the page below the paragraph. The cursor goes to what follows; where nothing does, to an empty line, which
 * is in the quotation that the line is in, and in no item.
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
