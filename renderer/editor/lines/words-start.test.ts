import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { wordsStart } from './words-start'

test.each([
  'words',
  '  ‸words',
  '- ‸item',
  '- [x] ‸task',
  '10. ‸item',
  '> ‸said',
  '> > - ‸item # - x',
  '## ‸Heading',
  '- # ‸Heading ##',
  '```\n‸# no heading',
  'Heading\n‸===',
  'words\n- [x] ‸a task [x]',
])('words of the last line begin at the sign: %j', (marked) => {
  const doc = marked.replace('‸', '')
  const state = EditorState.create({ doc, extensions: markdownSupport() })
  ensureSyntaxTree(state, doc.length, 60_000)
  const lineFrom = state.doc.line(state.doc.lines).from
  expect(wordsStart(state, doc.length)).toBe(Math.max(lineFrom, marked.indexOf('‸')))
})
