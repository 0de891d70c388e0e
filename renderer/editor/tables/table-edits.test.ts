import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { runCommand } from '../testing/run-command'
import { TABLE_COMMANDS } from './table-commands'

type Name = keyof typeof TABLE_COMMANDS

const stateOf = (doc: string, at: number) =>
  EditorState.create({ doc, selection: { anchor: at }, extensions: markdownSupport() })

/** The text with `‸` for the cursor. */
function apply(name: Name, marked: string): string {
  const at = marked.indexOf('‸')
  const state = runCommand(TABLE_COMMANDS[name], stateOf(marked.replace('‸', ''), at))
  const { head } = state.selection.main
  return state.sliceDoc(0, head) + '‸' + state.sliceDoc(head)
}

const T = '| a | b |\n| --- | --- |\n'

test.each([
  ['row-below', `${T}| c‸ | d |`, `${T}| c | d |\n| ‸ |  |`],
  ['row-below', '| a‸ | b |\n|--|--|\n| c | d |', '| a | b |\n|--|--|\n| ‸ |  |\n| c | d |'],
  ['row-above', `${T}| c | d‸ |`, `${T}|  | ‸ |\n| c | d |`],
  ['row-above', '| a‸ |\n|--|', '| a‸ |\n|--|'],
  ['delete-row', `${T}| c‸ | d |\n| e | f |\n\nafter`, `${T}| e‸ | f |\n\nafter`],
  ['delete-row', `${T}| c‸ | d |`, '| a‸ | b |\n| --- | --- |'],
  ['move-row-down', `${T}| c | d‸ |\n| e | f |`, `${T}| e | f |\n| c | d‸ |`],
  ['move-row-up', `${T}| c‸ | d |`, `${T}| c‸ | d |`],
  ['column-right', `${T}| c‸ | d |`, '| a |  | b |\n| --- | --- | --- |\n| c | ‸ | d |'],
  ['column-right', 'a | b‸\n--|--\nc', 'a | b| ‸ |\n--|--| --- |\nc'],
  ['column-left', '> a‸ | b\n> --|--', '> | ‸ |a | b\n> | --- |--|--'],
  ['delete-column', `${T}| c \\| x‸ | d |`, '| b |\n| --- |\n| d‸ |'],
  ['delete-column', '| a‸ |\n|--|', '| a‸ |\n|--|'],
  ['move-column-right', `${T}| c‸ |`, '| b | a |\n| --- | --- |\n|  | c‸ |'],
  ['move-column-left', '| a | b‸ |\n|:--|--:|\n| `c` | d\\|e |', '| b‸ | a |\n|--:|:--|\n| d\\|e | `c` |'],
  ['column-left', '| بلد | عدد |\n|--|--|\n| x‸ | y |', '| بلد |  | عدد |\n|--| --- |--|\n| x | ‸ | y |'],
  ['column-right', '| بلد | عدد |\n|--|--|\n| x‸ | y |', '|  | بلد | عدد |\n| --- |--|--|\n| ‸ | x | y |'],
  ['move-column-left', '| بلد | عدد |\n|--|--|\n| x‸ | y |', '| عدد | بلد |\n|--|--|\n| y | x‸ |'],
  ['move-column-right', '| بلد | عدد |\n|--|--|\n| x‸ | y |', '| بلد | عدد |\n|--|--|\n| x‸ | y |'],
  ['align-right', `${T}| c‸ | d |`, '| a | b |\n| ---: | --- |\n| c‸ | d |'],
  ['align-center', '| a | b‸ |\n|--|-:|', '| a | b‸ |\n|--|:---:|'],
  ['align-none', '| a | b‸ |\n|--|:-:|', '| a | b‸ |\n|--|---|'],
  ['sort-rows', `${T}| 10‸ | x |\n| **9** | y |`, `${T}| **9** | y |\n| 10‸ | x |`],
  ['sort-rows', `${T}| 1‸ |\n| 2 |`, `${T}| 2 |\n| 1‸ |`],
  ['row-below', 'no table‸', 'no table‸'],
] as const)('%s: %j becomes %j', (name, before, after) => {
  expect(apply(name, before)).toBe(after)
})

test('a text that cannot be changed stays as it is', () => {
  const state = EditorState.create({
    doc: `${T}| c | d |`,
    extensions: [markdownSupport(), EditorState.readOnly.of(true)],
  })
  for (const command of Object.values(TABLE_COMMANDS))
    expect(command({ state, dispatch: () => expect.unreachable() })).toBe(false)
})
