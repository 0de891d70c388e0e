import { isolateHistory } from '@codemirror/commands'
import { Facet, type StateCommand } from '@codemirror/state'
import { SNIPPET_WORD_MAX, type Snippets } from '../../../shared/text/words/snippets'
import { fillSnippet } from '../../../shared/text/templates'
import { CODE, isWithin, TABLE } from '../markdown/syntax'
import { clock } from './insert-date'
import { goingOn } from './pasted-blocks'

const NONE: Snippets = {}

const CONTAINERS: ReadonlySet<string> = new Set(['ListItem', 'Blockquote'])

/** The writer's snippets. */
export const snippets = Facet.define<Snippets, Snippets>({ combine: ([first]) => first ?? NONE })

/**
 * Replaces the word before the cursor by its snippet, in one undo step. The snippet's lines stay in the quotation and
 * list item of the cursor. False if there is no such snippet, in code, and for several lines in a table cell.
 */
export const expandSnippet: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  if (state.readOnly || !main.empty || ranges.length > 1 || isWithin(state, main.head, CODE)) return false
  const line = state.doc.lineAt(main.head)
  const before = state.sliceDoc(Math.max(line.from, main.head - SNIPPET_WORD_MAX - 1), main.head)
  const word = wordsBefore(before).find((one) => Object.hasOwn(state.facet(snippets), one))
  const own = word === undefined ? undefined : state.facet(snippets)[word]
  if (word === undefined || own === undefined) return false
  const filled = fillSnippet(own, state.facet(clock)())
  const place = (words: string) =>
    isWithin(state, main.head, CONTAINERS) ? goingOn(words, state.sliceDoc(line.from, main.head)) : words
  // The line of the cursor is treated as one with words in it.
  const head = place(`${filled.text.slice(0, filled.cursor)}x`).slice(0, -1)
  const text = head + place(filled.text.slice(filled.cursor))
  if (text.includes('\n') && isWithin(state, line.to, TABLE)) return false
  const from = main.head - word.length
  dispatch(
    state.update({
      changes: { from, to: main.head, insert: state.toText(text) },
      selection: { anchor: from + head.length },
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
      userEvent: 'input.complete',
    }),
  )
  return true
}

/**
 * The candidates for a snippet word: everything before the cursor up to a space, and the letters alone, because a
 * bracket may precede the word.
 */
const wordsBefore = (before: string): readonly string[] =>
  [/\s/, /[^\p{L}\p{N}_-]/u].map((end) => before.split(end).at(-1) ?? '')
