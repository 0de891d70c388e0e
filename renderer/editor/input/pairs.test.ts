import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { around } from './pairs'

/** The text after a sign was typed over the words between `‹` and `›`. */
function typed(sign: string, marked: string): string {
  const state = EditorState.create({
    doc: marked.replace(/[‹›]/g, ''),
    selection: { anchor: marked.indexOf('‹'), head: marked.indexOf('›') - 1 },
    extensions: markdownSupport(),
  })
  return state.update(around(state, sign) ?? {}).newDoc.toString()
}

test.each([
  ['*', 'a ‹b› c', 'a *b* c'],
  ['*', 'a *‹b›* c', 'a **b** c'],
  ['*', '‹a **b› c** d', '*a* ***b* c** d'],
  ['`', 'a ‹**b**› c', 'a `**b**` c'],
] as const)('%s typed over %j: %j', (sign, before, after) => {
  expect(typed(sign, before)).toBe(after)
})
