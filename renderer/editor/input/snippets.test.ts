import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { runCommand } from '../testing/run-command'
import { expandSnippet, snippets } from './snippets'

test.each([
  ['- br', '- one\n\n  ‸\n  two'],
  ['> br', '> one\n>\n> ‸\n> two'],
  ['> 1. say br', '> 1. say one\n>\n>    ‸\n>    two'],
  ['- [ ] br', '- [ ] one\n\n  ‸\n  two'],
  ['- a\n  br', '- a\n  one\n\n  ‸\n  two'],
  [' br', ' one\n\n‸\ntwo'],
])('the lines of a snippet stay in the item and the quotation: %j', (doc, after) => {
  const begin = EditorState.create({
    doc,
    selection: { anchor: doc.length },
    extensions: [markdownSupport(), snippets.of({ br: 'one\n\n{{cursor}}\ntwo' })],
  })
  const state = runCommand(expandSnippet, begin)
  const { head } = state.selection.main
  expect(`${state.sliceDoc(0, head)}‸${state.sliceDoc(head)}`).toBe(after)
})
