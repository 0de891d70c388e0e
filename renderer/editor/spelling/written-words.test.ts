import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { wordFinder } from './find-words'
import { isAmong, type Speller } from './speller'
import { ignoredWords, isMisspelt, linesBetween, wordsOf } from './written-words'

const speller: Speller = {
  languages: () => ['en-US'],
  find: wordFinder(['Latn']),
  isRight: (word) => (word === 'unknown' ? undefined : word !== 'teh'),
  ask: async () => {},
  listen: () => () => {},
}

function wordsIn(text: string): readonly string[] {
  const state = EditorState.create({ doc: text, extensions: markdownSupport() })
  ensureSyntaxTree(state, text.length, 5_000)
  return [...linesBetween(state, 0, text.length)].flatMap((part) =>
    wordsOf(speller, state, part.from, part.to).map(({ word }) => word),
  )
}

describe('words in prose', () => {
  test.each([
    ['code', 'One `teh` two\n\n```js\nconst teh = 1\n```\n\n    teh\n', ['One', 'two']],
    ['links', '[words](http://teh.org "title") <http://teh.org>', ['words', 'title']],
    ['a reference', '[words][teh]\n\n[teh]: http://teh.org\n', ['words']],
    ['a link by title', 'See [[Teh harbor]] and [[Teh|harbor]].', ['See', 'and']],
    ['footnotes', 'Word[^teh].\n\n[^teh]: Note\n', ['Word', 'Note']],
    ['front matter', '---\ntitle: Teh\n---\n\nText\n', ['Text']],
    [
      'HTML',
      '<div class="teh">\nteh\n</div>\n\nText <b title="teh">bold</b> <!-- teh -->\n',
      ['Text', 'bold'],
    ],
    ['math', 'Sum $teh + x$ and $$teh$$ cost $5 or $6', ['Sum', 'and', 'cost', 'or']],
    ['a picture', '![the harbour](teh.png)', ['the', 'harbour']],
    ['an entity', 'salt &amp; sea', ['salt', 'sea']],
    [
      'a list, a quotation, a heading, a table',
      '# Head\n\n- item\n\n> said\n\n| cell | two |\n|---|---|\n',
      ['Head', 'item', 'said', 'cell', 'two'],
    ],
    ['a text of a language without a dictionary', '---\nlang: de-AT\n---\n\nHaus und Hof\n', []],
    ['a text that names a language of the dictionaries', '---\nlang: en_GB\n---\n\nHouse\n', ['House']],
  ])('%s', (_name, text, words) => expect(wordsIn(text)).toEqual(words))
})

test('the part of a long line is widened to whole words', () => {
  const state = EditorState.create({ doc: 'one harbour three' })
  expect([...linesBetween(state, 6, 9)]).toEqual([{ from: 4, to: 11 }])
})

test('an ignored word is right, one that is not known yet is neither', () => {
  const state = EditorState.create({ extensions: ignoredWords.of(new Set(['teh'])) })
  expect(isMisspelt(speller, state, 'teh')).toBe(false)
  expect(isMisspelt(speller, EditorState.create(), 'teh')).toBe(true)
  expect(isMisspelt(speller, state, 'unknown')).toBeUndefined()
})

test.each([
  ['Stet', true],
  ["Stet's", true],
  ['stet', false],
  ['Salty', true],
  ['SALTY', false],
])('a list that has Stet and salty: %s %s', (word, expected) =>
  expect(isAmong(new Set(['Stet', 'salty']), word)).toBe(expected),
)
