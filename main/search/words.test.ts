import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createVirtualClock } from '../system/clock.virtual'
import { openDatabase } from '../store/database'
import { openWordsIndex } from '../store/words-index'
import { createWordsSource } from '../store/words-source'
import { parseQuery } from '../../shared/text/words/word-query'
import { matchOf } from './query'
import { createTexts, type Texts } from './texts.memory'
import { createWordsEngine, type WordsAsk, type WordsEngine } from './words'

const clock = createVirtualClock()
let texts: Texts
let engine: WordsEngine

/** Unless a test says otherwise, no document fails. */
const report = (error: unknown) => {
  throw error
}

function openLibrary(): void {
  const database = openDatabase(':memory:')
  texts = createTexts(database)
  const source = { ...createWordsSource(database), read: texts.read }
  engine = createWordsEngine({ index: openWordsIndex(':memory:'), source, nowMs: clock.now, report })
}
beforeEach(openLibrary)

const recentSince = '2000-01-01'
const find = (query: string, filter = {}, more = {}) =>
  engine.find({ query, narrowing: { filter, recentSince, ...more }, limit: 50, words: 'all' })
const found = (query: string, filter = {}, more = {}) => [
  ...new Set(find(query, filter, more).map(({ documentId }) => documentId)),
]
const markedIn = (query: string) =>
  find(query).map(({ passage, words }) => words.map(({ from, to }) => passage.slice(from, to)))

test('words, phrases, beginnings, exclusions; accents and case aside', () => {
  texts.add('a', 'The lighthouse keeper walked home.')
  texts.add('b', 'A keeper of bees; no light in the yard.')
  texts.add('c', 'Café au lait.')
  expect(found('keeper').sort()).toEqual(['a', 'b'])
  expect(found('keeper -bees')).toEqual(['a'])
  expect(found('"keeper walked"')).toEqual(['a'])
  expect(found('"walked keeper"')).toEqual([])
  expect(found('lighth')).toEqual([])
  expect(found('lighth*')).toEqual(['a'])
  expect(found('CAFE')).toEqual(['c'])
  expect(found('keeper lait')).toEqual([])
})

test('as a filter: a word of one or two letters is that word alone; beside others it begins one', () => {
  texts.add('a', 'To be at sea is to be late.')
  texts.add('b', 'The bees were late.')
  const ids = (query: string) => [...engine.ids(query, 10)].sort()
  expect(ids('be')).toEqual(['a'])
  expect(ids('bee')).toEqual(['b'])
  expect(ids('late s')).toEqual(['a'])
  expect(ids('late w')).toEqual(['b'])
  expect(ids('late zq')).toEqual([])
  expect(ids('late sea')).toEqual(['a'])
  expect(ids('be late')).toEqual(['a', 'b'])
})

test('every place is found, several in one document and in one sentence, each marked alone', () => {
  texts.add('a', '# Crossing\n\nThe ferryman and the other ferryman.\n\n## Later\n\n“No,” said the Ferryman.')
  texts.add('b', 'No ferryman.')
  const hits = find('ferryman').filter(({ documentId }) => documentId === 'a')
  expect(hits.map(({ passage, words, headingPath }) => [passage.slice(words[0]?.from), headingPath])).toEqual(
    [
      ['ferryman and the other ferryman.', ['Crossing']],
      ['ferryman.', ['Crossing']],
      ['Ferryman.', ['Crossing', 'Later']],
    ],
  )
  expect(find('ferryman')).toHaveLength(4)
})

test('each place in one sentence is shown from the place before on', () => {
  texts.add('a', 'The sea, the **sea** sea and seas; a sea.')
  const shown = find('sea').map(({ excerpt, marks }) => [
    excerpt,
    ...marks.map(({ from, to }) => `${excerpt.slice(0, from)}|${excerpt.slice(from, to)}`),
  ])
  expect(shown).toEqual([
    ['The sea, the sea sea and seas; a sea.', 'The |sea'],
    ['…the sea sea and seas; a sea.', '…the |sea'],
    ['…sea and seas; a sea.', '…|sea'],
    ['…and seas; a sea.', '…and seas; a |sea'],
  ])
})

test('a place deep in an endless sentence is shown, marked and found again', () => {
  const text = `${'and on and on '.repeat(600)}needle ${'and on '.repeat(600)}`
  texts.add('a', text)
  const [hit] = find('needle')
  expect(text.startsWith(hit?.passage ?? '?', hit?.start)).toBe(true)
  expect(hit?.marks.map(({ from, to }) => hit.excerpt.slice(from, to))).toEqual(['needle'])
})

test('of several terms every sentence that holds the most of them is found', () => {
  texts.add('a', 'The tide was late. Late again, the tide. The tide went.')
  expect(find('tide late').map(({ passage }) => passage)).toEqual([
    'The tide was late.',
    'Late again, the tide.',
  ])
})

test.each(['"It is late"', '“It is late”', '„It is late“', '«It is late»', '»It is late«', '”It is late”'])(
  'a phrase in any marks of quotation: %s',
  (query) => {
    texts.add('a', 'Well. It is late.')
    texts.add('b', 'Late it is.')
    expect(found(query)).toEqual(['a'])
  },
)

test('a word is that word; with an asterisk it is a beginning', () => {
  texts.add('a', 'It had been a year.')
  texts.add('b', 'One bee, two bees.')
  expect(markedIn('bee')).toEqual([['bee']])
  expect(markedIn('bee*').flat().toSorted()).toEqual(['bee', 'bee', 'bee'])
  expect(found('-been a')).toEqual([])
})

test('full-width letters are the same letters, in the text and in the query', () => {
  texts.add('a', 'Ｆｅｒｒｙ at noon')
  texts.add('b', 'the ferry')
  expect(found('ferry').toSorted()).toEqual(['a', 'b'])
  expect(found('ＦＥＲＲＹ').toSorted()).toEqual(['a', 'b'])
  expect(found('＂ｔｈｅ　ｆｅｒｒｙ＂')).toEqual(['b'])
})

test.each(['文章', '日本', '日本語', '本語の文', '章'])('unspaced scripts by their parts: %s', (query) => {
  texts.add('a', '日本語の文章です。')
  texts.add('b', 'unrelated')
  expect(found(query)).toEqual(['a'])
})

test('a title before a text, however often the text has it', () => {
  texts.add('a', 'harbour '.repeat(50), { title: 'Notes' })
  texts.add('b', `something else ${'and more '.repeat(200)}`, { title: 'The old harbour of the north' })
  expect(found('harbour')).toEqual(['b', 'a'])
})

test('what was typed a moment ago is found, what is no longer there is not, a deleted document neither', () => {
  texts.add('a', 'first words')
  expect(found('first')).toEqual(['a'])
  texts.add('a', 'second words')
  expect([found('first'), found('second')]).toEqual([[], ['a']])
  texts.add('a', 'second words', { hidden: true })
  expect(found('second')).toEqual([])
})

test('filters hold together: folder, several folders, tags, status, time, unsent', () => {
  texts.add('a', 'word', { folderId: 'f', status: 'published', tagIds: ['t'], updatedAt: '2026-05-01' })
  texts.add('b', 'word', { folderId: 'f', pending: true })
  texts.add('c', 'word', { folderId: 'g' })
  expect(found('word', { folderId: 'f' }).sort()).toEqual(['a', 'b'])
  expect(found('word', { folderId: 'f', status: 'published' })).toEqual(['a'])
  expect(found('word', { tagIds: ['t'] })).toEqual(['a'])
  expect(found('word', { folderId: 'f' }, { folders: ['f', 'g'] }).sort()).toEqual(['a', 'b', 'c'])
  expect(found('word', { since: '2026-04-01' })).toEqual(['a'])
  expect(found('word', {}, { unsent: true })).toEqual(['b'])
})

test('the sentence, its words marked, where it stands, and the headings above', () => {
  const text = `# The **[Book](b.md)**\n\n## One\n\n${'Filler words here. '.repeat(20)}\n\n## \`Two\`\n\nThe tide came in at noon. Then it went.\n`
  texts.add('a', text)
  const [hit] = find('tide')
  expect(hit).toMatchObject({
    headingPath: ['The Book', 'Two'],
    passage: 'The tide came in at noon.',
    origin: 'device',
  })
  expect(text.slice(hit?.start).startsWith('The tide came in')).toBe(true)
  expect(hit?.words.map(({ from, to }) => hit.passage.slice(from, to))).toEqual(['tide'])
  expect(hit?.marks.map(({ from, to }) => hit.excerpt.slice(from, to))).toEqual(['tide'])
})

test.each([
  ...[
    '',
    '"',
    '""',
    '*',
    '(',
    ')',
    'AND',
    'OR NOT',
    '-',
    '^',
    ':',
    'title:',
    '"unclosed phrase',
    'a" b "c',
    "'",
  ],
  ...[
    '\0',
    '\ud800',
    'a\udc00b',
    '%',
    'NEAR(a b)',
    '{}',
    '🙂',
    '-"a',
    '---',
    '?!…',
    'שלום',
    'e\u0301',
    '\u0301',
  ],
])('nothing that is typed is an error: %j', (query) => {
  texts.add('a', 'and or not near title a b c x שלום עולם é')
  expect(() => found(query)).not.toThrow()
})

test('right to left and combining marks are found', () => {
  texts.add('a', 'שלום עולם')
  texts.add('b', 'cafe\u0301')
  expect([found('עולם'), found('café')]).toEqual([['a'], ['b']])
})

test('nor is a query of ten thousand letters', () => {
  expect(() => found('x'.repeat(10_000))).not.toThrow()
})

test('a long text that is being written is taken in once in a while', async () => {
  texts.add('a', `${'word '.repeat(50_000)} needle`)
  expect(found('needle')).toEqual(['a'])
  texts.add('a', `${'word '.repeat(50_000)} haystack`)
  expect(found('haystack')).toEqual([])
  await clock.advance(31_000)
  expect(found('haystack')).toEqual(['a'])
})

test('a library that was built anew is taken in anew', () => {
  const index = openWordsIndex(':memory:')
  index.put([{ id: 'old', title: 'Old', body: 'word' }], 500)
  const database = openDatabase(':memory:')
  const library = createTexts(database)
  library.add('new', 'word')
  const source = { ...createWordsSource(database), read: library.read }
  const again = createWordsEngine({ index, source, nowMs: clock.now, report })
  expect(again.ids('word', 10)).toEqual(['new'])
})

test('questions in words: texts that hold most of what tells something, the fullest first', () => {
  texts.add('a', 'Of the sea and of the shore.')
  texts.add('b', 'The sea gives back what it took. Nothing else.')
  texts.add('c', 'Nothing of it.')
  const hits = engine.find({
    query: 'things the sea gives back',
    narrowing: { filter: {}, recentSince },
    limit: 9,
    words: 'some',
  })
  expect(hits.map(({ documentId }) => documentId)).toEqual(['b', 'a'])
  expect(hits[0]?.words.map(({ from, to }) => hits[0]?.passage.slice(from, to))).toEqual(['sea gives back'])
})

test('what is asked of the index', () => {
  expect(matchOf(parseQuery('two words*'))).toEqual({ wanted: '"two" AND "words"*', without: undefined })
  expect(matchOf(parseQuery('two words', true))).toEqual({
    wanted: '"two"* AND "words"*',
    without: undefined,
  })
  expect(matchOf(parseQuery('"a phrase" -not'))).toEqual({ wanted: '"a phrase"', without: '"not"' })
  expect(matchOf(parseQuery('-only'))).toBeUndefined()
})

describe('against a search that reads every text', () => {
  const letters = [
    'sea',
    'seal',
    'oversea',
    'salt',
    'Salz',
    'café',
    'cafe',
    'tide',
    'und',
    'the',
    'über',
    'x',
  ]
  const word = fc.constantFrom(...letters)
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
  const term = fc.oneof(
    word,
    word.map((one) => `${one.slice(0, 3)}*`),
    word.map((one) => one.slice(0, 3)),
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(' ')}"`),
    word.map((one) => `-${one}`),
  )
  const query = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' '))

  test('the same documents', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.array(query, { maxLength: 12 }),
        (bodies, queries) => {
          openLibrary()
          bodies.forEach((body, number) => texts.add(`d${number}`, body, { title: `n${number}` }))
          for (const asked of queries) {
            const expected = bodies.flatMap((body, number) => (oracle(body, asked) ? [`d${number}`] : []))
            expect([asked, found(asked).sort()]).toEqual([asked, expected])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

  /** Whether the text contains every term: a word or a phrase as it is, or with an asterisk the beginning of a word. */
  function oracle(body: string, asked: string): boolean {
    const words = plain(body).split(' ')
    const { terms, without } = parseQuery(asked)
    const holds = ({ isOpen, ...part }: { readonly text: string; readonly isOpen: boolean }) => {
      const wanted = plain(part.text).split(' ')
      return words.some((_one, at) =>
        wanted.every((one, index) =>
          isOpen ? words[at + index]?.startsWith(one) : words[at + index] === one,
        ),
      )
    }
    return terms.length > 0 && terms.every(holds) && !without.some(holds)
  }
})

describe('texts that name a document', () => {
  const naming = (title: string, words: 'links' | 'mentions', except = 'self') =>
    engine.find({ query: title, narrowing: { filter: {}, recentSince }, limit: 50, words, except })
  const ids = (title: string, words: 'links' | 'mentions') =>
    naming(title, words)
      .map(({ documentId }) => documentId)
      .sort()

  test('in double brackets, or by its title alone; a text that links is not said to mention as well', () => {
    texts.add('self', 'Low water, and [[Low water]].', { title: 'Low water' })
    texts.add('link', 'First. See [[Low water]] for the tables. Low water again.')
    texts.add('alias', 'See [[low WATER#Tides|the tables]].')
    texts.add('said', 'At low water you can walk. Nothing else.')
    texts.add('part', 'The lows, waters and a low waterfall.')
    texts.add('other', 'See [[Low water mark]].')
    expect(ids('Low water', 'links')).toEqual(['alias', 'link'])
    expect(ids('Low water', 'mentions')).toEqual(['said'])
    const alias = naming('Low water', 'links').find(({ documentId }) => documentId === 'alias')
    expect(alias).toMatchObject({ passage: 'See [[low WATER#Tides|the tables]].' })
    const [said] = naming('Low water', 'mentions')
    expect(said?.marks.map(({ from, to }) => said.excerpt.slice(from, to))).toEqual(['low water'])
  })

  test.each(['Square [1] other', 'Square #1 | other'])('%s is linked to by its name in links', (title) => {
    texts.add('link', 'See [[square 1 other]] and [[Square 1 other|it]].')
    texts.add('other', 'See [[Square 1]].')
    expect(ids(title, 'links')).toEqual(['link'])
  })

  test.each(['', '  ', '***', 'C++ (draft) [1]', '"quoted" - title', '潮汐表', 'a|b#c'])(
    'any title is asked for as it is: %j',
    (title) => {
      texts.add('a', `Before. Then ${title} stands here. After.`)
      texts.add('b', 'nothing of it')
      expect(ids(title, 'mentions')).toEqual(/[\p{L}\p{N}]/u.test(title) ? ['a'] : [])
    },
  )
})

test('[G4] a document that cannot be read, or that indexing throws at, is named once and hides no other', () => {
  const database = openDatabase(':memory:')
  const library = createTexts(database)
  const failures: string[] = []
  const faults = new Map<string, () => never>()
  const source = {
    ...createWordsSource(database),
    read(id: string) {
      faults.get(id)?.()
      return library.read(id)
    },
  }
  const searched = createWordsEngine({
    index: openWordsIndex(':memory:'),
    source,
    nowMs: clock.now,
    report: (error) => failures.push(String(error)),
  })
  const ask = (words: WordsAsk['words'], query = 'harbour') =>
    searched
      .find({ query, narrowing: { filter: {}, recentSince }, limit: 50, words })
      .map(({ documentId }) => documentId)
  for (const id of ['a', 'b', 'c', 'd'])
    library.add(id, `The harbour of ${id}, see [[Chart]] and the [[harbour]].`)
  faults.set('b', () => {
    throw new RangeError('too long')
  })
  expect(ask('all').sort()).toEqual(['a', 'a', 'c', 'c', 'd', 'd'])
  // The document is in the index already.
  faults.set('c', () => {
    throw new Error('its text is damaged')
  })
  for (const words of ['all', 'some', 'links', 'mentions'] as const)
    expect([...new Set(ask(words))].filter((id) => id !== 'a' && id !== 'd')).toEqual([])
  expect([...searched.ids('harbour', 10)].sort()).toEqual(['a', 'c', 'd'])
  expect(failures).toEqual([
    expect.stringMatching(/document b .*too long/),
    expect.stringMatching(/document c .*damaged/),
  ])
  // Once it is repaired and has changed, it is found again.
  faults.clear()
  library.add('b', 'The harbour once more.')
  expect(new Set(ask('all'))).toEqual(new Set(['a', 'b', 'c', 'd']))
})
