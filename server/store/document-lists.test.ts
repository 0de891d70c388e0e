import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './database'
import type { DocumentFilter, DocumentOrder } from './document-lists'
import { createStore, type Store } from './store'

interface Known {
  readonly id: number
  readonly folderId: number | null
  readonly status: string
  readonly tagIds: readonly number[]
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
}

const DOCUMENTS = 400
let store: Store
let accountId: number
let folders: number[]
let tags: number[]
const known: Known[] = []

/** Some filters match nearly all documents, some a few, some none, so that every query plan is covered. */
beforeAll(() => {
  store = createStore(openDatabase(':memory:'))
  accountId = store.accounts.ensureAccount('a', 1)
  const other = store.accounts.ensureAccount('b', 1)
  const times = { createdAt: 1, updatedAt: 1 }
  folders = [0, 1, 2].map((n) =>
    store.folders.add(accountId, { parentId: null, name: `f${n}`, position: n, ...times }),
  )
  tags = [0, 1, 2, 3].map((n) => store.tags.add(accountId, `t${n}`, 1))
  store.transaction(() => {
    for (let n = 0; n < DOCUMENTS; n++) {
      const mixed = (n * 7_919) % DOCUMENTS
      const document = {
        folderId: mixed % 4 === 0 ? null : mixed % 50 === 1 ? folders[1]! : folders[0]!,
        status: n % 20 === 0 ? 'published' : 'draft',
        title: `${mixed % 3 === 0 ? 'Äb' : 'aB'} ${mixed % 37}`,
        createdAt: Math.floor(n / 3),
        updatedAt: 1_000 + mixed,
      }
      const add = (account: number) =>
        store.documents.add(account, { ...document, publishedAt: null, content: Buffer.from('x') })
      const id = add(accountId)
      const tagIds = tags.filter((_, t) => [n % 2 === 0, n % 90 === 0, n === 7, false][t])
      store.documents.setTags(id, [], tagIds)
      known.push({ ...document, id, tagIds })
      if (n % 5 === 0 && document.folderId === null) add(other)
    }
  })
})
afterAll(() => store.close())

const expected = (filter: DocumentFilter, { by, descending }: DocumentOrder): number[] => {
  const key = { updated_at: 'updatedAt', created_at: 'createdAt', title: 'title' } as const
  // SQLite's NOCASE only covers ASCII.
  const valueOf = (document: Known) => {
    const value = document[key[by]]
    return typeof value === 'string' ? value.replaceAll(/[A-Z]/g, (c) => c.toLowerCase()) : value
  }
  const less = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
  return known
    .filter(
      ({ folderId, status, tagIds, updatedAt }) =>
        (filter.folderId === undefined || folderId === filter.folderId) &&
        (filter.status === undefined || status === filter.status) &&
        (filter.tagId === undefined || tagIds.includes(filter.tagId)) &&
        (filter.updatedSince === undefined || updatedAt >= filter.updatedSince),
    )
    .sort((a, b) => (less(valueOf(a), valueOf(b)) || a.id - b.id) * (descending ? -1 : 1))
    .map(({ id }) => id)
}

test('[F] every combination of filters and orders gives its documents, counted and in pages', () => {
  let combinations = 0
  for (const folderId of [undefined, null, ...folders.slice(0, 2), 999])
    for (const status of [undefined, 'draft', 'published'])
      for (const tagId of [undefined, ...tags])
        for (const updatedSince of [undefined, 1_010, 1_395])
          for (const by of ['updated_at', 'created_at', 'title'] as const)
            for (const descending of [false, true]) {
              const filter = { folderId, status, tagId, updatedSince }
              const ids = expected(filter, { by, descending })
              const total = store.documents.count(accountId, filter)
              const page = (offset: number) =>
                store.documents
                  .page(accountId, filter, { by, descending }, { limit: 25, offset, total })
                  .map(({ id }) => id)
              const what = JSON.stringify({ ...filter, by, descending })
              expect(total, what).toBe(ids.length)
              expect(page(0), what).toEqual(ids.slice(0, 25))
              expect(page(200), what).toEqual(ids.slice(200, 225))
              combinations++
            }
  expect(combinations).toBe(5 * 3 * 5 * 3 * 3 * 2)
})
