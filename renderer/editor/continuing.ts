import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { Prec, type Extension, type StateCommand } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { isWithin } from './syntax'

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

export const continueMarkup: StateCommand = (target) => leaveEmptyQuote(target) || nextLine(target)

/** On an empty line of a quote: takes its innermost mark away. */
const leaveEmptyQuote: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.head)
  if (state.readOnly || ranges.length > 1 || !main.empty || main.head < line.to) return false
  const marks = /^(.*?)>\s*$/.exec(line.text)
  if (!marks || !/^[\s>]*$/.test(line.text) || !isWithin(state, main.head, QUOTE)) return false
  const rest = marks[1] ?? ''
  dispatch(
    state.update({
      changes: { from: line.from + rest.length, to: line.to },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

const QUOTE = new Set(['Blockquote'])
