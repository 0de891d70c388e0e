import { trimEndOf } from '../../shared/trim'
import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import {
  Prec,
  type ChangeSpec,
  type EditorState,
  type Extension,
  type Line,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { askAround, isWithin, type SyntaxNode } from './syntax'

/**
 * Enter goes on with the list or quote it is pressed in, and ends it where nothing was written since the last press. (What
 * CodeMirror does by itself moves the second item of a list down, and keeps to a quote until two of its lines are empty.)
 */
export function continuing(): Extension {
  return Prec.high(
    keymap.of([
      { key: 'Enter', run: continueMarkup },
      { key: 'Backspace', run: deleteMarkupBackward },
    ]),
  )
}

const nextLine = insertNewlineContinueMarkupCommand({ nonTightLists: false })

export const continueMarkup: StateCommand = (target) =>
  leaveEmptyQuote(target) || leaveEmptyItem(target) || nextLine(target)

/**
 * On an empty line of a quote: takes its innermost mark away. An empty line stays before the one that is written next:
 * without it CommonMark counts that one to the quote.
 */
const leaveEmptyQuote: StateCommand = ({ state, dispatch }) => {
  const line = emptyAt(state)
  if (line === undefined || !isWithin(state, line.to, QUOTE)) return false
  const marks = /^([\s>]*?)>\s*$/.exec(line.text)
  if (!marks) return false
  dispatch(state.update(leave(state, line, marks[1] ?? '')))
  return true
}

/** On an empty item of an outermost list: ends the list, with an empty line, as a quote is ended. */
const leaveEmptyItem: StateCommand = ({ state, dispatch }) => {
  const line = emptyAt(state)
  const mark = line && /^([\s>]*)(?:[-*+]|\d+[.)])(?:\s+\[[ xX]\])?\s*$/.exec(line.text)
  if (!line || !mark) return false
  const at = line.from + (mark[1]?.length ?? 0)
  const item = askAround(state, at, 1, (node) => (node.name === 'ListItem' ? node : null))
  if (item === null || item.from < line.from || item.parent?.parent?.name === 'ListItem') return false
  const renumbered: ChangeSpec[] = []
  let number = numberOf(state, item)
  for (let next = item.nextSibling; next?.name === 'ListItem' && numberOf(state, next) === number + 1;) {
    const digits = String((number += 1)).length
    renumbered.push({ from: next.from, to: next.from + digits, insert: String(number - 1) })
    next = next.nextSibling
  }
  dispatch(state.update(leave(state, line, withoutIndent(mark[1] ?? ''), renumbered)))
  return true
}

/** The marks of quotations before an item, with one space after them instead of its indent. */
function withoutIndent(before: string): string {
  const marks = trimEndOf(before, ' \t')
  return marks === '' || marks === before ? marks : `${marks} `
}

const numberOf = (state: EditorState, { from }: SyntaxNode): number =>
  Number.parseInt(state.sliceDoc(from, from + 9), 10)

/** The line of a lone cursor at its end, unless the text may not be changed. */
function emptyAt(state: EditorState): Line | undefined {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.head)
  return state.readOnly || ranges.length > 1 || !main.empty || main.head < line.to ? undefined : line
}

/** The line as `rest`, with an empty line between it and what it must not be counted to. */
function leave(
  state: EditorState,
  line: Line,
  rest: string,
  others: readonly ChangeSpec[] = [],
): TransactionSpec {
  const beside = (number: number) =>
    number >= 1 && number <= state.doc.lines ? state.doc.line(number).text : ''
  const isBlank = (text: string) => /^[\s>]*$/.test(text)
  const empty = rest.trimEnd()
  const above = isBlank(beside(line.number - 1)) ? '' : `${empty}\n`
  const below = isBlank(beside(line.number + 1)) ? '' : `\n${empty}`
  return {
    changes: [{ from: line.from, to: line.to, insert: above + rest + below }, ...others],
    selection: { anchor: line.from + above.length + rest.length },
    scrollIntoView: true,
    userEvent: 'input',
  }
}

const QUOTE = new Set(['Blockquote'])
