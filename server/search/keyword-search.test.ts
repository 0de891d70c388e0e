import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RANKED_MAX, searchKeywords } from './keyword-search'
import { openSearchIndex, type SearchIndex } from '../store/search/search-index'
import { quoted } from '../store/search/full-text'
import { readWords } from './tokenizer'

let index: SearchIndex
let count = 0
beforeEach(() => {
  index = openSearchIndex(undefined, 1, 1_700_000_000_000)
  count = 0
})
afterEach(() => index.close())

/** Adds a text as the indexer does; returns its id. Ids are as large as real ones. */
function add(text: string, title = ''): number {
  const id = 17_000_000_000_000 + ++count
  const stems = (given: string) =>
    readWords(given)
      .map((word) => (word.kind === 'run' ? word.characters.join(' ') : word.stem))
      .join(' ')
  index.words.add(id, stems(title), '', stems(text))
  for (const word of readWords(text)) if (word.kind === 'word') index.words.addTerm(word.surface, word.stem)
  return id
}
const find = (query: string, isWanted: (id: number) => boolean = () => true, most = 10) =>
  searchKeywords(index.words, count, query, most, isWanted)
const ids = (query: string) => find(query).map((hit) => hit.chunkId)

describe('[B1] coverage', () => {
  test('is 1 where every word is there, whatever else is, and less the rarer what is missing', () => {
    const both = add('the lamp and the harbour')
    const rare = add('a harbour')
    const common = add('a lamp')
    for (let i = 0; i < 5; i++) add('a lamp')
    const found = new Map(find('lamp harbour').map((hit) => [hit.chunkId, hit.coverage]))
    expect(found.get(both)).toBe(1)
    expect(found.get(rare)!).toBeGreaterThan(found.get(common)!)
    expect(found.get(rare)! + found.get(common)!).toBeCloseTo(1)
  })

  test('words that nobody ever wrote make every hit a poorer one', () => {
    add('lamp')
    expect(find('lamp')[0]?.coverage).toBe(1)
    expect(find('lamp zyxwv')[0]!.coverage).toBeLessThan(0.5)
  })

  test('a longer word counts half, and comes after the word itself', () => {
    const part = add('typography')
    const whole = add('graph')
    expect(find('graph')).toEqual([
      { chunkId: whole, coverage: 1 },
      { chunkId: part, coverage: 0.5 },
    ])
  })
})

describe('[B2] the filter', () => {
  test('leaves its place to the next: the last of a thousand is found', () => {
    for (let i = 0; i < 1_000; i++) add('lamp lamp lamp')
    const last = add('one lamp among very many other words that make it a poor hit')
    expect(find('lamp', (id) => id === last, 1)).toEqual([{ chunkId: last, coverage: 1 }])
  })
})

describe('in a large account', () => {
  test('a word that is nearly everywhere: what else was asked for leads, and a filter finds the oldest too', () => {
    const oldest = add('lamp and harbour')
    const both = add('a lamp on the quay')
    for (let i = 0; i < RANKED_MAX; i++) add('lamp')
    for (let i = 0; i < RANKED_MAX; i++) add('quay')
    expect(ids('lamp quay')[0]).toBe(both)
    expect(find('lamp', (id) => id === oldest)).toEqual([{ chunkId: oldest, coverage: 1 }])
    expect(find('lamp quay', (id) => id <= both).map((hit) => hit.chunkId)).toEqual([both, oldest])
    expect(find('lamp harbour')[0]).toEqual({ chunkId: oldest, coverage: 1 })
  })

  test('counts of common words follow what is written', () => {
    const total = 6_000
    for (let i = 0; i < total; i++) add('lamp')
    expect(index.words.chunksWith('lamp')).toBe(total)
    add('lamp')
    expect(index.words.chunksWith('lamp')).toBe(total)
    for (let i = 0; i < total; i++) add('lamp')
    expect(index.words.chunksWith('lamp')).toBe(2 * total + 1)
  })
})

test('removing one chunk removes one chunk', () => {
  const [first, second] = [add('lamp'), add('lamp')]
  index.words.remove(first)
  expect(ids('lamp')).toEqual([second])
})

test('a title weighs more than a word in the text', () => {
  add('lamp and other words')
  const titled = add('and other words, and more', 'Lamp')
  expect(ids('lamp')[0]).toBe(titled)
})

test('pairs of characters are looked for side by side', () => {
  const tokyo = add('東京の庭')
  add('東の京')
  expect(ids('東京')).toEqual([tokyo])
})

test('a long query is answered by its rarest words', () => {
  const id = add('needle')
  for (let i = 0; i < 5; i++) add('hay')
  expect(ids(`${Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ')} hay needle`)[0]).toBe(id)
})

test('nothing of a query is syntax, and nothing is found for no words', () => {
  const id = add('near and or not body title')
  for (const query of ['', ' ', '"', '***', '\0', '\ud800', '(((', '👩‍👩‍👧']) expect(find(query)).toEqual([])
  for (const query of ['NEAR(', 'body:title', '"near', 'and OR not', 'title*', '^near', '{body}'])
    expect(ids(query)).toEqual([id])
  expect(quoted('a"b" OR "c')).toBe('"a""b"" OR ""c"')
})
