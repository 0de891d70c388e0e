import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactScore, folded, fuzzyQuery, hasWordFrom } from '../../../shared/text/words/fuzzy'
import { createTitles, nearness, slipsOf } from './titles'

const words = fc.array(
  fc.constantFrom('tide', 'ti', 'de', 'Éclair', 'a', 'b7', '散歩', 'of', '', '\n', 'ide'),
  {
    maxLength: 4,
  },
)
const titles = fc.array(
  words.map((some) => some.join(' ')),
  { minLength: 1, maxLength: 30 },
)
const query = fc.oneof(
  words.map((some) => some.join(' ').trim()),
  fc.constantFrom('t', 'td', 'e', 'ea', 'b', 'dt'),
)

/** The same search title by title, each a string of its own. */
function oneByOne(all: readonly string[], asked: string, most: number): string[] {
  const wanted = fuzzyQuery(folded(asked))
  const latest = all.map((title, index) => ({ id: String(index), title: folded(title) })).reverse()
  const by = (score: (title: string) => number) =>
    latest
      .map(({ id, title }) => ({ id, score: score(title) }))
      .filter(({ score: points }) => points > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ id }) => id)
  const exact = by((title) => exactScore(title, wanted))
  const isSlip = (title: string) =>
    exact.length === 0 && slipsOf(asked).some((spelling) => title.includes(spelling))
  const near =
    exact.length < most ? by((title) => nearness(title, 0, title.length, wanted, isSlip(title))) : []
  return [...new Set([...exact, ...near])].slice(0, most)
}

test.each([
  ['low watre', 'low'],
  ['semi-colon', 'semicolon'],
  ['ferrymn', 'ferryman'],
])('a title is found by %s', (typed, id) => {
  const all = createTitles()
  all.put('low', 'Low water')
  all.put('semicolon', 'The semicolon')
  all.put('ferryman', 'The ferryman')
  // A long title contains these letters too, scattered.
  all.put(
    'long',
    'A slow winter semester in a colony: fewer ferries, more mail, no water, and more of it than ever',
  )
  expect(all.best(typed, 5)[0]).toBe(id)
})

test('of titles that hold the letters in order, one that begins alike for longer is nearer', () => {
  const all = createTitles()
  for (const title of ['Entry 00505 salt', 'Entry 00501 glade', 'Entry 00001 salt', 'Entry 00009 letter'])
    all.put(title, title)
  expect(all.best('Entry 00500', 9)).toEqual([
    'Entry 00501 glade',
    'Entry 00505 salt',
    'Entry 00009 letter',
    'Entry 00001 salt',
  ])
})

test('titles that lie in one string are found as if each were looked at alone', () => {
  fc.assert(
    fc.property(titles, query, fc.integer({ min: 1, max: 12 }), (all, asked, most) => {
      fc.pre(folded(asked).trim() !== '')
      const laid = createTitles()
      all.forEach((title, index) => laid.put(String(index), title))
      expect(laid.best(asked, most)).toEqual(oneByOne(all, asked, most))
      const letters = asked.split(/\s/)[0] ?? ''
      expect(laid.withWordFrom(letters)).toEqual(
        all
          .flatMap((title, index) => (hasWordFrom(folded(title), folded(letters)) ? [String(index)] : []))
          .reverse(),
      )
    }),
  )
})

test('a title that moved comes first, and is found by its new words alone', () => {
  const laid = createTitles()
  laid.put('a', 'Low tide')
  laid.put('b', 'Far tide')
  expect(laid.best('tide', 9)).toEqual(['b', 'a'])
  laid.put('a', 'Lagoon tide')
  expect(laid.withWordFrom('tide')).toEqual(['a', 'b'])
  expect(laid.best('low', 9)).toEqual([])
})

test('a long title that holds the letters somewhere is not what was meant', () => {
  const all = createTitles()
  all.put('long', 'Entry 00120 winter glade of salt and the old harbour, read')
  expect(all.best('shared', 5)).toEqual([])
  all.put('near', 'Short readings')
  expect(all.best('shrd', 5)).toEqual(['near'])
})
