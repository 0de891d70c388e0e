import { EditorSelection, EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { BLOCK_COMMANDS } from './blocks'
import { toggleCode } from './code-mark'
import { formatsOn, type Format } from './formats'
import { toggleMark } from './formatting'
import { markdownSupport } from './language'

/** `«` and `»` enclose the selection. */
function stateOf(marked: string): EditorState {
  const [before = '', inner = '', after = ''] = marked.split(/[«»]/)
  return EditorState.create({
    doc: before + inner + after,
    selection: EditorSelection.single(before.length, before.length + inner.length),
    extensions: markdownSupport(),
  })
}

test.each<[string, readonly Format[]]>([
  ['a «word» b', []],
  ['a **«word»** b', ['bold']],
  ['a «**word**» b', ['bold']],
  ['a **«one»** two', ['bold']],
  ['«a **word**» b', []],
  ['***«both»***', ['bold', 'italic']],
  ['_«italic»_', ['italic']],
  ['**«one»**\n\n**two**', ['bold']],
  ['«**one**\n\n**two**»', ['bold']],
  ['`«code»`', ['code']],
  ['```\n«one\ntwo»\n```', ['code']],
  ['## «A heading»', ['heading-2']],
  ['# «A heading»', []],
  ['- «an item»', ['list']],
  ['> «quoted»', ['quote']],
  ['«- one\n\ntwo»', []],
])('of %j these formats are on: %j', (marked, on) => {
  expect([...formatsOn(stateOf(marked))]).toEqual(on)
})

test('the command of a format that is on takes it away, of one that is not puts it on', () => {
  const commands = {
    bold: toggleMark('**'),
    italic: toggleMark('*'),
    'heading-2': BLOCK_COMMANDS['heading-2'],
    quote: BLOCK_COMMANDS.quote,
    list: BLOCK_COMMANDS.list,
    code: toggleCode,
  }
  for (const [name, command] of Object.entries(commands) as [Format, typeof toggleCode][]) {
    let state = stateOf('some «words» here')
    for (const isOn of [true, false, true]) {
      command({ state, dispatch: (transaction) => (state = transaction.state) })
      expect(formatsOn(state).has(name), name).toBe(isOn)
    }
  }
})

test('a very long selection is not read', () => {
  expect(formatsOn(stateOf(`**«${'words '.repeat(4_000)}end»**`)).size).toBe(0)
})
