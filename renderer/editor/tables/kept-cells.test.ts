import { history, undo } from '@codemirror/commands'
import { EditorState, type Extension } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { runCommand } from '../testing/run-command'
import { cellKeys } from './cell-keys'
import { drawnCells } from './drawn-cells'

const TABLE = '| a | x \\| y |\n| - | - |\n| x | b |\n\nx and x'

/** Replaces all matches in a text as the find panel does, in one step. */
function replaceAll(
  text: string,
  found: string,
  insert: string,
  userEvent = 'input.replace.all',
  table: Extension = cellKeys,
) {
  const state = EditorState.create({ doc: text, extensions: [markdownSupport(), history(), table] })
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

/** The text after replacing the words between `‹` and `›`. */
function replaced(marked: string, insert: string, userEvent: string): string {
  const anchor = marked.indexOf('‹')
  const head = marked.replace('‹', '').indexOf('›')
  const state = EditorState.create({
    doc: marked.replace(/[‹›]/g, ''),
    selection: { anchor, head },
    extensions: [markdownSupport(), history(), cellKeys, drawnCells],
  })
  const { next } = { next: state.update(state.replaceSelection(insert), { userEvent }).state }
  const at = next.selection.main.head
  expect(runCommand(undo, next).doc.toString()).toBe(state.doc.toString())
  return `${next.sliceDoc(0, at)}‸${next.sliceDoc(at)}`
}

const T = '| a | b |\n| - | - |\n'

test.each([
  ['input.type', '|', '| a‹› | b |\n| - | - |', '| a\\|‸ | b |\n| - | - |'],
  ['input.type', '|', '| ‹cyn› | b |\n| - | - |', '| \\|‸ | b |\n| - | - |'],
  ['input.type', '/', '| a\\‹|› | b |\n| - | - |', '| a/‸ | b |\n| - | - |'],
  ['input.type.compose', 'x|', '| ‹a› | b |\n| - | - |', '| x\\|‸ | b |\n| - | - |'],
  ['input.type', 'x', '| a\\‹›| c | b |\n| - | - |', '| ax\\‸| c | b |\n| - | - |'],
  ['input.type', '\\', '|a‹›|b|\n|-|-|', '|a\\‸ |b|\n|-|-|'],
  ['input.type', '|', `${T}| c ‹›`, `${T}| c |‸`],
  ['delete.selection', '', 'a | ‹b›\n--|--', 'a | ‸ |\n--|--'],
  ['input.drop', '\np | q\n', `${T}| c ‹›| d |`, `${T}| c p \\| q‸| d |`],
  ['delete.forward', '', `${T}| c ‹\\›| d | e |`, `${T}| c ‸ d | e |`],
  ['delete.selection', '', 'a | b\n--|--\n*‹*bold**› | d', 'a | b\n--|--\n|*‸ | d'],
  ['delete.selection', '', '> a | b\n> --|--\n> ‹one› - two | d', '> a | b\n> --|--\n> |‸ - two | d'],
  ['input.type', ' ', 'a | b\n--|--\n#‹›one | d', 'a | b\n--|--\n|# ‸one | d'],
  ['input.type', '.', 'a | b\n--|--\n1‹› | d', 'a | b\n--|--\n|1.‸ | d'],
  ['input.type', '.', 'a | b\n--|--\n1‹›', 'a | b\n--|--\n1.‸'],
  ['input.type', '`', 'a | b\n--|--\n``‹›js | d', 'a | b\n--|--\n|```‸js | d'],
] as const)('%s of %j in one cell of %j: %j', (event, insert, before, after) => {
  expect(replaced(before, insert, event)).toBe(after)
})

test.each([
  ['', `${T}| one ‹two | th›ree |`, `${T}| one ‸ | ree |`],
  ['x|y', `${T}| one ‹two | th›ree |`, `${T}| one x\\|y‸ | ree |`],
  ['x', '| ‹a | b |\n| - | - |\n| c› | d |', '| x‸ |  |\n| - | - |\n|  | d |'],
  ['x', '‹a | b\n--|--\nc› | d', '|x‸ |  |\n--|--\n|  | d'],
  ['', `${T}| c‹ | d |\n| e | f |\n\nwo›rds`, `${T}| c | ‸ |\n\nrds`],
  ['', `${T}| c‹ | d |\n| e | f |\n# wo›rds`, `${T}| c | ‸ |\n\nrds`],
  ['x', `wo‹rds\n\n${T}| c | d |\n| e | f› |\n\nend`, 'wox‸\n\nend'],
  ['x', `wo‹rds\n\n${T}| c | d |\n| e› | f |`, 'wox‸\n\n|  |  |\n| - | - |\n|  | f |'],
  ['', `> wo‹rds\n>\n> | a› | b |\n> | - | - |`, '> wo‸\n>\n> |  | b |\n> | - | - |'],
  ['', `wo‹rds\n\n| a | b› |\n| - | - |\n\nend`, 'wo‸\n\n|  |  |\n| - | - |\n\nend'],
  ['', `one\n\n| ‹a | b |\n| - | - |\n| c | d› |\n\nend`, 'one\n\n‸\n\nend'],
  ['', `${T}| c ‹| d |\n›\nend`, `${T}| c | ‸ |\n\nend`],
] as const)('%j in place of words of several cells, %j: %j', (insert, before, after) => {
  expect(replaced(before, insert, insert === '' ? 'delete.selection' : 'input.type')).toBe(after)
})

test.each([
  ['(?<=\\\\)\\|', '/', '| p\\|q\\|r | b |', '| p/q/r | b |'],
  ['(?<=\\\\)\\|', 'x', '| p\\|q\\|r | b |', '| pxqxr | b |'],
  ['; ', '|', '| one; two; three | b |', '| one\\|two\\|three | b |'],
  ['; ', '\n', '| one; two; three | b |', '| one two three | b |'],
])('each of several %j of one cell becomes %j', (found, insert, row, after) => {
  const head = '| - | - |\n| - | - |\n'
  const { next } = replaceAll(head + row, found, insert, 'input.replace.all', [cellKeys, drawnCells])
  expect(next.doc.toString()).toBe(head + after)
})
