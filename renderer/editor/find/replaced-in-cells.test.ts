import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { runCommand } from '../testing/run-command'
import { replacedInCells } from './replaced-in-cells'

const TABLE = '| a | x \\| y |\n| - | - |\n| x | b |\n\nx and x'

/** All of a text that is found, as the panel replaces it: in one step. */
function replaceAll(text: string, found: string, insert: string, userEvent = 'input.replace.all') {
  const state = EditorState.create({
    doc: text,
    extensions: [markdownSupport(), history(), replacedInCells],
  })
  const places = [...text.matchAll(new RegExp(found, 'g'))]
  const changes = places.map(({ index, 0: { length } }) => ({ from: index, to: index + length, insert }))
  return { state, next: state.update({ changes, userEvent }).state }
}

test.each([
  ['x', 'p|q', '| a | p\\|q \\| y |\n| - | - |\n| p\\|q | b |\n\np|q and p|q'],
  ['x', 'p\nq', '| a | p q \\| y |\n| - | - |\n| p q | b |\n\np\nq and p\nq'],
  ['x', 'p\\|q', '| a | p\\|q \\| y |\n| - | - |\n| p\\|q | b |\n\np\\|q and p\\|q'],
  ['(?<=\\\\)\\|', '|', TABLE],
  ['x \\| b', 'x | b |', '| a | x \\| y |\n| - | - |\n| x | b | |\n\nx and x'],
])('in cells %j becomes %j as a part of their words', (found, insert, after) => {
  expect(replaceAll(TABLE, found, insert).next.doc.toString()).toBe(after)
})

test('it is one step of undo', () => {
  const { next } = replaceAll(TABLE, 'x', 'p|q')
  expect(runCommand(undo, next).doc.toString()).toBe(TABLE)
})

test('what is written otherwise stays as it is written', () => {
  const { next } = replaceAll(TABLE, 'x', '|', 'input.type')
  expect(next.doc.toString()).toBe(TABLE.replaceAll('x', '|'))
})
