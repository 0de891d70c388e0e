import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EmbeddingUnavailable, type EmbeddingProvider } from '../../search/embedding'
import type { EmbeddingChoice } from '../../search/account-vectors'
import { createSearch, type Search } from '../../search/search'
import { openDatabase, type Database } from '../database'
import { isUseless } from './search-index'
import { openSearchSource, type SearchSource } from './search-source'
import { createStore, type Store } from '../store'

let folder: string
let database: Database
let store: Store
let source: SearchSource
let search: Search
let accountId: number
/** A damaged index is an expected failure. */
let failures: Error[]
let time: number

const indexes = () => join(folder, 'search')
const openSearch = (embedding: EmbeddingChoice = { kind: 'built-in' }) =>
  createSearch({
    source,
    folder: indexes(),
    embedding,
    clock: () => (time += 1_000),
    onError: (error) => failures.push(error as Error),
  })
const reopen = async (embedding?: EmbeddingChoice) => {
  await search.close()
  search = openSearch(embedding)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-search-'))
  database = openDatabase(join(folder, 'content.sqlite'))
  store = createStore(database)
  source = openSearchSource(join(folder, 'content.sqlite'))
  accountId = store.accounts.ensureAccount('one', 1)
  failures = []
  time = 1_000_000
  search = openSearch()
})
afterEach(async () => {
  await search.close()
  source.close()
  store.close()
  const unexpected = failures.find((error) => !isUseless(error))
  if (unexpected !== undefined) throw unexpected
  rmSync(folder, { recursive: true, force: true })
})

const add = (text: string, account = accountId, title = 'Untitled') =>
  store.documents.add(account, {
    folderId: null,
    title,
    status: 'draft',
    createdAt: 1,
    updatedAt: 1,
    publishedAt: null,
    content: Buffer.from(text),
  })
const find = async (query: string, account = accountId) =>
  (await search.search(account, { query, folderId: null, status: undefined, limit: 50 })).hits
const found = async (query: string, account = accountId) =>
  (await find(query, account)).map((hit) => hit.document_id)
const TEXTS = Array.from(
  { length: 30 },
  (_, i) => `The ${i % 2 ? 'boat crosses the bay' : 'loaf rises in the oven'} at ${i}.`,
)

describe('[G4] what changed is found by search itself', () => {
  test('also what nobody told of, and what was written before there was an index', async () => {
    const first = add('anchor')
    expect(await found('anchor')).toEqual([first])
    await search.close()
    const second = add('anchor chain')
    store.documents.remove(accountId, first)
    search = openSearch()
    await search.settled()
    expect(await found('anchor')).toEqual([second])
  })

  test('texts are read as they are: byte order mark, NUL, bytes that are no UTF-8', async () => {
    const id = add('\ufeffanchor\0chain')
    database
      .prepare('UPDATE documents SET content = ? WHERE id = ?')
      .run(Buffer.from([0x61, 0xff, 0x20, 0x62]), add('x'))
    // Without background work a search reads only as much as time allows, the newest first.
    await search.settled()
    const [hit] = await find('anchor')
    expect([hit?.document_id, hit?.text, hit?.start]).toEqual([id, '\ufeffanchor\0chain', 0])
  })

  test('queries that are no text do no harm', async () => {
    add('anchor')
    for (const query of ['\0', 'anchor\0', '\ud800', '\udc00\ud800', '"\0"'])
      expect(Array.isArray(await find(query))).toBe(true)
  })

  test('what did not change keeps its chunks when it is indexed again', async () => {
    const id = add('# One\n\nanchor\n\n# Two\n\nrope')
    const before = await find('anchor rope')
    database.prepare('UPDATE documents SET title = ? WHERE id = ?').run('Windlass', id)
    expect(new Set((await find('windlass')).map((hit) => hit.id))).toEqual(
      new Set(before.map((hit) => hit.id)),
    )
    database
      .prepare('UPDATE documents SET content = ? WHERE id = ?')
      .run(Buffer.from('New.\n\n# One\n\nanchor'), id)
    const [hit] = await find('anchor')
    expect(before.map((one) => one.id)).toContain(hit?.id)
    expect(hit?.start).toBe(6)
  })

  test('paragraphs that are equal keep their ids in their order', async () => {
    const id = add('# A\n\nsame\n\n# A\n\nsame\n\n# A\n\nsame')
    const before = (await find('same')).map((hit) => [hit.index, hit.id])
    database
      .prepare('UPDATE documents SET content = ? WHERE id = ?')
      .run(Buffer.from('# A\n\nsame\n\n# A\n\nsame'), id)
    expect((await find('same')).map((hit) => [hit.index, hit.id])).toEqual(before.slice(0, 2))
  })
})

describe('what is kept in files', () => {
  test('an account has a file of its own; it goes with the account', async () => {
    const other = store.accounts.ensureAccount('two', 1)
    add('anchor')
    add('anchor', other)
    await search.settled()
    expect(readdirSync(indexes()).filter((name) => name.endsWith('.sqlite'))).toEqual([
      `account-${accountId}.sqlite`,
      `account-${other}.sqlite`,
    ])
    await search.close()
    expect(readFileSync(join(indexes(), `account-${other}.sqlite`)).length).toBeGreaterThan(0)
    database.prepare('DELETE FROM accounts WHERE id = ?').run(other)
    search = openSearch()
    expect(readdirSync(indexes()).filter((name) => name.endsWith('.sqlite'))).toEqual([
      `account-${accountId}.sqlite`,
    ])
    expect(database.prepare('SELECT count(*) AS n FROM search_changes').get()).toEqual({ n: 1 })
  })

  test('more accounts than are kept open', async () => {
    const accounts = Array.from({ length: 20 }, (_, i) => store.accounts.ensureAccount(`account ${i}`, 1))
    const ids = accounts.map((account, i) => add(`anchor number${i}`, account))
    await search.settled()
    for (const [i, account] of accounts.entries())
      expect(await found(`anchor number${i}`, account)).toEqual([ids[i]])
  })

  test.each([
    ['other bytes', (path: string) => writeFileSync(path, 'this is no database at all, it only says so')],
    ['a page of rubbish', (path: string) => writeFileSync(path, readFileSync(path).fill(0x5a, 4096))],
    ['nothing', (path: string) => rmSync(path)],
  ])('a damaged index (%s) is made again, and no id is used twice', async (_, damage) => {
    const ids = TEXTS.map((text) => add(text))
    await search.settled()
    const before = (await find('boat')).map((hit) => hit.id)
    await search.close()
    damage(join(indexes(), `account-${accountId}.sqlite`))
    search = openSearch()
    await search.settled()
    const after = await find('boat')
    expect(after.length).toBeGreaterThan(0)
    for (const hit of after) {
      expect(ids).toContain(hit.document_id)
      expect(before).not.toContain(hit.id)
    }
  })

  test('[G1] documents of an older backup: the index is made again, ids go on', async () => {
    for (const text of TEXTS) add(text)
    await search.settled()
    const before = await find('boat')
    await search.close()
    database.exec(
      "DELETE FROM documents WHERE id > 10; DELETE FROM search_changes WHERE document_id > 10; UPDATE sqlite_sequence SET seq = 10 WHERE name = 'search_changes'",
    )
    search = openSearch()
    await search.settled()
    const after = await find('boat')
    expect(after.length).toBeGreaterThan(0)
    expect(after.every((hit) => hit.document_id <= 10)).toBe(true)
    for (const hit of after) expect(before.map((one) => one.id)).not.toContain(hit.id)
  })
})

describe('learning', () => {
  const models = async () => {
    await search.close()
    const index = openDatabaseOf(accountId)
    const rows = index.prepare('SELECT id, is_active, chunks FROM models').all() as {
      id: number
      is_active: number
      chunks: number
    }[]
    const due = index.prepare('SELECT count(*) AS n FROM vectors_due').get() as { n: number }
    const vectors = index.prepare('SELECT model_id, count(*) AS n FROM vectors GROUP BY model_id').all()
    index.close()
    search = openSearch()
    return { rows, due: due.n, vectors }
  }
  const openDatabaseOf = (account: number) => new DatabaseSync(join(indexes(), `account-${account}.sqlite`))

  test('begins with enough text, and again as it grows; one model is left, with every vector', async () => {
    for (const text of TEXTS.slice(0, 5)) add(text)
    await search.settled()
    expect((await models()).rows).toMatchObject([{ is_active: 1, chunks: 0 }])
    for (const text of TEXTS) add(text)
    await search.settled()
    const learned = await models()
    expect(learned).toMatchObject({ rows: [{ is_active: 1, chunks: 35 }], due: 0, vectors: [{ n: 35 }] })
    for (const text of TEXTS) add(`${text} Again.`)
    await search.settled()
    const again = await models()
    expect(again).toMatchObject({ rows: [{ is_active: 1, chunks: 65 }], due: 0, vectors: [{ n: 65 }] })
    expect(again.rows[0]!.id).toBeGreaterThan(learned.rows[0]!.id)
  })

  test('the same library gives the same answers, however often it is opened', async () => {
    for (const text of TEXTS) add(text)
    await search.settled()
    const before = await find('ship in the bay')
    expect(before.length).toBeGreaterThan(0)
    await reopen()
    expect(await find('ship in the bay')).toEqual(before)
  })
})

describe('[G4] a provider from elsewhere', () => {
  const provider = (model: string): EmbeddingProvider & { isDown: boolean; asked: number } => ({
    model,
    isDown: false,
    asked: 0,
    async embedPassages(passages) {
      this.asked += passages.length
      if (this.isDown) throw new EmbeddingUnavailable('down')
      return passages.map(({ text }) => point(text))
    },
    async embedQuery(query) {
      if (this.isDown) throw new EmbeddingUnavailable('down')
      return point(query)
    },
  })
  /** A provider for which all texts about the sea have the same direction. */
  const point = (text: string) => Float32Array.from(/sea|boat|ship|anchor/.test(text) ? [1, 0, 0] : [0, 1, 0])
  const answer = (query: string) =>
    search.search(accountId, { query, folderId: null, status: undefined, limit: 50 })

  test('is used instead of the built-in one, and learns nothing', async () => {
    const remote = provider('a')
    await reopen({ kind: 'given', provider: remote })
    const id = add('A boat.')
    for (const text of TEXTS) add(text.replace('boat', 'cart'))
    await search.settled()
    const { hits, retrieval } = await answer('ship')
    expect(hits.map((hit) => hit.document_id)).toEqual([id])
    expect(retrieval).toBe('hybrid')
    expect(remote.asked).toBe(31)
  })

  test('while it is down keywords answer and say so; what is due is done when it is back', async () => {
    const remote = provider('a')
    remote.isDown = true
    await reopen({ kind: 'given', provider: remote })
    const id = add('A boat at anchor.')
    await search.settled()
    expect(await answer('anchor')).toMatchObject({ hits: [{ document_id: id }], retrieval: 'keyword' })
    expect(await answer('ship')).toEqual({ hits: [], retrieval: 'keyword' })
    remote.isDown = false
    await search.settled()
    expect(await answer('ship')).toMatchObject({ hits: [{ document_id: id }], retrieval: 'hybrid' })
    expect(failures).toEqual([])
  })

  test('another provider means other vectors: those of the first are put away', async () => {
    const id = add('A boat.')
    await reopen({ kind: 'given', provider: provider('a') })
    await search.settled()
    await reopen({ kind: 'given', provider: provider('b') })
    await search.settled()
    expect((await answer('ship')).hits.map((hit) => hit.document_id)).toEqual([id])
    await reopen()
    await search.settled()
    expect((await answer('ship')).hits.map((hit) => hit.document_id)).toEqual([id])
  })

  test('a text that changes while the provider is at work is asked for again', async () => {
    const remote = provider('a')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const slow: EmbeddingProvider = {
      ...remote,
      async embedPassages(passages) {
        await held
        return passages.map(({ text }) => point(text))
      },
      embedQuery: async (query) => point(query),
    }
    await reopen({ kind: 'given', provider: slow })
    const id = add('A boat.')
    search.onDocumentChanged(accountId, id)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    database.prepare('UPDATE documents SET content = ? WHERE id = ?').run(Buffer.from('A cart.'), id)
    await answer('cart')
    release()
    await search.settled()
    expect((await answer('ship')).hits).toEqual([])
    database.prepare('UPDATE documents SET content = ? WHERE id = ?').run(Buffer.from('A boat.'), id)
    await search.settled()
    expect((await answer('ship')).hits.map((hit) => hit.document_id)).toEqual([id])
  })
})
