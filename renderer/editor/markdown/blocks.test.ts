import { EditorState, type StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { BLOCK_COMMANDS } from './blocks'
import { runMarked } from '../testing/run-command'
import { markdownSupport } from './language'

/** The text with `[` and `]` around the selection, `‸` for a cursor. */
function apply(command: StateCommand, marked: string): string {
  const from = marked.search(/[[‸]/)
  const doc = marked.replace(/[[\]‸]/g, '')
  const to = marked.includes(']') ? marked.indexOf(']') - 1 : from
  const selection = { anchor: from, head: to }
  let state = EditorState.create({ doc, selection, extensions: markdownSupport() })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { main } = state.selection
  const text = state.doc.toString()
  const inner = main.empty ? '‸' : `[${text.slice(main.from, main.to)}]`
  return text.slice(0, main.from) + inner + text.slice(main.to)
}

test.each([
  ['heading-1', 'wo‸rd', '# wo‸rd'],
  ['heading-1', '‸word', '# ‸word'],
  ['heading-1', '# wo‸rd', 'wo‸rd'],
  ['heading-2', '# wo‸rd', '## wo‸rd'],
  ['heading-3', '‸', '### ‸'],
  ['heading-1', '- wo‸rd', '# wo‸rd'],
  ['heading-1', '[- one\n1. two\nthree]', '[# one\n# two\n# three]'],
  ['heading-2', '> wo‸rd', '> ## wo‸rd'],
  ['heading-2', '> - wo‸rd', '> ## wo‸rd'],
  ['heading-2', '> ## wo‸rd', '> wo‸rd'],
  ['heading-1', '- ‸', '# ‸'],
  ['heading-1', 'Ti‸tle\n===\nwords', '# Ti‸tle\nwords'],
  ['heading-2', '[one\ntwo\n---\nthree]', '## [one\n## two\n## three]'],
  ['list', '> Ti‸tle\n> ---', '> - Ti‸tle'],
  ['quote', '[Title\n===]', '> [Title\n> ===]'],
  ['list', '# wo‸rd', '- wo‸rd'],
  ['numbered-list', '‸', '1. ‸'],
  ['numbered-list', '[one\n\ntwo]', '1. [one\n\n2. two]'],
  ['numbered-list', '[one\n2. two\n- three]', '1. [one\n2. two\n3. three]'],
  ['numbered-list', '> [1. one\n> 2. two]', '> [one\n> two]'],
  ['numbered-list', '[- a\n  - b\n  - c\n- d]', '[1. a\n   1. b\n   2. c\n2. d]'],
  ['list', '[1. a\n   1. b\n2. c]', '[- a\n   - b\n- c]'],
  ['list', '[# one\n2. two\n- three]', '[- one\n- two\n- three]'],
  ['list', '> wo‸rd', '> - wo‸rd'],
  ['list', '> - [one\n> - two]', '> [one\n> two]'],
  ['quote', '[- one\n  - two\n# three]', '> [- one\n>   - two\n> # three]'],
  ['quote', '- one\n  - t‸wo', '- one\n  > - t‸wo'],
  ['quote', '> [- one\n>   - two]', '[- one\n  - two]'],
  ['quote', '[one\n> two]', '> [one\n> > two]'],
  ['quote', '[> one\n\n> two]', '[one\n\ntwo]'],
  ['quote', '- one\n\n[  two\n\n  three]', '- one\n\n[  > two\n  >\n  > three]'],
  ['quote', '- one\n\n[  > two\n  >\n  > three]', '- one\n\n[  two\n\n  three]'],
  ['list', '[one\n\ntwo]', '- [one\n\n- two]'],
  ['list', '- [one\n- two]', '[one\ntwo]'],
  ['list', '  in‸dented', '  - in‸dented'],
  ['quote', '[one\n\ntwo]', '> [one\n>\n> two]'],
  ['quote', '[one\n\ntwo\n]', '> [one\n>\n> two\n]'],
  ['quote', '> [one\n>\n> two]', '[one\n\ntwo]'],
  ['code-block', 'a\n[b\nc]\nd', 'a\n```\n[b\nc]\n```\nd'],
  ['code-block', '‸', '```\n‸\n```'],
  ['code-block', '[```\nb\n```]', '````\n[```\nb\n```]\n````'],
  ['code-block', '```\nb‸\n```\nd', 'b‸\nd'],
  ['table', 'one‸\ntwo', 'one\ntwo\n\n| [Column 1] | Column 2 |\n| --- | --- |\n|  |  |'],
  ['rule', '- one‸\n- two', '- one\n\n  ---\n\n- ‸two'],
  ['rule', '- one‸', '- one\n\n  ---\n\n‸'],
  ['rule', 'one‸\n\n> two', 'one\n\n---\n\n> ‸two'],
  ['rule', 'one\n\n‸\n\ntwo', 'one\n\n---\n\n‸two'],
  ['rule', 'one‸\n', 'one\n\n---\n\n‸\n'],
  ['rule', '> one‸', '> one\n>\n> ---\n>\n> ‸'],
] as const)('%s: %j becomes %j', (name, before, after) => {
  expect(apply(BLOCK_COMMANDS[name], before)).toBe(after)
})

test.each([
  ['numbered-list', '- [ ] wo‸rd', '1. wo‸rd'],
  ['callout', '‸', '> [!note]\n> ‸'],
  ['callout', 'wo‸rd', '> [!note]\n> wo‸rd'],
  ['callout', '- one\n\n  ‸two', '- one\n\n  > [!note]\n  > ‸two'],
  ['callout', '> wo‸rd', '> [!note]\n> wo‸rd'],
  ['callout', 'one\ntw‸o\nthree\n\nfour', '> [!note]\n> one\n> tw‸o\n> three\n\nfour'],
  ['callout', '> one\n>\n> tw‸o', '> [!note]\n> one\n>\n> tw‸o'],
  ['callout', '> > wo‸rd', '> > [!note]\n> > wo‸rd'],
  ['quote', '‸', '> ‸'],
  ['quote', '‸one\ntwo', '> ‸one\n> two'],
  ['quote', 'one\ntwo\nth‸ree\n\nfour', '> one\n> two\n> th‸ree\n\nfour'],
  ['quote', '> one\n> tw‸o\n>\n> three', 'one\ntw‸o\n>\n> three'],
  ['quote', '> one\ntw‸o', 'one\ntw‸o'],
  ['quote', '- one\n  tw‸o\n- three', '> - one\n>   tw‸o\n- three'],
  ['quote', 'Tit‸le\n===\nwords', '> Tit‸le\n> ===\nwords'],
  ['quote', '```\na\n\n‸b\n```', '> ```\n> a\n>\n> ‸b\n> ```'],
  ['quote', '> [!note]\n> one\n> tw‸o', 'one\ntw‸o'],
  ['quote', '> [!note]- Title\n> one\n>\n> tw‸o', 'Title\n\none\n\ntw‸o'],
  ['quote', '> [!note] Ti‸tle', 'Ti‸tle'],
  ['quote', '> [!note]‸', '‸'],
  ['quote', '- > [!tip]\n  > o‸ne', '- o‸ne'],
  ['quote', '> > [!tip]\n> > o‸ne', '> [!tip]\n> o‸ne'],
  ['callout', '> [!tip]\n> wo‸rd', '> [!tip]\n> wo‸rd'],
  ['callout', '> [!tip] The ‸moon\n> word', '> [!tip] The ‸moon\n> word'],
] as const)('%s at a cursor: %j becomes %j', (name, before, after) => {
  expect(runMarked(BLOCK_COMMANDS[name], before)).toBe(after)
})

test.each([
  ['list', '-  [x] done', '- done'],
  ['list', '- one\n- [ ] two', '- one\n- two'],
  ['list', '- [a](b) word', '[a](b) word'],
  ['task', '- one', '- [ ] one'],
  ['task', '- [ ] one', 'one'],
  ['task', '# one\n2) two\n\nthree', '- [ ] one\n- [ ] two\n\n- [ ] three'],
  ['heading-2', '- [ ] one', '## one'],
  ['heading-2', '- one\n  - two\n    - three', '## one\n## two\n## three'],
  ['heading-2', '> - one\n>   1. two\n> \n>    words', '> ## one\n> ## two\n> \n> ## words'],
  ['list', '- one\n\n  - two\n\n    - three', 'one\n\ntwo\n\nthree'],
  ['task', '- one\n  - two', '- [ ] one\n  - [ ] two'],
  ['heading-2', '> [!note] Title', '> [!note] Title'],
  ['list', '> [!note]- Title\n> words', '> [!note]- Title\n> - words'],
  ['quote', '> [!note] Title\n> words', 'Title\n\nwords'],
] as const)('%s on all of %j makes it %j', (name, before, after) => {
  const selection = { anchor: 0, head: before.length }
  let state = EditorState.create({ doc: before, selection, extensions: markdownSupport() })
  BLOCK_COMMANDS[name]({ state, dispatch: (transaction) => (state = transaction.state) })
  expect(state.doc.toString()).toBe(after)
})

test.each([
  ['heading-2', '| a | b |\n| - | - |\n| [c] | d |'],
  ['list', '| a | b |\n| - | - |\n| [c] | d |'],
  ['list', '[| a | b |\n| - | - |\n| c | d |]'],
  ['quote', 'x\n\n| a | b |\n| - | - |\n| [c] | d |'],
  ['code-block', '| a | b |\n| - | - |\n| c‸ | d |'],
] as const)('%s makes nothing else of the rows of a table: %j', (name, before) => {
  expect(apply(BLOCK_COMMANDS[name], before)).toBe(before)
})

test('a whole table can be quoted', () => {
  const before = '[| a | b |\n| - | - |\n| c | d |]'
  expect(apply(BLOCK_COMMANDS.quote, before)).toBe('> [| a | b |\n> | - | - |\n> | c | d |]')
})

test('a text that cannot be changed stays as it is', () => {
  const state = EditorState.create({ doc: 'word', extensions: EditorState.readOnly.of(true) })
  const done = Object.values(BLOCK_COMMANDS).map((command) =>
    command({ state, dispatch: () => expect.unreachable() }),
  )
  expect(new Set(done)).toEqual(new Set([false]))
})

const NEW = ['| Column 1 | Column 2 |', '| --- | --- |', '|  |  |']

test.each([
  ['one ‸two\nthree', 'one two\nthree\n\n', '', ''],
  ['- on‸e\n- two', '- one\n\n  ', '  ', '\n\n- two'],
  ['- one\n  mo‸re', '- one\n  more\n\n  ', '  ', ''],
  ['- one\nla‸zy', '- one\nlazy\n\n  ', '  ', ''],
  ['- one\n  - [ ] ‸two\n- three', '- one\n  - [ ] two\n\n    ', '    ', '\n\n- three'],
  ['10. one‸', '10. one\n\n    ', '    ', ''],
  ['- ‸', '- ', '  ', ''],
  ['- one\n-‸\n', '- one\n- ', '  ', '\n'],
  ['- one\n\n  ‸', '- one\n\n  ', '  ', ''],
  ['> > on‸e\n> > two\n>\n> three', '> > one\n> > two\n> >\n> > ', '> > ', '\n>\n> three'],
  ['> one\n> ‸', '> one\n>\n> ', '> ', ''],
  ['>‸', '> ', '> ', ''],
  ['> - one\n>   ‸two', '> - one\n>   two\n>\n>   ', '>   ', ''],
  ['> [!note] Tit‸le\n> words', '> [!note] Title\n> words\n>\n> ', '> ', ''],
  ['- > ‸words', '- > words\n  >\n  > ', '  > ', ''],
  ['# He‸ad\nwords', '# Head\n\n', '', '\n\nwords'],
  ['```\nco‸de\n\nmore\n```\nwords', '```\ncode\n\nmore\n```\n\n', '', '\n\nwords'],
  ['```\na\n‸\nb\n```', '```\na\n\nb\n```\n\n', '', ''],
  ['| a‸ | b |\n| - | - |\n| c | d |', '| a | b |\n| - | - |\n| c | d |\n\n', '', ''],
  ['‸\n\nwords', '', '', '\n\nwords'],
])('a table that is inserted in %j is one where the cursor is', (before, above, marks, below) => {
  const after = `${above}${NEW.join(`\n${marks}`)}${below}`
  expect(runMarked(BLOCK_COMMANDS.table, before).replace('‸', '')).toBe(after)
})

test('where no table can stand none is inserted', () => {
  expect(apply(BLOCK_COMMANDS.table, 'words\n\n    co‸de')).toBe('words\n\n    co‸de')
})
