import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { duplicate } from '../lines/line-edits'
import { runCommand } from '../testing/run-command'
import { markdownSupport } from './language'

/** Deletes what stands between `⟦` and `⟧`. */
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
  ['1. a⟦\n2. b\n3.⟧ c\n4. d', '1. a c\n4. d'],
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
  ['```\n  ⟦a\n    ⟧b\n```', '```\n  b\n```'],
])('what is chosen from before words to before words is whole lines: %j', (before, after) => {
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
  ['1. a\n1. ‸b\n1. c', '1. a\n1. b\n2. b\n1. c'],
  ['1. a⟦b⟧\n2. c', '1. abb\n2. c'],
])('lines that stand twice have no number twice: %j', (before, after) => {
  const from = before.search(/[⟦‸]/)
  const to = before.includes('⟧') ? before.indexOf('⟧') - 1 : from
  const doc = before.replace(/[⟦⟧‸]/g, '')
  const selection = { anchor: from, head: to }
  const state = EditorState.create({ doc, selection, extensions: markdownSupport() })
  expect(runCommand(duplicate, state).doc.toString()).toBe(after)
})
