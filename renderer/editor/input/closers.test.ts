import { closeBrackets, insertBracket } from '@codemirror/autocomplete'
import { insertNewlineAndIndent } from '@codemirror/commands'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { runCommand } from '../testing/run-command'
import { closersEnd, stepsOverClosers } from './closers'

/** The state after a bracket was typed at the end of a text and closed automatically. */
function bracketBehind(doc: string, bracket: string): EditorState {
  const state = EditorState.create({
    doc,
    selection: { anchor: doc.length },
    extensions: [markdownSupport(), closeBrackets(), stepsOverClosers()],
  })
  ensureSyntaxTree(state, doc.length, 60_000)
  return insertBracket(state, bracket)?.state ?? state
}

const type = (state: EditorState, words: string): EditorState =>
  state.update({ ...state.replaceSelection(words), userEvent: 'input.type' }).state

const enter = (state: EditorState): EditorState => runCommand(insertNewlineAndIndent, state)

test.each([
  ['in prose', 'a ', 'b', 'a (b\n'],
  ['in prose between brackets', 'a ', '', 'a (\n'],
  ['in code', '```\na', 'b', '```\na(b\n'],
  ['between brackets in code it waits below', '```\na', '', '```\na(\n\n)'],
])('Enter takes no bracket along that closed by itself: %s', (_what, before, words, after) => {
  expect(enter(type(bracketBehind(before, '('), words)).doc.toString()).toBe(after)
})

test('a bracket of the writer stays', () => {
  const typed = bracketBehind('a ', '(')
  expect(enter(typed.update({ selection: { anchor: 0 } }).state).doc.toString()).toBe('\na ()')
  const text = EditorState.create({ doc: '(a)', selection: { anchor: 2 }, extensions: stepsOverClosers() })
  expect(enter(text).doc.toString()).toBe('(a\n)')
})

test('brackets that wait below end where something else stands', () => {
  const state = enter(bracketBehind('```\na', '{'))
  const { head } = state.selection.main
  expect(closersEnd(state, head)).toBe(state.doc.length)
  expect(closersEnd(state, 0)).toBe(0)
})

test('a text that is replaced by a shorter one has no closers', () => {
  const state = type(bracketBehind('a long line ', '('), 'b')
  const shorter = state.update({ changes: { from: 0, to: state.doc.length, insert: 'a' } }).state
  expect(closersEnd(shorter, 0)).toBe(0)
})
