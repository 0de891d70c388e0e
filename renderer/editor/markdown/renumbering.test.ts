import {
  deleteCharBackward,
  deleteCharForward,
  deleteGroupForward,
  history,
  undo,
} from '@codemirror/commands'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState, type StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { duplicate, joinLines } from '../lines/line-edits'
import { moveParagraph } from '../lines/move-blocks'
import { moveLines } from '../lines/move-lines'
import { runCommand } from '../testing/run-command'
import { deleteMark } from './continuing'
import { markdownSupport } from './language'

/** Deletes the text between `⟦` and `⟧`. */
function deleted(marked: string, userEvent = 'delete.line'): string {
  const parts = marked.split(/[⟦⟧]/)
  const changes: { readonly from: number; readonly to: number }[] = []
  let at = 0
  for (const [index, { length }] of parts.entries()) {
    if (index % 2 === 1) changes.push({ from: at, to: at + length })
    at += length
  }
  const state = EditorState.create({ doc: parts.join(''), extensions: markdownSupport() })
  return state.update({ changes, userEvent }).state.doc.toString()
}

test.each([
  ['1. one\n⟦2. two\n⟧3. three\n4. four', '1. one\n2. three\n3. four'],
  ['1. one⟦\n2. two⟧\n3. three', '1. one\n2. three'],
  ['⟦1. one\n⟧2. two\n3. three', '1. two\n2. three'],
  ['7) a⟦\n8) b\n9) c⟧\n10) d', '7) a\n8) d'],
  ['⟦1. a\n⟧2. b\n⟦3. c\n⟧4. d', '1. b\n2. d'],
  ['1. a\n⟦2. b\n⟧   more\n3. c', '1. a\n   more\n2. c'],
  ['- x\n  1. a\n⟦  2. b\n⟧  3. c\n- y', '- x\n  1. a\n  2. c\n- y'],
  ['> 1. a\n⟦> 2. b\n⟧> 3. c', '> 1. a\n> 2. c'],
  ['1. a\n2. b\n⟦3. c⟧', '1. a\n2. b\n'],
  ['1. a\n⟦1. b\n⟧1. c', '1. a\n1. c'],
  ['1. a\n⟦2. b\n⟧5. c', '1. a\n5. c'],
  ['1. a\n2. ⟦b⟧\n3. c', '1. a\n2. \n3. c'],
  ['1. a⟦b\n2. c\n3. d⟧e\n4. f', '1. ae\n2. f'],
])('whole lines that go leave no gap in the numbers, parts of lines change none: %j', (before, after) => {
  expect(deleted(before)).toBe(after)
  expect(deleted(before, 'delete.cut')).toBe(after)
})

test.each([
  ['1. one\n⟦2. two\n   ⟧- sub\n   - sub2\n3. three', '1. one\n   - sub\n   - sub2\n2. three'],
  ['1. one\n   ⟦- sub\n   - sub2\n⟧2. two', '1. one\n2. two'],
  ['1. one\n   ⟦- sub\n   ⟧- sub2\n2. two', '1. one\n   - sub2\n2. two'],
  ['> 1. one\n> ⟦2. two\n> ⟧3. three', '> 1. one\n> 2. three'],
  ['> 1. one\n⟦> 2. two\n> ⟧3. three', '> 1. one\n> 2. three'],
  ['1. ⟦one\n   - ⟧sub\n2. two', '   - sub\n1. two'],
  ['1. one\n2. ⟦two\n3. ⟧three', '1. one\n2. three'],
  ['## ⟦one\n⟧two', 'two'],
  ['```\n  ⟦a\n    ⟧b\n```', '```\n  b\n```'],
])('what is chosen from before words to before words is whole lines: %j', (before, after) => {
  expect(deleted(before, 'delete.selection')).toBe(after)
  expect(deleted(before, 'delete.cut')).toBe(after)
})

test.each([
  ['1. a⟦\n⟧2. b\n3. c', '1. ab\n2. c'],
  ['1. a⟦\n2. b\n⟧3. c\n4. d', '1. ac\n2. d'],
  ['- a⟦\n- [ ]⟧ b', '- ab'],
])('what is chosen between the words of two items makes one of them: %j', (before, after) => {
  expect(deleted(before, 'delete.selection')).toBe(after)
  expect(deleted(before, 'delete.cut')).toBe(after)
})

test('behind deleted lines the caret stands where the selection ended', () => {
  const doc = '- two\n  - sub'
  const state = EditorState.create({ doc, selection: { anchor: 0, head: 8 }, extensions: markdownSupport() })
  const { selection } = state.update({ ...state.replaceSelection(''), userEvent: 'delete.selection' }).state
  expect([selection.main.anchor, selection.main.head]).toEqual([2, 2])
})

test('only what the writer deletes is renumbered', () => {
  expect(deleted('1. a\n⟦2. b\n⟧3. c', 'undo')).toBe('1. a\n3. c')
})

test.each([
  ['1. one\n2. ‸two\n3. three', '1. one\n2. two\n3. two\n4. three'],
  ['1. one\n   - a‸\n2. two', '1. one\n   - a\n   - a\n2. two'],
  ['1. o‸ne\n   1. a\n   2. b\n2. two', '1. one\n2. one\n   1. a\n   2. b\n3. two'],
  ['1. one\n   1. ‸a\n   2. b\n2. two', '1. one\n   1. a\n   2. a\n   3. b\n2. two'],
  ['> 1. ‸a\n> 2. b', '> 1. a\n> 2. a\n> 3. b'],
  ['⟦1. a\n2. b\n⟧3. c', '1. a\n2. b\n3. a\n4. b\n5. c'],
  ['1. a\n1. ‸b\n1. c', '1. a\n1. b\n1. b\n1. c'],
  ['8. ‸a\n9. b\n   - y', '8. a\n9. a\n10. b\n    - y'],
  ['1. a⟦b⟧\n2. c', '1. abb\n2. c'],
])('lines that stand twice have no number twice: %j', (before, after) => {
  expect(commanded(duplicate, before)).toBe(after)
})

/** The result of a command in a text with `‸` for the cursor, or `⟦` and `⟧` around the selection. */
function commanded(command: StateCommand, marked: string): string {
  const from = marked.search(/[⟦‸]/)
  const to = marked.includes('⟧') ? marked.indexOf('⟧') - 1 : from
  const doc = marked.replace(/[⟦⟧‸]/g, '')
  const selection = { anchor: from, head: to }
  const begun = EditorState.create({ doc, selection, extensions: [markdownSupport(), history()] })
  // An editor has parsed the text by the time a command comes.
  ensureSyntaxTree(begun, doc.length, 60_000)
  const { state } = begun.update({})
  const next = runCommand(command, state)
  expect(runCommand(undo, next).doc.toString(), 'one undo takes back both').toBe(doc)
  return next.doc.toString()
}

test.each([
  ['1. a\n2. b‸\n3. c', '1. a\n2. c\n3. b'],
  ['1. ‸a\n2. b\n3. c', '1. b\n2. a\n3. c'],
  ['Steps:\n1. ‸a\n2. b\n3. c', 'Steps:\n1. b\n2. a\n3. c'],
  ['4) ‸a\n5) b', '4) b\n5) a'],
  ['1. ⟦a\n2. b\n⟧3. c\n4. d', '1. c\n2. a\n3. b\n4. d'],
  ['9. ‸a\n10. b\n    - x', '9. b\n10. a\n     - x'],
  ['1. a\n2. ‸b\n\n1. c', '1. a\n\n2. b\n1. c'],
  ['> 1. ‸a\n> 2. b', '> 1. b\n> 2. a'],
  ['1. a‸\n1. b\n1. c', '1. b\n1. a\n1. c'],
  ['1. ‸a\n   1. x\n   2. y\n2. b', '   1. x\n2. a\n   2. y\n3. b'],
  ['2. ‸a\n# H\n1. b\n2. c', '# H\n1. a\n2. b\n3. c'],
  ['1. a\n2. b‸\n# H', '1. a\n# H\n2. b'],
  ['1. a\n2. b\n‸\n3. c', '1. a\n2. b\n3. c\n'],
  ['- ‸a\n- b', '- b\n- a'],
])('items that are moved down are numbered on: %j', (before, after) => {
  expect(commanded(moveLines(1), before)).toBe(after)
})

test.each([
  ['1. a\n2. ‸b\n3. c', '1. b\n2. a\n3. c'],
  ['Steps:\n1. a\n2. ‸b', 'Steps:\n1. b\n2. a'],
  ['1. a\n2. b\n\n5. ‸c', '1. a\n2. b\n3. c\n'],
])('items that are moved up are numbered on: %j', (before, after) => {
  expect(commanded(moveLines(-1), before)).toBe(after)
})

test('loose items that are moved as paragraphs are numbered on', () => {
  expect(commanded(moveParagraph(1), '1. ‸a\n\n2. b\n\n3. c')).toBe('1. b\n\n2. a\n\n3. c')
  expect(commanded(moveParagraph(-1), '1. a\n\n2. b\n\n3. ‸c')).toBe('1. a\n\n2. c\n\n3. b')
})

test.each([
  [joinLines, '1. a‸\n2. b\n3. c', '1. a b\n2. c'],
  [joinLines, '1. ⟦a\n2. b\n3. c⟧\n4. d', '1. a b c\n2. d'],
  [deleteMark, '1. a\n2. ‸b\n3. c', '1. a\n   b\n2. c'],
  [deleteCharForward, '1. a‸\n2. b\n3. c', '1. ab\n2. c'],
  [deleteGroupForward, '1. a‸\n2. b\n3. c', '1. ab\n2. c'],
  [deleteCharBackward, '1. a\n‸2. b\n3. c', '1. ab\n2. c'],
  [deleteCharBackward, '1. a\n2.‸ b\n3. c', '1. a\n2 b\n3. c'],
  [deleteCharBackward, '1. a\n2. ⟦b\n3. c⟧\n4. d', '1. a\n2. \n3. d'],
  [deleteCharForward, '1. a⟦b\n2. c\n3. d⟧e\n4. f', '1. ae\n2. f'],
  [deleteCharForward, '1. a⟦b\n2. c\n3. d⟧e\n9. f', '1. ae\n9. f'],
  [deleteCharForward, '1. a\n⟦2. ⟧b\n3. c', '1. a\nb\n2. c'],
] as const)('of two items that become one the next counts on: %o %j', (command, before, after) => {
  expect(commanded(command as StateCommand, before)).toBe(after)
})

test.each([
  ['1. a‸\n2. b', '\n1. x', '1. a\n2. x\n3. b'],
  ['‸1. a\n2. b', '7. x\n', '1. x\n2. a\n3. b'],
  ['1. a‸\n2. b', '\n   more', '1. a\n   more\n2. b'],
  ['1. a ‸', '2. b', '1. a 2. b'],
])('lines that are put in are numbered on: %j', (before, insert, after) => {
  for (const userEvent of ['input.type.compose', 'input.paste', 'input.drop']) {
    const put: StateCommand = ({ state, dispatch }) => {
      dispatch(state.update({ changes: { from: state.selection.main.head, insert }, userEvent }))
      return true
    }
    expect(commanded(put, before), userEvent).toBe(after)
  }
})

test.each([
  ['1. a\n2. ‸\n3. c', 'x\n3. y', '1. a\n2. x\n3. y\n4. c'],
  ['1. a\n‸\n2. b', '9. x', '1. a\n2. x\n3. b'],
  ['1. a⟦\n2. b⟧\n3. c', '', '1. a\n2. c'],
  ['1. a\n2. ⟦b\n3. c⟧\n4. d', 'x', '1. a\n2. x\n3. d'],
  ['8. a\n9. b‸\n   - y', '\n9. x\n   - z', '8. a\n9. b\n10. x\n    - z\n    - y'],
  ['1. a\n‸2. b', '1. x\n   4. y\n   5. z\n', '1. a\n2. x\n   4. y\n   5. z\n3. b'],
  ['1. a\n5. b‸', ' and more', '1. a\n5. b and more'],
  ['1. a\n\n‸', '7. x', '1. a\n\n7. x'],
  ['‸', '7. x\n9. y', '7. x\n9. y'],
])('items that are pasted into a list are numbered on, and no others: %j', (before, insert, after) => {
  const put: StateCommand = ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(insert), { userEvent: 'input.paste' }))
    return true
  }
  expect(commanded(put, before)).toBe(after)
})

test.each([
  ['1. a\n2. ⟦b\n3. c⟧d\n4. e', '1. a\n2. xyd\n3. e'],
  ['1. a⟦\n2. b\n3. c⟧\n4. d', '1. axy\n2. d'],
  ['1. a\n⟦2. b\n3. c\n⟧4. d\n5. e', '1. a\n2. xyd\n3. e'],
  ['1. a\n2. ⟦b\n3. c\n⟧4. d\n5. e', '1. a\n2. xyd\n3. e'],
  ['> ⟦a\n⟧> b', '> xyb'],
  ['⟦# a\n⟧# b', '# xyb'],
  ['- a ⟦b\n-⟧ c', '- a xyc'],
  ['1. a\n⟦2⟧. b\n3. c', '1. a\nxy. b\n3. c'],
  ['a⟦\n⟧b', 'axyb'],
  ['```\na⟦\n⟧  b\n```', '```\naxy  b\n```'],
])('what is typed over items leaves no gap in the numbers, and no mark among words: %j', (before, after) => {
  const type: StateCommand = ({ state, dispatch }) => {
    const typed = { userEvent: 'input.type' }
    const first = state.update(state.replaceSelection('x'), typed)
    dispatch(first)
    dispatch(first.state.update(first.state.replaceSelection('y'), typed))
    return true
  }
  expect(commanded(type, before)).toBe(after)
})

test('an item that is dragged elsewhere is numbered there, and is missed where it was', () => {
  const drag: StateCommand = ({ state, dispatch }) => {
    const changes = [
      { from: 0, to: 5 },
      { from: 15, insert: '1. a\n' },
    ]
    dispatch(state.update({ changes, userEvent: 'move.drop' }))
    return true
  }
  expect(commanded(drag, '‸1. a\n2. b\n3. c\n4. d')).toBe('1. b\n2. c\n3. a\n4. d')
})
