import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { apart, asParagraph, dropPlace } from './drop-place'

test.each([
  ['```js\nlet bo‸at = 1\n```', '```js\nlet boat = 1\n```\n\n◻'],
  ['``‸`js\nlet boat\n```\nwords', '```js\nlet boat\n```\n\n◻\n\nwords'],
  ['```\nboat\n``‸`\n\nwords', '```\nboat\n```\n\n◻\n\nwords'],
  ['> ```\n> bo‸at\n> ```\n> words', '> ```\n> boat\n> ```\n>\n> ◻\n>\n> words'],
  ['- ```\n  bo‸at\n  ```\n- two', '- ```\n  boat\n  ```\n\n  ◻\n\n- two'],
  ['One\n\n    bo‸at\n\ntwo', 'One\n\n    boat\n\n◻\n\ntwo'],
  ['---\ntitle: Bo‸ats\n---\nwords', '---\ntitle: Boats\n---\n\n◻\n\nwords'],
  ['<div>\nbo‸at\n</div>\n\nwords', '<div>\nboat\n</div>\n\n◻\n\nwords'],
  ['$$\nbo‸at\n$$\n\nwords', '$$\nboat\n$$\n\n◻\n\nwords'],
  ['```\nlet b‸oat now', '```\nlet ◻ boat now'],
  ['words ‸\n\n```\nboat\n```', 'words ◻\n\n```\nboat\n```'],
])('what is dropped at %j parts no word and ends no block', (marked, after) => {
  const at = marked.indexOf('‸')
  const state = EditorState.create({ doc: marked.replace('‸', ''), extensions: markdownSupport() })
  ensureSyntaxTree(state, state.doc.length, 60_000)
  const place = dropPlace(state, at)
  const [before, behind] = apart(state, place)
  expect(state.sliceDoc(0, place) + before + '◻' + behind + state.sliceDoc(place)).toBe(after)
})

test.each([
  ['one\n\n‸\ntwo', 'one\n\n◻\n\ntwo'],
  ['one\n‸\n\ntwo', 'one\n\n◻\n\ntwo'],
  ['one\n‸\ntwo', 'one\n\n◻\n\ntwo'],
  ['one\n\n‸\n\ntwo', 'one\n\n◻\n\ntwo'],
  ['‸\ntwo', '◻\n\ntwo'],
  ['‸', '◻'],
  ['> one\n> ‸\n> two', '> one\n> \n> ◻\n>\n> two'],
  ['one ‸two', 'one ◻two'],
  ['- ‸\n- two', '- ◻\n- two'],
  ['```\n‸\nboat\n```', '```\n◻\nboat\n```'],
])('a file that is pasted at %j is a paragraph of its own where the line is empty', (marked, after) => {
  const at = marked.indexOf('‸')
  const state = EditorState.create({ doc: marked.replace('‸', ''), extensions: markdownSupport() })
  ensureSyntaxTree(state, state.doc.length, 60_000)
  const [before, behind] = asParagraph(state, at)
  expect(state.sliceDoc(0, at) + before + '◻' + behind + state.sliceDoc(at)).toBe(after)
})
