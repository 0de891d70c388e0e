import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { EmbeddingChoice } from './account-vectors'
import { unlearnedEmbedding } from './embedding'
import { createSearch, type Search } from './search'
import { freshFolder } from '../testing/service.spawned'
import { openDatabase } from '../store/database'
import { openSearchSource } from '../store/search/search-source'
import { createStore } from '../store/store'

const folders: string[] = []
let search: Search | undefined
afterEach(async () => {
  await search?.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

interface Library {
  readonly path: string
  readonly accountId: number
  readonly ids: readonly number[]
}

/** A library with these texts on a disk. */
function libraryOf(texts: readonly string[]): Library {
  const folder = freshFolder()
  folders.push(folder)
  const path = join(folder, 'content.sqlite')
  const store = createStore(openDatabase(path))
  const accountId = store.accounts.ensureAccount('one', 1)
  const ids = texts.map((text) =>
    store.documents.add(accountId, {
      folderId: null,
      title: 'Untitled',
      status: 'draft',
      createdAt: 1,
      updatedAt: 1,
      publishedAt: null,
      content: Buffer.from(text),
    }),
  )
  store.close()
  return { path, accountId, ids }
}

/** Damages the page of the file with this word: its text cannot be read, and nothing else is affected. */
function damagePageWith(path: string, word: string): void {
  const page = Math.floor(readFileSync(path).indexOf(word) / 4096)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4, 0xff), 0, 4, page * 4096)
  closeSync(file)
}

function searchIn({ path }: Library, told: string[], embedding: EmbeddingChoice = { kind: 'built-in' }) {
  const source = openSearchSource(path)
  const opened = createSearch({
    source,
    folder: join(path, '..', 'search'),
    embedding,
    clock: () => 1_000,
    onError: (error) => told.push(String(error)),
  })
  search = {
    ...opened,
    async close() {
      await opened.close()
      source.close()
    },
  }
  return search
}

const ALL = { folderId: null, status: undefined, limit: 50 }
const foundIn = async ({ accountId }: Library, query: string): Promise<ReadonlySet<number>> =>
  new Set((await search!.search(accountId, { ...ALL, query })).hits.map((hit) => hit.document_id))

const DAMAGED = `capstan ${'rope and salt '.repeat(600)}quayside ${'rope and salt '.repeat(600)}`

test('[G4] a document that cannot be read stops the indexing of no other, and is named once', async () => {
  const library = libraryOf(['The first capstan.', DAMAGED, 'The last capstan.'])
  damagePageWith(library.path, 'quayside')
  const told: string[] = []
  await searchIn(library, told).settled()
  const [first, damaged, last] = library.ids
  expect(await foundIn(library, 'capstan')).toEqual(new Set([first, last]))
  await search!.settled()
  expect(told).toEqual([expect.stringContaining(`document ${damaged}`)])
})

test('[G4] a document that cannot be read any more, once indexed, ends no search', async () => {
  const library = libraryOf(['The first capstan.', DAMAGED, 'The last capstan.'])
  const told: string[] = []
  await searchIn(library, told).settled()
  const [first, damaged, last] = library.ids
  expect(await foundIn(library, 'capstan')).toEqual(new Set([first, damaged, last]))
  await search!.close()
  damagePageWith(library.path, 'quayside')
  searchIn(library, told)
  expect(await foundIn(library, 'capstan')).toEqual(new Set([first, last]))
  await search!.settled()
  expect(told).toEqual([expect.stringContaining(`document ${damaged}`)])
  // The text may be repaired before a new start.
  await search!.close()
  await searchIn(library, told).settled()
  expect(await foundIn(library, 'capstan')).toEqual(new Set([first, last]))
  expect(told).toHaveLength(2)
})

test('[G4] a passage that the embedding throws at keeps no other from getting its vector', async () => {
  const library = libraryOf(['The first capstan.', 'A poisoned capstan.', 'The last capstan.'])
  const told: string[] = []
  const asked: string[] = []
  const provider = {
    ...unlearnedEmbedding,
    async embedPassages(passages: Parameters<typeof unlearnedEmbedding.embedPassages>[0]) {
      asked.push(...passages.map(({ text }) => text))
      if (passages.some(({ text }) => text.includes('poisoned'))) throw new RangeError('too much')
      return unlearnedEmbedding.embedPassages(passages)
    },
  }
  await searchIn(library, told, { kind: 'given', provider }).settled()
  const [first, , last] = library.ids
  // Found by meaning only: no text has this form of the word.
  const hits = (await search!.search(library.accountId, { ...ALL, query: 'first last' })).hits
  expect(hits.map((hit) => hit.document_id)).toEqual(expect.arrayContaining([first, last]))
  expect((await foundIn(library, 'poisoned')).size).toBeGreaterThan(0)
  expect(told).toEqual([expect.stringContaining('too much')])
  const before = asked.length
  await search!.settled()
  expect(asked.length).toBe(before)
})
