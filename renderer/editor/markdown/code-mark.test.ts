import { EditorSelection, EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { toggleCode } from './code-mark'
import { markdownSupport } from './language'

/** `«` and `»` enclose the selection, `‸` marks a cursor. */
function apply(marked: string): string {
  const from = marked.search(/[«‸]/)
  const to = marked.includes('»') ? marked.indexOf('»') - 1 : from
  let state = EditorState.create({
    doc: marked.replace(/[«»‸]/g, ''),
    selection: EditorSelection.single(from, to),
    extensions: markdownSupport(),
  })
  toggleCode({ state, dispatch: (transaction) => (state = transaction.state) })
  const { main } = state.selection
  if (main.empty) return `${state.sliceDoc(0, main.head)}‸${state.sliceDoc(main.head)}`
  return `${state.sliceDoc(0, main.from)}«${state.sliceDoc(main.from, main.to)}»${state.sliceDoc(main.to)}`
}

test.each([
  ['a «word» b', 'a `«word»` b'],
  ['a `«word»` b', 'a «word» b'],
  ['a wo‸rd b', 'a `wo‸rd` b'],
  ['a `wo‸rd` b', 'a wo‸rd b'],
  ['a ‸ b', 'a `‸` b'],
  ['a «x ` y» b', 'a ``«x ` y»`` b'],
  ['a «`x» b', 'a `` «`x» `` b'],
  ['a `` «`x» `` b', 'a «`x» b'],
  ['- « item »', '- « `item` »'],
  ['| a | b |\n|--|--|\n| «c | d» |', '| a | b |\n|--|--|\n| `«c` | `d»` |'],
  ['| a | «b |\n|--|--|\n| c» | d |', '| a | `«b` |\n|--|--|\n| `c»` | d |'],
  ['| «a \\| b» |\n|--|', '| `«a` \\| `b»` |\n|--|'],
  ['a **b «c** d»', 'a **b `«c`** `d»`'],
  ['a `b «c` d»', 'a `b «c d»`'],
  ['a `b «c»` d', 'a `b` «c» d'],
  ['a «\\*b\\*» c', 'a `«*b*»` c'],
  ['a `«*b*»` c', 'a \\«*b\\*» c'],
  ['`«# a»` c', '\\«# a» c'],
  ['«one\ntwo»', '```\n«one\ntwo»\n```'],
])('code is toggled: %j becomes %j', (before, after) => {
  expect(apply(before)).toBe(after)
})
