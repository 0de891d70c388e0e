import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app'
import { systemRandom } from '../http/settings'
import { freshFolder } from '../testing/service.spawned'
import { databaseIn, makeKeyOfApp, openLibrary, searchFolderIn, type Library } from './library'
import { seed } from './seed'

const ACCOUNT = 'default'
const DOCUMENTS = 8
const wordsOf = (n: number, state: number) => `Words of ${n}, state ${state}. `.repeat(60)
const STATES = new Set(
  Array.from({ length: DOCUMENTS }, (_none, n) => [wordsOf(n, 0), wordsOf(n, 1), wordsOf(n, 2)]).flat(),
)

interface Read {
  readonly status: number
  readonly body: {
    readonly data: never
    readonly message?: string
    readonly meta?: { readonly total: number }
  }
}

/** Sends requests to a library as the app does. */
function askerOf({ store, blobs }: Library) {
  const key = makeKeyOfApp(store, ACCOUNT, Date.now, systemRandom)
  const app = createApp({ store, blobs, onError: () => {} })
  return async (
    method: string,
    path: string,
    json?: object,
    etag?: string,
  ): Promise<Read & { etag: string }> => {
    const headers = {
      'X-API-Key': key,
      ...(json && { 'Content-Type': 'application/json' }),
      ...(etag !== undefined && { 'If-Match': etag }),
    }
    const init = { method, headers, ...(json && { body: JSON.stringify(json) }) }
    const response = await app(new Request(`http://service/api/v1${path}`, init))
    const text = await response.text()
    const body = (text === '' ? {} : JSON.parse(text)) as Read['body']
    return { status: response.status, body, etag: response.headers.get('etag') ?? '' }
  }
}

let made: string
let whole: Buffer
let folder: string
let file: string

beforeAll(async () => {
  made = freshFolder()
  const library = openLibrary(made)
  const ask = askerOf(library)
  const tag = (await ask('POST', '/tags', { name: 'salt' })).body.data as { id: number }
  const place = (await ask('POST', '/folders', { name: 'Chapters' })).body.data as { id: number }
  for (let n = 0; n < DOCUMENTS; n++) {
    const draft = { title: `Document ${n}`, content: wordsOf(n, 0), status: 'draft' }
    const added = await ask('POST', '/documents', { ...draft, folder_id: place.id, tag_ids: [tag.id] })
    const path = `/documents/${(added.body.data as { id: number }).id}`
    const { etag } = await ask('PUT', path, { content: wordsOf(n, 1) }, added.etag)
    await ask('PUT', path, { content: wordsOf(n, 2) }, etag)
  }
  library.close()
  whole = readFileSync(databaseIn(made))
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

beforeEach(() => {
  folder = freshFolder()
  file = databaseIn(folder)
  return () => rmSync(folder, { recursive: true, force: true })
})

const PAGE = 4096
const pageCount = () => whole.length / PAGE

function put(bytes: Uint8Array): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(file, bytes)
}

const asideNames = () => readdirSync(folder).filter((name) => name.includes('.damaged-'))

/** Checks that every shown document was once written, that none is shown twice, and that the library is writable. */
async function expectSound(library: Library, name: string): Promise<number> {
  const ask = askerOf(library)
  const seen = new Map<number, string>()
  for (let page = 1; ; page++) {
    const list = await ask('GET', `/documents?per_page=100&page=${page}`)
    expect(list.status, name).toBe(200)
    const rows = list.body.data as { id: number; title: string }[]
    for (const { id, title } of rows) {
      expect(seen.has(id), `${name}: ${title} twice`).toBe(false)
      seen.set(id, title)
    }
    if (rows.length < 100) break
  }
  for (const [id, title] of seen) {
    const one = await ask('GET', `/documents/${id}`)
    expect(one.status, `${name}: ${title}`).toBe(200)
    expect(STATES.has((one.body.data as { content: string }).content), `${name}: ${title}`).toBe(true)
    const versions = await ask('GET', `/documents/${id}/versions`)
    expect(versions.status, `${name}: ${title}`).toBe(200)
    for (const version of versions.body.data as { id: number }[])
      expect((await ask('GET', `/documents/${id}/versions/${version.id}`)).status, name).toBe(200)
  }
  const added = await ask('POST', '/documents', { title: 'New', content: 'New words.', status: 'draft' })
  expect(added.status, name).toBe(201)
  expect(seen.has((added.body.data as { id: number }).id)).toBe(false)
  return seen.size
}

/** Opens the files in the folder and returns how many documents there are; none where it reports that it cannot. */
async function opened(bytes: Uint8Array, name: string): Promise<number> {
  let library: Library
  try {
    library = openLibrary(folder, ACCOUNT)
  } catch (error) {
    expect((error as Error).message, name).toMatch(/^The library at .* (is damaged|is empty)[^.]*\..*$/)
    expect(readFileSync(file).equals(bytes), name).toBe(true)
    expect(readdirSync(folder).sort(), name).toEqual(['content.sqlite', 'lock.sqlite'])
    return 0
  }
  try {
    if (library.recovered === undefined) expect(asideNames(), name).toEqual([])
    else expect(readFileSync(library.recovered.aside).equals(bytes), name).toBe(true)
    const documents = await expectSound(library, name)
    if (library.recovered !== undefined) expect(documents, name).toBe(library.recovered.documents)
    // The sample library is only for a library that was never written to.
    const account = library.store.accounts.ensureAccount(ACCOUNT, Date.now())
    expect(seed(library.store, account, [], Date.now()), name).toBe(false)
    return documents
  } finally {
    library.close()
  }
}

test.each(['cut at', 'empty at', 'another in the place of', 'exchanged'])(
  '%s each page: it opens with what can be read, or says that nothing can; the damaged file is kept as it is',
  async (damage) => {
    const found: number[] = []
    const step = damage === 'cut at' || damage === 'empty at' ? 1 : 3
    for (let page = 1; page < pageCount(); page += step) {
      const other = (page * 7 + 3) % pageCount()
      if (other === page) continue
      const [here, there] = [page * PAGE, other * PAGE]
      let bytes = Buffer.from(whole)
      if (damage === 'cut at') bytes = bytes.subarray(0, page % 5 === 0 ? here + 100 : here)
      else if (damage === 'empty at') bytes.fill(0, here, here + PAGE)
      else {
        whole.copy(bytes, here, there, there + PAGE)
        if (damage === 'exchanged') whole.copy(bytes, there, here, here + PAGE)
      }
      put(bytes)
      found.push(await opened(bytes, `${damage} ${page} (${other})`))
    }
    expect(Math.max(...found)).toBe(DOCUMENTS)
    expect(found.filter((count) => count > 0).length).toBeGreaterThan(found.length / 3)
  },
)

test.each(['its log', 'its search index'])(
  'empty beside %s: it was not always so, and nothing of it is touched',
  (beside) => {
    put(Buffer.alloc(0))
    const other = beside === 'its log' ? `${file}-wal` : join(searchFolderIn(folder), 'index')
    mkdirSync(searchFolderIn(folder), { recursive: true })
    writeFileSync(other, 'What is left. '.repeat(1000))
    for (const account of [ACCOUNT, undefined])
      expect(() => openLibrary(folder, account)).toThrow(/is empty, though it was not always so/)
    expect(readFileSync(file)).toHaveLength(0)
    expect(readFileSync(other, 'utf8')).toContain('What is left.')
  },
)

test('a service that a person runs leaves a damaged library to that person', () => {
  const bytes = Buffer.from(whole)
  bytes.fill(0, 5 * PAGE, 6 * PAGE)
  put(bytes)
  expect(() => openLibrary(folder)).toThrow(/is damaged and was left untouched/)
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('a lock that is damaged holds nothing, and is made anew', () => {
  put(whole)
  writeFileSync(join(folder, 'lock.sqlite'), 'no database at all '.repeat(400))
  openLibrary(folder, ACCOUNT).close()
  openLibrary(folder, ACCOUNT).close()
  expect(asideNames()).toEqual([])
})

test('killed between its renames: the next start has the new library, and the old log beside the old one', async () => {
  const bytes = Buffer.from(whole)
  bytes.fill(0xee, 8 * PAGE, 9 * PAGE)
  put(bytes)
  const library = openLibrary(folder, ACCOUNT)
  const { documents } = library.recovered!
  library.close()
  const [aside] = asideNames()
  renameSync(file, `${file}.recovered`)
  writeFileSync(`${file}-wal`, 'The log of the old one.')
  const again = openLibrary(folder, ACCOUNT)
  expect(again.recovered).toBeUndefined()
  expect(await expectSound(again, 'again')).toBe(documents)
  again.close()
  expect(readFileSync(join(folder, aside!)).equals(bytes)).toBe(true)
  const log = asideNames().find((name) => name.endsWith('-wal'))
  expect(readFileSync(join(folder, log!), 'utf8')).toBe('The log of the old one.')
})

test('twice in one day: neither file takes the place of the other, and no id is given out again', async () => {
  const ids: number[] = []
  put(whole)
  for (let time = 0; time < 2; time++) {
    const bytes = readFileSync(file)
    bytes.fill(0xee, 8 * PAGE, 9 * PAGE)
    writeFileSync(file, bytes)
    const library = openLibrary(folder, ACCOUNT)
    const added = await askerOf(library)('POST', '/documents', {
      title: 'New',
      content: 'N',
      status: 'draft',
    })
    ids.push((added.body.data as { id: number }).id)
    library.close()
  }
  expect(asideNames()).toHaveLength(2)
  expect(ids[1]).toBeGreaterThan(ids[0]!)
  expect(ids[0]).toBeGreaterThan(1_000_000)
  expect(existsSync(`${file}.recovered`)).toBe(false)
})
