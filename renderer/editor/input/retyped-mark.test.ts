import { insertNewlineAndIndent } from '@codemirror/commands'
import { EditorState, type StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { continueMarkup } from '../markdown/continuing'
import { markdownSupport } from '../markdown/language'
import { runCommand } from '../testing/run-command'
import { typeInto } from '../testing/type-into'
import { retypedMark } from './retyped-mark'

const enter: StateCommand = (target) => continueMarkup(target) || insertNewlineAndIndent(target)

/** The text after typing these lines with Enter between them. */
function typed(text: string): string {
  const begin = EditorState.create({ extensions: [markdownSupport(), retypedMark()] })
  const [first = '', ...lines] = text.split('\n')
  return lines
    .reduce((state, line) => typeInto(runCommand(enter, state), line), typeInto(begin, first))
    .doc.toString()
}

test.each([
  '- a\n  - b\n  - c\n- d',
  '- a\n    - b\n        - c\n    - d\n- e',
  '1. a\n   - b\n   - c\n2. d',
  '- [ ] a\n  - [x] b\n  - [ ] c\n- [ ] d',
  '* a\n  * b\n* c',
  '> [!note]\n> a\n> - b\n>   - c\n> - d\n> e',
  '> > - a\n> > - b\n> > c',
])('what is typed with its own marks and indents stands as it was typed: %j', (text) => {
  expect(typed(text)).toBe(text)
})

test.each([
  ['  - a\n- b', '  - a\n  - b'],
  ['- a\n  - b\nc\n- d', '- a\n  - b\n  - c\n  - d'],
  ['- a\n> b', '- a\n- > b'],
])('who leaves the indent to Enter has its mark there: %j', (signs, text) => {
  expect(typed(signs)).toBe(text)
})
