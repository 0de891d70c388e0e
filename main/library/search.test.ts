import { beforeEach, describe, expect, test } from 'vitest'
import { createVirtualClock } from '../clock.virtual'
import { problem, type ProblemCode } from '../../shared/problem'
import { openDatabase } from '../store/database'
import type { DocumentRow, DocumentTable } from '../store/document-table'
import { createDocumentTable } from '../store/document-table.sqlite'
import { createReplica } from '../store/replica'
import { createWordsIndex } from '../store/words-index'
import type { Answer } from '../sync/answer'
import type { ApiClient, CallRequest } from '../sync/api-client'
import { createConnection, type Connection } from '../sync/connection'
import { createIndexing, type Indexing } from './indexing'
import { matchOf, parseQuery } from './query'
import { createSearch, type FixedScope, type Search } from './search'

const clock = createVirtualClock()
let table: DocumentTable
let texts: Map<string, { title: string; text: string }>
let search: Search
let indexing: Indexing
let connection: Connection
let answer: Partial<Answer<unknown>>
let asked: CallRequest[]
let scope: FixedScope | undefined

beforeEach(() => {
  const database = openDatabase(':memory:')
  table = createDocumentTable(database)
  texts = new Map()
  answer = { kind: 'ok', status: 200, data: [], skipped: 0 }
  asked = []
  scope = undefined
  connection = createConnection({ clock })
  const index = createWordsIndex(database)
  const replica = createReplica(database)
  const read = (id: string) => texts.get(id)
  indexing = createIndexing({ index, clock, read, filesIn: () => [] })
  search = createSearch({
    index,
    indexing,
    connection,
    read,
    client: {
      call: async (_name: string, request: CallRequest) => (asked.push(request), answer),
    } as unknown as ApiClient,
    passing: (ids, filter) => replica.passing(ids, filter, '2000-01-01'),
    here: (remoteId, updatedAt) =>
      texts.has(remoteId) ? { id: remoteId, changed: updatedAt === 'older' } : undefined,
    folderThere: (id) => (id === 'new' ? undefined : `remote-${id}`),
    isFolderKnown: (id) => id === 'f',
    scope: () => scope,
  })
})

function add(id: string, text: string, more: Partial<DocumentRow> = {}): void {
  const title = more.title ?? id
  texts.set(id, { title, text })
  const row = {
    id,
    title,
    excerpt: '',
    folderId: null,
    tagIds: [],
    status: 'draft',
    phase: 'clean',
    hidden: false,
    editedSincePublished: false,
    pending: false,
    hasText: true,
    createdAt: '2026-01-01',
    updatedAt: '2026-01-01',
  } as const
  table.put({ ...row, ...more, title }, true)
}

const found = (query: string, filter = {}) =>
  search.words({ query, filter, limit: 20 }).map(({ documentId }) => documentId)

describe('exact words, on this device', () => {
  test('words, phrases, beginnings, exclusions; accents and case aside', () => {
    add('a', 'The lighthouse keeper walked home.')
    add('b', 'A keeper of bees; no light in the house.')
    add('c', 'Café au lait.')
    expect(found('keeper').sort()).toEqual(['a', 'b'])
    expect(found('keeper -bees')).toEqual(['a'])
    expect(found('"keeper walked"')).toEqual(['a'])
    expect(found('"walked keeper"')).toEqual([])
    expect(found('lighth')).toEqual(['a'])
    expect(found('CAFE')).toEqual(['c'])
    expect(found('keeper lait')).toEqual([])
  })

  test.each(['文章', '日本', '日本語', '本語の文', '章'])('unspaced scripts by their parts: %s', (query) => {
    add('a', '日本語の文章です。')
    add('b', 'unrelated')
    expect(found(query)).toEqual(['a'])
  })

  test('a title before a text', () => {
    add('a', 'harbour harbour', { title: 'Notes' })
    add('b', 'something else', { title: 'Harbour' })
    expect(found('harbour')).toEqual(['b', 'a'])
  })

  test('what was typed a moment ago is found, what is no longer there is not, a deleted document neither', () => {
    add('a', 'first words')
    expect(found('first')).toEqual(['a'])
    add('a', 'second words')
    expect([found('first'), found('second')]).toEqual([[], ['a']])
    add('a', 'second words', { hidden: true })
    expect(found('second')).toEqual([])
  })

  test('filters hold together', () => {
    add('a', 'word', { folderId: 'f', status: 'published' })
    add('b', 'word', { folderId: 'f' })
    add('c', 'word')
    expect(found('word', { folderId: 'f' }).sort()).toEqual(['a', 'b'])
    expect(found('word', { folderId: 'f', status: 'published' })).toEqual(['a'])
  })

  test('an excerpt with the words marked, where it stands, and the headings above', () => {
    const text = `# Book\n\n## One\n\n${'Filler words here. '.repeat(20)}\n\n## Two\n\nThe tide came in at noon.\n`
    add('a', text)
    const [hit] = search.words({ query: 'tide', filter: {}, limit: 5 })
    expect(hit).toMatchObject({
      headingPath: ['Book', 'Two'],
      passage: 'The tide came in at noon.',
      origin: 'device',
    })
    expect(text.slice(hit?.start, hit?.end)).toBe('tide')
    expect(hit?.marks.map(({ from, to }) => hit.excerpt.slice(from, to))).toEqual(['tide'])
  })

  test.each([
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
    '\0',
    '\ud800',

    '%',
    'NEAR(a b)',
    '{}',
    '🙂',
  ])('nothing that is typed is an error: %j', (query) => {
    add('a', 'and or not near title a b c x')
    expect(() => found(query)).not.toThrow()
  })

  test('nor is a query of ten thousand letters', () => {
    expect(() => found('x'.repeat(10_000))).not.toThrow()
  })

  test('a long text that is being written is taken in once in a while', async () => {
    add('a', `${'word '.repeat(50_000)} needle`)
    indexing.wake()
    await clock.advance(1_000)
    add('a', `${'word '.repeat(50_000)} haystack`)
    indexing.wake()
    await clock.advance(1_000)
    await clock.advance(31_000)
    expect(found('haystack')).toEqual(['a'])
  })
})

test('what is asked of the index', () => {
  expect(matchOf(parseQuery('two words'))).toBe('"two"* AND "words"*')
  expect(matchOf(parseQuery('"a phrase" -not'))).toBe('("a phrase") NOT ("not"*)')
  expect(matchOf(parseQuery('-only'))).toBeUndefined()
})

describe('[A16] meaning, the service’s', () => {
  const ask = (more = {}) => search.meaning({ query: 'the sea', limit: 10, ...more })

  test('hits in the service’s order, also under other names of fields', async () => {
    add('1', 'x', { title: 'Here' })
    answer = {
      kind: 'ok',
      status: 200,
      skipped: 0,
      data: [
        { id: 'c1', document_id: '1', text: 'All about  the sea.', score: 0.5, updated_at: 'older' },
        { document_id: '404', text: 'gone' },
      ],
    }
    const { hits, notice } = await ask()
    expect(hits).toMatchObject([
      {
        documentId: '1',
        chunkId: 'c1',
        title: 'Here',
        excerpt: 'All about the sea.',
        origin: 'service',
        changed: true,
      },
    ])
    expect(notice).toBeUndefined()
  })

  test('[B4] the folder goes as a string, by the service’s id; none asks for the whole account', async () => {
    await ask({ folderId: 'f', status: 'draft' })
    await ask({ folderId: null })
    expect(asked.map(({ body }) => body)).toEqual([
      { query: 'the sea', limit: 10, folder_id: 'remote-f', status: 'draft' },
      { query: 'the sea', limit: 10 },
    ])
  })

  const reasons: [ProblemCode, string][] = [
    ['unreachable', 'On this device: offline'],
    ['quota-exceeded', 'On this device: search quota used up'],
    ['missing-ability', 'On this device: this key may not search by meaning'],
    ['not-found', 'On this device: this service has no search by meaning'],
    ['throttled', 'On this device: the service asks to slow down'],
    ['bad-answer', 'On this device: the service gave no proper answer'],
  ]
  test.each(reasons)('[E3] [D4] %s: searched here, and said so', async (code, notice) => {
    add('1', 'about the sea')
    answer = { kind: 'failed', problem: problem(code, 'x'), certain: true }
    const found = await ask()
    expect(found.notice).toBe(notice)
    expect(found.hits).toMatchObject([{ documentId: '1', origin: 'device' }])
  })

  test('a key that may not search is not tried again and again', async () => {
    connection.observe({
      name: 'search.semantic',
      askedAt: 0,
      keyGeneration: 0,
      problem: problem('missing-ability', 'x'),
    })
    expect((await ask()).notice).toContain('may not search')
    expect(asked).toEqual([])
  })
})

describe('[B9] a fixed folder', () => {
  test('is put into every search, with published, whatever is asked', async () => {
    scope = { folderId: 'f' }
    add('in', 'about the sea', { folderId: 'f', status: 'published' })
    add('draft', 'about the sea', { folderId: 'f' })
    add('out', 'about the sea', { status: 'published' })
    await search.meaning({ query: 'the sea', folderId: 'other', status: 'draft', limit: 10 })
    expect(asked[0]?.body).toMatchObject({ folder_id: 'remote-f', status: 'published' })
    expect(found('sea', { folderId: null, status: 'draft' })).toEqual(['in'])
    answer = { kind: 'failed', problem: problem('unreachable', 'x'), certain: true }
    expect(
      (await search.meaning({ query: 'sea', limit: 10 })).hits.map(({ documentId }) => documentId),
    ).toEqual(['in'])
  })

  test.each([undefined, '', '  ', 'gone'])(
    'missing or blank (%j): search stops with a message',
    async (folderId) => {
      scope = { folderId }
      await expect(search.meaning({ query: 'x', limit: 10 })).rejects.toThrow(/one folder only/)
      expect(() => found('x')).toThrow(/one folder only/)
      expect(asked).toEqual([])
    },
  )
})
