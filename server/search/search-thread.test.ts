import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Search } from './search'
import { openSearchThread } from './search-thread'
import { openDatabase } from '../store/database'
import { createStore, type Store } from '../store/store'

let folder: string
let store: Store
let accountId: number
let search: Search
const failures: unknown[] = []
const open = (embedding?: { url: string; model: undefined; key: undefined }) =>
  openSearchThread(
    { databasePath: join(folder, 'content.sqlite'), folder: join(folder, 'search'), embedding },
    (error) => failures.push(error),
  )
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-search-'))
  store = createStore(openDatabase(join(folder, 'content.sqlite')))
  accountId = store.accounts.ensureAccount('one', 1)
  search = open()
})
afterEach(async () => {
  await search.close()
  store.close()
  rmSync(folder, { recursive: true, force: true })
  failures.length = 0
})

const add = (text: string) =>
  store.documents.add(accountId, {
    folderId: null,
    title: 'Untitled',
    status: 'draft',
    createdAt: 1,
    updatedAt: 1,
    publishedAt: null,
    content: Buffer.from(text),
  })
const find = (query: string) =>
  search.search(accountId, { query, folderId: null, status: undefined, limit: 10 })

test('[B1] a thread of its own answers as this one would', async () => {
  const id = add('# Tides\n\nThe moon pulls the sea.')
  search.onDocumentChanged(accountId, id)
  const { hits, retrieval } = await find('moon')
  expect([hits[0]?.document_id, retrieval]).toEqual([id, 'hybrid'])
  const chunk = await search.chunk(accountId, id, hits[0]!.id)
  expect(chunk?.text).toBe('# Tides\n\nThe moon pulls the sea.')
  expect(await search.chunk(accountId, id, 1)).toBeUndefined()
  await search.settled()
  store.documents.remove(accountId, id)
  search.onDocumentDeleted(accountId, id)
  expect((await find('moon')).hits).toEqual([])
  expect(failures).toEqual([])
})

test('closing ends it, twice does no harm; asked afterwards it says that it is not there', async () => {
  await find('x')
  await search.close()
  await search.close()
  await expect(find('x')).rejects.toThrow('not there just now')
  expect(failures).toEqual([])
})

test('what it has indexed is there when it is opened again', async () => {
  const id = add('anchor')
  await search.settled()
  await search.close()
  search = open()
  expect((await find('anchor')).hits.map((hit) => hit.document_id)).toEqual([id])
})

test('[G4] an endpoint that refuses connections: keywords answer, and the trouble is told of', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  await search.close()
  search = open({ url: `http://127.0.0.1:${port}`, model: undefined, key: undefined })
  const id = add('anchor')
  expect(await find('anchor')).toMatchObject({ hits: [{ document_id: id }], retrieval: 'keyword' })
})

test('a thread that cannot open its database: asking fails, nothing else does', async () => {
  await search.close()
  search = openSearchThread(
    {
      databasePath: join(folder, 'nowhere', 'content.sqlite'),
      folder: join(folder, 'search'),
      embedding: undefined,
    },
    (error) => failures.push(error),
  )
  await expect(find('anchor')).rejects.toThrow('Search is not there just now')
  expect(failures.length).toBeGreaterThan(0)
})
