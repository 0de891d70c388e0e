import { deleteCharForward } from '@codemirror/commands'
import { EditorState, type StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { runMarked } from '../testing/run-command'

test.each([
  ['- a‸\n- [x] b\n- c', '- a‸b\n- c'],
  ['- a‸\n  - b\n    - c', '- a‸b\n    - c'],
  ['- a‸\n  b', '- a‸b'],
  ['- a‸\n-\n- b', '- a‸\n- b'],
  ['- ‸\n- b', '- ‸b'],
  ['> a‸\n> b', '> a‸b'],
  ['> a‸\n>\n> b', '> a‸\n> b'],
  ['> - a‸\n> - b', '> - a‸b'],
  ['a‸\n## b', 'a‸b'],
  ['a‸\n- b', 'a‸b'],
  ['‸\n- b', '‸- b'],
  ['a\n‸\n- b', 'a\n‸- b'],
  ['a‸\n\n- b', 'a‸\n- b'],
  ['a‸\nb', 'a‸b'],
  ['a‸\n===', 'a‸==='],
  ['born in‸\n1986. A year', 'born in‸1986. A year'],
  ['```\na‸\n  - b\n```', '```\na‸  - b\n```'],
  ['a‸b\n- c', 'a‸\n- c'],
])('Delete at the end of a line joins the words of the next one: %j', (before, after) => {
  expect(runMarked(deleteCharForward as StateCommand, before)).toBe(after)
})

/** The state of a text with `⟦` and `⟧` around the selection, and the clipboard after copying it. */
function copied(marked: string) {
  const [before = '', chosen = '', after = ''] = marked.split(/[⟦⟧]/)
  const selection = { anchor: before.length, head: before.length + chosen.length }
  const state = EditorState.create({
    doc: before + chosen + after,
    selection,
    extensions: markdownSupport(),
  })
  const filters = state.facet(EditorView.clipboardOutputFilter)
  return { state, words: filters.reduce((text, filter) => filter(text, state), chosen) }
}

test.each([
  ['1. a\n   ⟦- b\n   ⟧- c', '   - b\n'],
  ['⟦- a\n  ⟧- b', '- a\n'],
  ['> ⟦a\n> ⟧b', '> a\n'],
  ['⟦- a\n- ⟧b', '- a\n'],
  ['- ⟦a\n  ⟧- b', '- a\n'],
  ['# ⟦a\n⟧b', '# a\n'],
  ['a ⟦b\nc⟧ d', 'b\nc'],
  ['```\n  ⟦a\n    ⟧b\n```', 'a\n    '],
])('whole lines are copied with their own indent and without that of the next line: %j', (marked, words) => {
  expect(copied(marked).words).toBe(words)
})

test.each([
  '- ⟦a\n  ⟧- b',
  '- ⟦a\n- ⟧b',
  '# ⟦a\n⟧b',
  '1. a\n   ⟦- b\n   ⟧- c',
  '⟦- a\n  ⟧- b',
  '> ⟦a\n> ⟧b',
  '- a\n  ⟦- b\n⟧- c',
  '⟦- a\n⟧- b',
])('whole lines that are cut and pasted at once stand where they stood: %j', (marked) => {
  const { state, words } = copied(marked)
  const cut = state.update(state.replaceSelection(''), { userEvent: 'delete.cut' }).state
  const pasted = cut.update(cut.replaceSelection(words), { userEvent: 'input.paste' }).state
  expect(pasted.doc.toString()).toBe(state.doc.toString())
  expect(pasted.sliceDoc(pasted.selection.main.head)).toBe(cut.sliceDoc(cut.selection.main.head))
})

test('whole lines that are dragged before the words of a line go above it, and are selected there', () => {
  const { state, words } = copied('- a\n  ⟦- b\n  ⟧- c\n- d')
  const drop = state.doc.length - 1
  const { from, to } = state.selection.main
  const changes = [
    { from, to },
    { from: drop, insert: words },
  ]
  const dropped = state.update({ changes, userEvent: 'move.drop' }).state
  expect(dropped.doc.toString()).toBe('- a\n  - c\n  - b\n- d')
  const { main } = dropped.selection
  expect(dropped.sliceDoc(main.from, main.to)).toBe('  - b\n')
})
