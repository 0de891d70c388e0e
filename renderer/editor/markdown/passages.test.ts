import { EditorState, Text } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { applyChanges } from '../../../shared/text/text-change'
import { markdownSupport } from './language'
import { blockAt, quotationOf, textAt, wordsAt, type Insertion } from './passages'

/** The text after an insertion at `|`, which marks the cursor afterwards. */
function after(text: string, insertion: (doc: Text, head: number) => Insertion): string {
  const head = text.indexOf('|')
  const plain = text.replace('|', '')
  const { change, cursor } = insertion(Text.of(plain.split('\n')), head)
  const made = applyChanges(plain, [change])
  return `${made.slice(0, cursor)}|${made.slice(cursor)}`
}

describe('a quotation', () => {
  test('keeps its lines and names its document; the signs of quotes and headings are not taken twice', () => {
    expect(quotationOf('One.\nTwo.', 'Low water')).toBe('> One.\n> Two.\n>\n> — [[Low water]]')
    expect(quotationOf('> Honey is taxed.\n', 'Tax')).toBe('> Honey is taxed.\n>\n> — [[Tax]]')
    expect(quotationOf('## A heading', 'x')).toBe('> A heading\n>\n> — [[x]]')
    expect(quotationOf('One.', '')).toBe('> One.')
  })
  test.each([
    ['a]b', '[[a b]]'],
    ['Bar | other', '[[Bar other]]'],
    ['C# in depth', '[[C in depth]]'],
    ['[x] #', '[[x]]'],
    ['two\nlines', '[[two lines]]'],
    ['[#]', '[#]'],
  ])('of a document with the title %j says %j', (title, link) =>
    expect(quotationOf('One.', title)).toBe(`> One.\n>\n> — ${link}`),
  )
  test('stands below its paragraph, apart from what is around it', () => {
    const quoted = (text: string) =>
      after(text, (doc, head) =>
        blockAt(EditorState.create({ doc, extensions: markdownSupport() }), head, '> Q'),
      )
    expect(quoted('On|e\ntwo.\n\nThree.')).toBe('One\ntwo.\n\n> Q|\n\nThree.')
    expect(quoted('One.|')).toBe('One.\n\n> Q|')
    expect(quoted('One.|\n')).toBe('One.\n\n> Q|\n')
    expect(quoted('|')).toBe('> Q|')
    expect(quoted('One.\n\n|\n\nTwo.')).toBe('One.\n\n> Q|\n\nTwo.')
    expect(quoted('One.\n|\nTwo.')).toBe('One.\n\n> Q|\n\nTwo.')
  })
})

test('a link stands apart from the words beside it', () => {
  const linked = (text: string) => after(text, (doc, head) => wordsAt(doc, head, '[[T]]'))
  expect(linked('One.|')).toBe('One. [[T]]|')
  expect(linked('One |two')).toBe('One [[T]]| two')
  expect(linked('(|)')).toBe('([[T]]|)')
  expect(linked('|')).toBe('[[T]]|')
})

test.each([
  ['Words. ', '# Title', 'Words. \n\n# Title'],
  ['Words. ', '- one', 'Words. \n\n- one'],
  ['Words. ', 'and #more', 'Words. and #more'],
  ['Words.\n', '# Title', 'Words.\n# Title'],
  ['', '> said', '> said'],
])('a text behind %j that begins %j makes %j', (before, text, made) => {
  const end = before.length
  const { change, cursor } = textAt(Text.of(before.split('\n')), { from: end, to: end }, { text, cursor: 1 })
  expect(before + change.insert).toBe(made)
  expect(cursor).toBe(made.length - text.length + 1)
})
