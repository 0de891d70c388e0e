import { isolateHistory } from '@codemirror/commands'
import { Facet, type StateCommand } from '@codemirror/state'
import { SNIPPET_WORD_MAX, type Snippets } from '../../../shared/text/words/snippets'
import { fillSnippet } from '../../../shared/text/templates'
import { CODE, isWithin, TABLE } from '../markdown/syntax'
import { clock } from './insert-date'

const NONE: Snippets = {}

/** The snippets of the writer. */
export const snippets = Facet.define<Snippets, Snippets>({ combine: ([first]) => first ?? NONE })

/**
 * Puts the text of a snippet in the place of its word before the cursor; one step of undo takes it back. False where there
 * is none, in code, and for several lines in a cell.
 */
export const expandSnippet: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  if (state.readOnly || !main.empty || ranges.length > 1 || isWithin(state, main.head, CODE)) return false
  const line = state.doc.lineAt(main.head)
  const before = state.sliceDoc(Math.max(line.from, main.head - SNIPPET_WORD_MAX - 1), main.head)
  const word = wordsBefore(before).find((one) => Object.hasOwn(state.facet(snippets), one))
  const own = word === undefined ? undefined : state.facet(snippets)[word]
  if (word === undefined || own === undefined) return false
  const { text, cursor } = fillSnippet(own, state.facet(clock)())
  if (text.includes('\n') && isWithin(state, line.to, TABLE)) return false
  const from = main.head - word.length
  dispatch(
    state.update({
      changes: { from, to: main.head, insert: state.toText(text) },
      selection: { anchor: from + cursor },
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
      userEvent: 'input.complete',
    }),
  )
  return true
}

/** All that stands before the cursor without a space, and the letters alone: a bracket may stand before the word. */
const wordsBefore = (before: string): readonly string[] =>
  [/\s/, /[^\p{L}\p{N}_-]/u].map((end) => before.split(end).at(-1) ?? '')
