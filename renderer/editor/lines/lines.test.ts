import { EditorState, type StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { capitalise, lowerCase, upperCase } from './letter-case'
import { duplicate, joinLines, sortLines } from './line-edits'
import { moveParagraph, moveSection } from './move-blocks'

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
  ['sort', '‸pear\nApple\nzoo\n\nrest', '⟦Apple\npear\nzoo⟧\n\nrest'],
  ['sort', '- b‸\n  - x\n  - c\n- [ ] a', '⟦- [ ] a\n- b\n  - x\n  - c⟧'],
  ['sort', '1. pear\n2. ‸apple\n3. **b**', '⟦1. apple\n2. **b**\n3. pear⟧'],
  ['sort', '⟦- b\n\n- a\n\n  a too\n⟧\nrest', '⟦- a\n\n  a too\n\n- b⟧\n\nrest'],
  ['sort', '‸item 10\nitem 9', '⟦item 9\nitem 10⟧'],
  ['join', 'on‸e\ntwo', 'one‸ two'],
  ['join', '> one  \n> ‸two\\\n> three', '> one  \n> two‸ three'],
  ['join', '⟦one\n\ntwo\n  three⟧', '⟦one two three⟧'],
  ['join', '汉‸\n字', '汉‸字'],
  ['join', 'one‸', 'one‸'],
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
