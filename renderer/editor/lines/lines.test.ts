import { history, undo } from '@codemirror/commands'
import { EditorState, type StateCommand, type Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { capitalise, lowerCase, upperCase } from './letter-case'
import { duplicate, duplicateUp, joinLines, sortLines } from './line-edits'
import { moveParagraph, moveSection, moveSectionTo, type SectionPlace } from './move-blocks'

/** The text with `⟦` and `⟧` around the selection, `‸` for a cursor. */
function apply(command: StateCommand, marked: string): string {
  const from = marked.search(/[⟦‸]/)
  const doc = marked.replace(/[⟦⟧‸]/g, '')
  const to = marked.includes('⟧') ? marked.indexOf('⟧') - 1 : from
  let state = EditorState.create({
    doc,
    selection: { anchor: from, head: to },
    extensions: markdownSupport(),
  })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { main } = state.selection
  const text = state.doc.toString()
  const inner = main.empty ? '‸' : `⟦${text.slice(main.from, main.to)}⟧`
  return text.slice(0, main.from) + inner + text.slice(main.to)
}

const COMMANDS = {
  'paragraph down': moveParagraph(1),
  'paragraph up': moveParagraph(-1),
  'section down': moveSection(1),
  'section up': moveSection(-1),
  duplicate,
  'duplicate up': duplicateUp,
  sort: sortLines,
  join: joinLines,
  upper: upperCase,
  lower: lowerCase,
  capitalise,
} as const

test.each([
  ['paragraph down', 'o‸ne\ntwo\n\n\nthree\n\nfour', 'three\n\n\no‸ne\ntwo\n\nfour'],
  ['paragraph up', 'one\n\n- two\n- th‸ree', '- two\n- th‸ree\n\none'],
  ['paragraph down', '‸one\n\n```\na\n\nb\n```\n\ntwo', '```\na\n\nb\n```\n\n‸one\n\ntwo'],
  ['paragraph up', 'one\n\n```\na\n\n‸b\n```', '```\na\n\n‸b\n```\n\none'],
  ['paragraph up', 'a\n\n⟦b\n\nc⟧\n\nd', '⟦b\n\nc⟧\n\na\n\nd'],
  ['paragraph up', '# H\nte‸xt', 'te‸xt\n# H'],
  ['paragraph down', 'last‸', 'last‸'],
  ['paragraph up', '---\ntitle: a\n---\n\nte‸xt', '---\ntitle: a\n---\n\nte‸xt'],
  ['section down', '# A\n\na‸\n\n## B\n\n# C\nc', '# C\nc\n\n# A\n\na‸\n\n## B'],
  ['section up', '# A\na\n\n\n# C\nc‸', '# C\nc‸\n\n\n# A\na'],
  ['section up', '# A\n## B\n# C\n## D‸\n', '# A\n## B\n# C\n## D‸\n'],
  ['section down', '## A\n## B‸\n## C\n```\n# no\n```\n## D\n', '## A\n## C\n```\n# no\n```\n## B‸\n## D\n'],
  ['section down', 'before‸\n# A\n# B', 'before‸\n# A\n# B'],
  ['duplicate', 'on‸e\ntwo', 'one\non‸e\ntwo'],
  ['duplicate', 'a ⟦b⟧ c', 'a b⟦b⟧ c'],
  ['duplicate up', 'on‸e\ntwo', 'on‸e\none\ntwo'],
  ['duplicate up', 'a ⟦b⟧ c', 'a ⟦b⟧b c'],
  ['duplicate up', '| a‸ |\n| - |\n| b |', '| a‸ |\n| - |\n| b |'],
  [
    'duplicate up',
    '1. one\n2. tw‸o and more\n3. six\n4. ten',
    '1. one\n2. tw‸o and more\n3. two and more\n4. six\n5. ten',
  ],
  ['duplicate up', '1. one\n2. tw‸o', '1. one\n2. tw‸o\n3. two'],
  ['join', '| a |\n| - |\n| b‸ |\n| c |\n\nd', '| a |\n| - |\n| b‸ |\n| c |\n\nd'],
  ['join', 'a‸\n\n| b |\n| - |', 'a‸\n\n| b |\n| - |'],
  ['sort', '‸pear\nApple\nzoo\n\nrest', 'Apple\n‸pear\nzoo\n\nrest'],
  ['sort', '- b‸\n  - x\n  - c\n- [ ] a', '- [ ] a\n- b‸\n  - x\n  - c'],
  ['sort', '- b\n  - x‸\n- a', '- a\n- b\n  - x‸'],
  ['sort', '⟦- b\n- a⟧', '⟦- a\n- b⟧'],
  ['sort', '1. pear\n2. ‸apple\n3. **b**', '1. ‸apple\n2. **b**\n3. pear'],
  ['sort', '9. pea‸r\n10. apple', '9. apple\n10. pea‸r'],
  ['sort', '9. pear\n1‸0. apple', '‸9. apple\n10. pear'],
  ['sort', '⟦- b\n\n- a\n\n  a too\n⟧\nrest', '⟦- a\n\n  a too\n\n- b⟧\n\nrest'],
  ['sort', '‸item 10\nitem 9', 'item 9\n‸item 10'],
  ['join', 'on‸e\ntwo', 'one‸ two'],
  ['join', '> one  \n> ‸two\\\n> three', '> one  \n> two‸ three'],
  ['join', '⟦one\n\ntwo\n  three⟧', '⟦one two three⟧'],
  ['join', '汉‸\n字', '汉‸字'],
  ['join', 'one‸', 'one‸'],
  ['join', '2. b‸\n   - n\n3. c', '2. b‸ n\n3. c'],
  ['join', '⟦- a\n- [x] b\n  > 1. c⟧', '⟦- a b c⟧'],
  ['join', '- a‸\n-\n- c', '- a‸ c'],
  ['join', '> a‸\n>\n> b', '> a‸ b'],
  ['join', 'a‸\n\n## b', 'a‸ b'],
  ['join', 'born in‸\n1986. A year', 'born in‸ 1986. A year'],
  ['join', '```\na‸\n- b\n```', '```\na‸ - b\n```'],
  ['upper', 'a ⟦`b` [c](http://d.e) straße⟧', 'a ⟦`b` [C](http://d.e) STRASSE⟧'],
  ['upper', 'one tw‸o', 'one TW‸O'],
  ['lower', '⟦ONE `Two`⟧', '⟦one `Two`⟧'],
  ['capitalise', "⟦the author's *third* élan⟧", "⟦The Author's *Third* Élan⟧"],
] as const)('%s: %j becomes %j', (name, before, after) => {
  expect(apply(COMMANDS[name], before)).toBe(after)
})

test('a text that cannot be changed stays as it is', () => {
  const state = EditorState.create({ doc: 'word\n\nword', extensions: EditorState.readOnly.of(true) })
  for (const command of Object.values(COMMANDS))
    expect(command({ state, dispatch: () => expect.unreachable() })).toBe(false)
})

/** Moves the section of the heading `# name`; undefined if it is not moved. */
function moved(text: string, name: string, to: 1 | -1 | 'end' | { readonly before: string }) {
  let state = EditorState.create({ doc: text, extensions: [markdownSupport(), history()] })
  const view = {
    get state() {
      return state
    },
    dispatch: (transaction: Transaction) => void (state = transaction.state),
  } as unknown as EditorView
  const at = (words: string) => text.search(new RegExp(`^#+ ${words}$`, 'm'))
  const place: SectionPlace = typeof to === 'object' ? { before: at(to.before) } : to
  const from = moveSectionTo(view, at(name), place)
  if (from === undefined) return undefined
  const after = state.doc.toString()
  expect(after.slice(from)).toMatch(new RegExp(`^#+ ${name}(\n|$)`))
  undo({ state, dispatch: (transaction) => (state = transaction.state) })
  expect(state.doc.toString()).toBe(text)
  return after
}

const BOOK = '# A\n\na\n\n## A1\na1\n\n\n## A2\na2\n\n# B\n\nb\n'

test('a section goes before any heading or to the end, with all below it; the rest stays as it is', () => {
  expect(moved(BOOK, 'A', 'end')).toBe('# B\n\nb\n\n# A\n\na\n\n## A1\na1\n\n\n## A2\na2\n')
  expect(moved(BOOK, 'B', { before: 'A' })).toBe('# B\n\nb\n\n# A\n\na\n\n## A1\na1\n\n\n## A2\na2\n')
  expect(moved(BOOK, 'A2', { before: 'A1' })).toBe('# A\n\na\n\n## A2\na2\n\n\n## A1\na1\n\n# B\n\nb\n')
  expect(moved(BOOK, 'A1', 'end')).toBe('# A\n\na\n\n## A2\na2\n\n# B\n\nb\n\n\n## A1\na1\n')
  expect(moved(BOOK, 'A1', 1)).toBe(moved(BOOK, 'A2', { before: 'A1' }))
})

test('a section does not go into itself, nor where a fence that nothing closes would swallow headings', () => {
  expect(moved(BOOK, 'A', { before: 'A2' })).toBeUndefined()
  expect(moved(BOOK, 'A', { before: 'B' })).toBeUndefined()
  expect(moved(BOOK, 'B', 'end')).toBeUndefined()
  expect(moved(BOOK, 'A2', 1)).toBeUndefined()
  expect(moved('# A\n\n# B\n```\nb', 'B', -1)).toBeUndefined()
})
