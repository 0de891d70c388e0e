import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { wellFormed } from './well-formed'

test.each([
  ['a\ud83db', 'a\ufffdb'],
  ['\ude00', '\ufffd'],
  ['\ud83d\ude00', '\ud83d\ude00'],
  ['plain', 'plain'],
])('half of a pair becomes visible where it enters: %j', (typed, kept) => {
  const state = EditorState.create({ doc: '[]', extensions: [wellFormed] })
  const next = state.update({ changes: { from: 1, insert: typed } }).state
  expect(next.doc.toString()).toBe(`[${kept}]`)
})
