import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { behindBlock } from '../input/behind-block'
import { belowTable } from './below-table'

const TABLE = '| a | b |\n| - | - |\n| c | d |'

/** The result of typing into a text with `‸` as the cursor. */
function typed(marked: string, insert: string, userEvent = 'input.type'): string {
  const anchor = marked.indexOf('‸')
  const extensions = [markdownSupport(), belowTable, behindBlock]
  const state = EditorState.create({ doc: marked.replace('‸', ''), selection: { anchor }, extensions })
  ensureSyntaxTree(state, state.doc.length, 10_000)
  const next = state.update({ ...state.replaceSelection(insert), userEvent }).state
  const { head } = next.selection.main
  return next.sliceDoc(0, head) + '‸' + next.sliceDoc(head)
}

test.each([
  [`${TABLE}\n‸`, 'x', `${TABLE}\n\nx‸`],
  [`${TABLE}\n‸\nnext`, 'x', `${TABLE}\n\nx‸\n\nnext`],
  [`${TABLE}\n‸\n\nnext`, 'x', `${TABLE}\n\nx‸\n\nnext`],
  [`${TABLE}\n  ‸\nnext`, 'x', `${TABLE}\n\n  x‸\n\nnext`],
  [
    `- i\n\n  | a | b |\n  | - | - |\n  | c | d |\n‸\nnext`,
    'x',
    `- i\n\n  | a | b |\n  | - | - |\n  | c | d |\n\nx‸\n\nnext`,
  ],
  [`> | a |\n> | - |\n> ‸\n> next`, 'x', `> | a |\n> | - |\n>\n> x‸\n>\n> next`],
  [`${TABLE}\n‸\nnext`, 'one\ntwo', `${TABLE}\n\none\ntwo‸\n\nnext`],
])('words on the line below a table are none of its rows: in %j, %j', (marked, insert, after) => {
  expect(typed(marked, insert)).toBe(after)
})

test.each([
  [`${TABLE}‸`, 'x', `${TABLE}\n\nx‸`],
  [`${TABLE}  ‸\n\nnext`, 'x', `${TABLE}  \n\nx‸\n\nnext`],
  ['> | a |\n> | - |\n> | b |‸', 'x', '> | a |\n> | - |\n> | b |\n>\n> x‸'],
  ['- i\n\n  | a |\n  | - |\n  | b |‸', 'x', '- i\n\n  | a |\n  | - |\n  | b |\n\n  x‸'],
  ['| a |\n| - |\n| b |‸\n| c |', 'x', '| a |\n| - |\n| b x‸ |\n| c |'],
  ['```\nx = 1\n```‸', 'x', '```\nx = 1\n```\n\nx‸'],
  ['> ~~~\n> x\n> ~~~‸\n\nnext', 'x', '> ~~~\n> x\n> ~~~\n>\n> x‸\n\nnext'],
])('words behind a row that has all its cells are seen by readers: in %j, %j', (marked, insert, after) => {
  expect(typed(marked, insert)).toBe(after)
})

test.each([
  [`${TABLE}‸`, '|'],
  ['```‸', 'js'],
  ['a\n\n```‸\nx = 1\n```', 'js'],
  [`${TABLE}‸`, '\n'],
  ['| a | b |‸\n| - | - |\n| c | d |', ' e |'],
  ['| a | b |\n| - | - |\n| c |‸', ' d |'],
  [`${TABLE}\n‸\nnext`, '|'],
  [`${TABLE}\n‸\nnext`, ' '],
  [`${TABLE}\n‸\nnext`, '\n'],
  [`${TABLE}\n\n‸\nnext`, 'x'],
  ['a | b\n- | -\n‸', 'c'],
  ['words\n‸\nnext', 'x'],
  ['| a | b |\n‸', 'x'],
])('all else is put where it is typed: in %j, %j', (marked, insert) => {
  expect(typed(marked, insert)).toBe(marked.replace('‸', `${insert}‸`))
})

test('what comes from elsewhere, and undo, stay as they are', () => {
  const marked = `${TABLE}\n‸\nnext`
  for (const event of ['', 'undo']) expect(typed(marked, 'x', event)).toBe(marked.replace('‸', 'x‸'))
})
