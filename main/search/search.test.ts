import { beforeEach, describe, expect, test } from 'vitest'
import { problem, type ProblemCode } from '../../shared/problem'
import type { Database } from '../store/database'
import { createVirtualClock } from '../system/clock.virtual'
import { openDatabase } from '../store/database'
import { createReplica } from '../store/lists/replica'
import { openWordsIndex } from '../store/words-index'
import { createWordsSource, type WordsSource } from '../store/words-source'
import type { Answer } from '../sync/http/answer'
import type { ApiClient, CallRequest } from '../sync/http/api-client'
import { createConnection, type Connection } from '../sync/service/connection'
import { createSearch, type Search } from './search'
import { createWordsEngine } from './words'
import { createTexts, type Texts } from './texts.memory'

const clock = createVirtualClock()
let texts: Texts
let search: Search
let connection: Connection
let answer: Partial<Answer<unknown>> | ((request: CallRequest) => Partial<Answer<unknown>>)
let asked: { readonly name: string; readonly request: CallRequest }[]
let fixed: string | undefined
const WINDOW = {}
const FOLDERS: Readonly<Record<string, string | undefined>> = { f: undefined, g: 'f', h: 'g', new: undefined }

/** Unless a test says otherwise, no document fails. */
const report = (error: unknown) => {
  throw error
}

beforeEach(() => {
  const database: Database = openDatabase(':memory:')
  texts = createTexts(database)
  answer = { kind: 'ok', status: 200, data: [], skipped: 0 }
  asked = []
  fixed = undefined
  connection = createConnection({ clock })
  const replica = createReplica(database)
  const source: WordsSource = { ...createWordsSource(database), read: texts.read }
  const engine = createWordsEngine({ index: openWordsIndex(':memory:'), source, nowMs: clock.now, report })
  search = createSearch({
    words: {
      find: async (ask) => engine.find(ask),
      ids: async (query, limit) => engine.ids(query, limit),
      wake() {},
      close: async () => {},
    },
    connection,
    clock,
    client: {
      call: async (name: string, request: CallRequest) => {
        asked.push({ name, request })
        return typeof answer === 'function' ? answer(request) : answer
      },
    } as unknown as ApiClient,
    here: (remoteId, updatedAt) =>
      texts.read(remoteId) && {
        id: remoteId,
        title: texts.read(remoteId)?.title ?? '',
        changed: updatedAt === 'older',
      },
    remoteIdOf: (id) => id,
    titleOf: (id) => texts.read(id)?.title,
    passing: replica.passing,
    ids: replica.ids,
    folderThere: (id) => (id === 'new' ? undefined : `remote-${id}`),
    isFolderKnown: (id) => id in FOLDERS,
    foldersFrom: (id) => (id === 'f' ? ['f', 'g', 'h'] : [id]),
    fixedFolder: () => fixed,
    recentSince: () => '2000-01-01',
  })
})

const words = async (query: string, filter = {}) =>
  (await search.words({ query, filter, limit: 20 })).hits.map(({ documentId }) => documentId)
const ask = (filter = {}) => search.meaning({ query: 'the sea', limit: 10, filter }, WINDOW)
const bodies = () => asked.map(({ request }) => request.body)
const found = (...data: object[]) =>
  ({ kind: 'ok', status: 200, data, skipped: 0 }) as Partial<Answer<unknown>>

describe('[A16] meaning, the service’s', () => {
  test('hits in the service’s order, also under other names of fields; the sentence that answers, its words marked', async () => {
    texts.add('1', 'x', { title: 'Here', remoteId: '1' })
    answer = found(
      {
        id: 'c1',
        document_id: '1',
        text: 'A first one. The boats went out to the sea again. A last one.',
        start: 100,
        score: 0.5,
        updated_at: 'older',
      },
      { document_id: '404', text: 'gone' },
    )
    const { hits, notice } = await ask()
    expect(hits).toMatchObject([
      {
        documentId: '1',
        chunkId: 'c1',
        title: 'Here',
        passage: 'The boats went out to the sea again.',
        start: 113,
        before: 'A first one. ',
        after: ' A last one.',
        origin: 'service',
        changed: true,
        unchanged: false,
      },
    ])
    expect(hits[0]?.words.map(({ from, to }) => hits[0]?.passage.slice(from, to))).toEqual(['sea'])
    expect(notice).toBeUndefined()
  })

  test('[B4] the folder goes as a string, by the service’s id; none asks for the whole account', async () => {
    await ask({ folderId: 'f', status: 'draft' })
    await ask({ folderId: null })
    expect(bodies()).toEqual([
      { query: 'the sea', limit: 10, folder_id: 'remote-f', status: 'draft' },
      { query: 'the sea', limit: 10 },
    ])
  })

  test('child folders too: one search for each, within what the quota leaves, and said', async () => {
    texts.add('1', 'x', { remoteId: '1', folderId: 'g' })
    const hit = (score: number, text: string) => found({ document_id: '1', text, score })
    answer = ({ body }) =>
      (body as { folder_id: string }).folder_id === 'remote-g'
        ? hit(0.9, 'Deep sea.')
        : hit(0.3, 'Sea shore.')
    const all = await ask({ folderId: 'f', subfolders: true })
    expect(bodies()).toMatchObject([
      { folder_id: 'remote-f' },
      { folder_id: 'remote-g' },
      { folder_id: 'remote-h' },
    ])
    expect(all.folders).toEqual({ asked: 3, all: 3 })
    expect(all.hits.map(({ passage, weak }) => [passage, weak])).toEqual([
      ['Deep sea.', false],
      ['Sea shore.', true],
      ['Sea shore.', true],
    ])
    connection.observe({
      name: 'search.semantic',
      askedAt: 0,
      keyGeneration: 0,
      searchQuota: { limit: 10, remaining: 2 },
    })
    expect((await ask({ folderId: 'f', subfolders: true })).folders).toEqual({ asked: 2, all: 3 })
  })

  test('tag and time, which the service does not know, hold for the passages that it gave', async () => {
    texts.add('1', 'x', { remoteId: '1', tagIds: ['t'], updatedAt: '2026-05-01' })
    texts.add('2', 'x', { remoteId: '2', tagIds: ['t'], updatedAt: '2025-05-01' })
    texts.add('3', 'x', { remoteId: '3', updatedAt: '2026-05-01' })
    texts.add('4', 'the sea', { remoteId: '4', pending: true, updatedAt: '2025-01-01' })
    const given = (...ids: string[]) =>
      found(...ids.map((id) => ({ document_id: id, text: 'Sea.', score: 1 })))
    answer = given('1', '2', '3')
    const idsOf = async (filter: object) => (await ask(filter)).hits.map(({ documentId }) => documentId)
    expect(await idsOf({ tagIds: ['t'] })).toEqual(['1', '2'])
    expect(await idsOf({ since: '2026-01-01' })).toEqual(['1', '3'])
    expect(await idsOf({ tagIds: ['t'], since: '2026-01-01' })).toEqual(['1'])
    expect((await ask({ tagIds: ['t'] })).notice).toBeUndefined()
    expect(bodies()).toEqual(['', '', '', ''].map(() => ({ query: 'the sea', limit: 50 })))
    answer = given(...Array<string>(49).fill('3'), '1')
    texts.add('6', 'far down, the sea', { remoteId: '6', tagIds: ['t'] })
    const { hits, notice } = await ask({ tagIds: ['t'] })
    expect(hits.map(({ documentId, origin, unsent }) => [documentId, origin, unsent])).toEqual([
      ['1', 'service', false],
      ['6', 'device', false],
    ])
    expect(notice).toBe(
      'The service’s best 50 passages were filtered by tag and date; this device looked for more.',
    )
    answer = { kind: 'failed', problem: problem('unreachable', 'x'), certain: true }
    texts.add('5', 'about the sea', { tagIds: ['t'] })
    expect((await idsOf({ tagIds: ['t'] })).sort()).toEqual(['5', '6'])
  })

  test('what the service does not have yet is found here and told apart', async () => {
    texts.add('1', 'x', { remoteId: '1' })
    texts.add('2', 'Rope and salt. The sea came in by night.', { remoteId: '2', pending: true })
    texts.add('3', 'The sea, the sea.', { remoteId: '3' })
    answer = found({ document_id: '1', text: 'All about the sea.', score: 0.4 })
    const { hits } = await ask()
    expect(hits.map(({ documentId, origin, unsent }) => [documentId, origin, unsent])).toEqual([
      ['1', 'service', false],
      ['2', 'device', true],
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
  test.each(reasons)('[E3] [D4] %s: searched here, said so, and back by itself', async (code, notice) => {
    texts.add('1', 'about the sea')
    answer = { kind: 'failed', problem: problem(code, 'x'), certain: true }
    const here = await ask()
    expect(here.notice).toBe(notice)
    expect(here.hits).toMatchObject([{ documentId: '1', origin: 'device' }])
    answer = found({ document_id: '1', text: 'All about the sea.', score: 1 })
    await ask()
    await clock.advance(11 * 60_000)
    const back = await ask()
    expect([back.notice, back.hits[0]?.origin]).toEqual([undefined, 'service'])
  })

  test('a key that may not search is not tried again and again', async () => {
    connection.observe({
      name: 'search.semantic',
      askedAt: 0,
      keyGeneration: 0,
      problem: problem('missing-ability', 'x'),
    })
    expect((await ask()).notice).toContain('may not search')
    expect((await ask()).notice).toContain('may not search')
    expect(asked).toEqual([])
  })

  test('a refused question is said in the service’s words', async () => {
    answer = { kind: 'failed', problem: problem('invalid', 'The limit is too high.'), certain: true }
    await expect(ask()).rejects.toThrow('The limit is too high.')
  })
})

describe('related passages', () => {
  const PARAGRAPH = '> The **sea** gave back a [ledger](x) and a rope.'
  const related = (more = {}) =>
    search.related({ documentId: 'own', paragraph: PARAGRAPH, limit: 3, ...more }, WINDOW)
  const quotaLeft = (remaining: number) =>
    connection.observe({
      name: 'search.semantic',
      askedAt: 0,
      keyGeneration: 0,
      searchQuota: { limit: 10, remaining },
    })
  beforeEach(() => {
    texts.add('own', PARAGRAPH, { remoteId: 'own' })
    for (const id of ['1', '2', '3', '4']) texts.add(id, 'A ledger from the sea.', { remoteId: id })
    answer = found(
      ...['own', 'own', '1', '2', '3', '4'].map((id, at) => ({
        id: `c${at}`,
        document_id: id,
        text: 'A ledger from the sea.',
        score: at === 3 ? 0.1 : 0.9,
      })),
    )
  })

  test('are asked for as the paragraph reads, never found in its own document, and no weak ones', async () => {
    const { hits, notice } = await related()
    // [F14] everyday words that a paragraph shares with a passage are not marked
    expect(hits.flatMap(({ marks, words: marked }) => [...marks, ...marked])).toEqual([])
    expect(bodies()).toEqual([{ query: 'The sea gave back a ledger and a rope.', limit: 23 }])
    expect(hits.map(({ documentId }) => documentId)).toEqual(['1', '3'])
    expect(notice).toBeUndefined()
  })

  test('take half of the search quota; then they are found here, and it is said', async () => {
    quotaLeft(6)
    expect((await related()).hits[0]?.origin).toBe('service')
    quotaLeft(5)
    asked = []
    const { hits, notice } = await related()
    expect(notice).toBe('On this device: remaining searches are saved for you')
    expect(hits.map(({ documentId, origin }) => [documentId, origin])).toEqual(
      ['1', '2', '3'].map((id) => [id, 'device']),
    )
    expect(asked).toEqual([])
    expect((await ask()).notice).toBeUndefined()
  })

  test('take a few searches a minute', async () => {
    for (let time = 0; time < 12; time++) expect((await related()).notice).toBeUndefined()
    expect((await related()).notice).toBe('On this device: the service was asked often in the last minute')
    await clock.advance(60_000)
    expect((await related()).notice).toBeUndefined()
  })

  test.each<[ProblemCode, string]>([
    ['unreachable', 'offline'],
    ['throttled', 'the service asks to slow down'],
    ['quota-exceeded', 'search quota used up'],
    ['missing-ability', 'this key may not search by meaning'],
    ['not-found', 'this service has no search by meaning'],
  ])('%s: found here, never in their own document, and said', async (code, why) => {
    answer = { kind: 'failed', problem: problem(code, 'x'), certain: true }
    const { hits, notice } = await related()
    expect(notice).toBe(`On this device: ${why}`)
    expect(hits.map(({ documentId }) => documentId)).toEqual(['1', '2', '3'])
  })

  test('a paragraph without a word asks nothing', async () => {
    expect(await related({ paragraph: '---\n***' })).toEqual({ hits: [] })
    expect(asked).toEqual([])
  })

  test('[B7] are the search on screen: their chunks are fetched, those of the search before are not', async () => {
    await ask()
    await related()
    answer = { kind: 'ok', status: 200, data: { id: 'c2', text: 'Whole.' } }
    expect((await search.chunk({ documentId: '1', chunkId: 'c2' }, WINDOW)).text).toBe('Whole.')
    for (const [documentId, chunkId] of [
      ['own', 'c0'],
      ['1', 'c5'],
    ] as const)
      await expect(search.chunk({ documentId, chunkId }, WINDOW)).rejects.toThrow(/search on screen/)
  })
})

describe('[B7] a chunk', () => {
  const chunk = (documentId: string, chunkId: string, asker: object = WINDOW) =>
    search.chunk({ documentId, chunkId }, asker)
  beforeEach(async () => {
    texts.add('1', 'x', { remoteId: '1' })
    answer = found({ id: 'c1', document_id: '1', score: 1 })
    await ask()
    asked = []
  })

  test('of the search on screen is fetched', async () => {
    answer = { kind: 'ok', status: 200, data: { id: 'c1', text: 'Whole.', heading_path: ['One'] } }
    expect(await chunk('1', 'c1')).toEqual({ text: 'Whole.', headingPath: ['One'] })
    expect(asked).toMatchObject([{ name: 'chunks.get', request: { params: { id: '1', chunkId: 'c1' } } }])
  })

  test('of another document, of another window, of an earlier search: never asked for', async () => {
    await expect(chunk('2', 'c1')).rejects.toThrow(/search on screen/)
    await expect(chunk('1', 'c2')).rejects.toThrow(/search on screen/)
    await expect(chunk('1', 'c1', {})).rejects.toThrow(/search on screen/)
    answer = found()
    await search.meaning({ query: 'other', filter: {}, limit: 5 }, WINDOW)
    asked = []
    await expect(chunk('1', 'c1')).rejects.toThrow(/search on screen/)
    expect(asked).toEqual([])
  })

  test('an answer that comes after the next question opens nothing', async () => {
    let release = (_value: Partial<Answer<unknown>>) => {}
    const late = new Promise<Partial<Answer<unknown>>>((resolve) => (release = resolve))
    answer = () => late as unknown as Partial<Answer<unknown>>
    const first = ask()
    answer = found()
    await search.meaning({ query: 'next', filter: {}, limit: 5 }, WINDOW)
    release(found({ id: 'c9', document_id: '1', score: 1 }))
    await first
    await expect(chunk('1', 'c9')).rejects.toThrow(/search on screen/)
  })

  test('that is gone is said', async () => {
    answer = { kind: 'failed', problem: problem('not-found', 'x'), certain: true }
    await expect(chunk('1', 'c1')).rejects.toThrow(/no longer on the service/)
  })
})

describe('[B9] a fixed folder', () => {
  beforeEach(() => {
    fixed = 'f'
    const sea = 'about the sea'
    texts.add('in', sea, { folderId: 'f', status: 'published', remoteId: 'in' })
    texts.add('draft', sea, { folderId: 'f', remoteId: 'draft' })
    texts.add('out', sea, { status: 'published', remoteId: 'out' })
    texts.add('below', sea, { folderId: 'g', status: 'published', remoteId: 'below' })
    texts.add('unsent', sea, { folderId: 'g', status: 'published', pending: true })
  })

  test('is put into every search, with published, whatever is asked', async () => {
    answer = found(
      ...['in', 'draft', 'out', 'below'].map((id) => ({ id, document_id: id, text: 'The sea.', score: 1 })),
    )
    const asks = [
      {},
      { folderId: 'g', status: 'draft' },
      { folderId: null },
      { folderId: 'f', subfolders: true },
    ]
    for (const more of asks)
      expect((await ask(more)).hits.map(({ documentId }) => documentId)).toEqual(['in'])
    expect(bodies()).toEqual(
      asks.map(() => ({ query: 'the sea', limit: 10, folder_id: 'remote-f', status: 'published' })),
    )
  })

  test('holds for words, lists and what is found here instead', async () => {
    for (const filter of [{}, { folderId: null, status: 'draft' }, { folderId: 'g' }])
      expect(await words('sea', filter)).toEqual(['in'])
    const below = await search.words({ query: 'sea', filter: { folderId: 'f', subfolders: true }, limit: 9 })
    expect(below.hits.map(({ documentId }) => documentId)).toEqual(['in'])
    expect(await search.withWords('sea', 10)).toEqual(['in'])
    expect(search.within({ folderId: 'g', subfolders: true, status: 'draft' })).toEqual(['in'])
    texts.add('the sea', 'x', { remoteId: 'the sea' })
    const { links, mentions } = await search.links({ id: 'the sea', limit: 9 })
    expect([links, mentions.map(({ documentId }) => documentId)]).toEqual([[], ['in']])
    const related = () =>
      search.related({ documentId: 'own', paragraph: 'All about the sea.', limit: 9 }, WINDOW)
    answer = found(...['in', 'draft', 'out'].map((id) => ({ document_id: id, text: 'The sea.', score: 1 })))
    expect((await related()).hits.map(({ documentId }) => documentId)).toEqual(['in'])
    expect(bodies()).toEqual([
      { query: 'All about the sea.', limit: 29, folder_id: 'remote-f', status: 'published' },
    ])
    answer = { kind: 'failed', problem: problem('unreachable', 'x'), certain: true }
    expect((await related()).hits.map(({ documentId }) => documentId)).toEqual(['in'])
    const here = await ask({ folderId: 'g', subfolders: true, status: 'draft' })
    expect(here.hits.map(({ documentId }) => documentId)).toEqual(['in'])
  })

  test('a chunk of a hit outside of it is not fetched', async () => {
    answer = found(...['in', 'out'].map((id) => ({ id: 'c', document_id: id, text: 'The sea.', score: 1 })))
    await ask()
    asked = []
    await expect(search.chunk({ documentId: 'out', chunkId: 'c' }, WINDOW)).rejects.toThrow(
      /search on screen/,
    )
    expect(asked).toEqual([])
  })

  test.each(['', '  ', 'gone'])(
    'missing or blank (%j): every search stops with one message',
    async (folderId) => {
      await ask()
      asked = []
      fixed = folderId
      const one = /one folder only, and that folder is missing/
      await expect(ask()).rejects.toThrow(one)
      await expect(words('sea')).rejects.toThrow(one)
      await expect(search.withWords('sea', 5)).rejects.toThrow(one)
      expect(() => search.within({})).toThrow(one)
      await expect(search.links({ id: 'in', limit: 9 })).rejects.toThrow(one)
      const paragraph = { documentId: 'own', paragraph: 'the sea', limit: 9 }
      await expect(search.related(paragraph, WINDOW)).rejects.toThrow(one)
      await expect(search.chunk({ documentId: 'in', chunkId: 'c' }, WINDOW)).rejects.toThrow(one)
      expect(asked).toEqual([])
    },
  )
})
