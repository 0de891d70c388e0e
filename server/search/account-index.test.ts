import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccountIndex, type AccountIndex } from './account-index'
import { openDatabase, type Database } from '../store/database'
import { openSearchIndex } from '../store/search/search-index'
import { createSearchSource } from '../store/search/search-source'
import { createStore, type Store } from '../store/store'

let database: Database
let store: Store
let accountId: number
let account: AccountIndex
/** How many milliseconds each reading of the clock takes. */
let tick = 0
let time = 0
beforeEach(() => {
  database = openDatabase(':memory:')
  store = createStore(database)
  accountId = store.accounts.ensureAccount('one', 1)
  tick = time = 0
  account = openAccountIndex({
    accountId,
    source: createSearchSource(database),
    index: openSearchIndex(undefined, accountId, 1_000),
    embedding: { kind: 'built-in' },
    now: () => (time += tick),
    onError(error) {
      throw error
    },
  })
})
afterEach(() => {
  account.close()
  store.close()
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
const write = (id: number, text: string) =>
  database.prepare('UPDATE documents SET content = ? WHERE id = ?').run(Buffer.from(text), id)
const LONG = Array.from(
  { length: 600 },
  (_, i) => `# Part ${i}\n\n${'The long way round the bay. '.repeat(20)}`,
)

test('[G4] a long document goes in pauses, and short ones do not wait for it', () => {
  const long = add(LONG.join('\n\n'))
  const short = add('capstan')
  account.refresh()
  expect([account.isDirty(long), account.isDirty(short)]).toEqual([true, true])
  tick = 10
  expect(account.indexChanges(25)).toBe(true)
  expect([account.isDirty(long), account.isDirty(short)]).toEqual([true, false])
  let slices = 0
  while (account.indexChanges(5)) slices++
  expect(slices).toBeGreaterThan(3)
  expect(account.isDirty(long)).toBe(false)
  expect(account.index.chunks.idsOfDocument(long)).toHaveLength(600)
})

test('[G4] a text of one block rests while it is read, before anything of it is written', () => {
  const long = add('a line\n'.repeat(100_000))
  account.refresh()
  tick = 10
  let slices = 0
  while (account.indexChanges(5) && account.index.chunks.idsOfDocument(long).length === 0) slices++
  expect(slices).toBeGreaterThan(10)
  while (account.indexChanges(5));
  expect(account.isDirty(long)).toBe(false)
})

test('[G4] a budget is a bound, and every call gets on', () => {
  for (let i = 0; i < 10; i++) add(`text ${i}`)
  account.refresh()
  tick = 1_000
  let calls = 1
  while (account.indexChanges(1)) calls++
  expect(calls).toBe(10)
})

test('[G4] a long document that changes, or goes, while it is indexed ends as it is then', async () => {
  const long = add(LONG.join('\n\n'))
  account.refresh()
  tick = 10
  account.indexChanges(5)
  account.indexChanges(5)
  write(long, LONG.slice(0, 3).join('\n\n'))
  while ((await account.step(false)) === 'worked');
  expect(account.index.chunks.ofDocument(long).map((chunk) => chunk.headingPath)).toEqual([
    ['Part 0'],
    ['Part 1'],
    ['Part 2'],
  ])
  write(long, LONG.join('\n\n'))
  account.refresh()
  account.indexChanges(5)
  store.documents.remove(accountId, long)
  while ((await account.step(false)) === 'worked');
  expect(account.index.chunks.count()).toBe(0)
  expect(account.isDirty(long)).toBe(false)
})

test('[G4] what it remembers as done is done: the position never passes a document that is not indexed yet', async () => {
  const first = add(LONG.join('\n\n'))
  add('short')
  account.refresh()
  tick = 10
  account.indexChanges(25)
  expect(account.index.position()).toBe(0)
  while ((await account.step(false)) === 'worked');
  expect(account.index.position()).toBe(2)
  expect(account.isDirty(first)).toBe(false)
})

test('[G4] a long document that is being written waits for a pause, but not for ever, and not where it is asked for', async () => {
  const long = add(LONG.join('\n\n'))
  account.refresh()
  while ((await account.step(false)) === 'worked');
  const chunks = () => account.index.chunks.idsOfDocument(long).length
  expect(chunks()).toBe(600)
  const short = add('capstan')
  write(long, LONG.slice(0, 500).join('\n\n'))
  let outcome: string
  while ((outcome = await account.step(false)) === 'worked');
  expect(outcome).toBe('waiting')
  expect([account.isDirty(long), account.isDirty(short), chunks()]).toEqual([true, false, 600])
  time += 1_000
  while ((await account.step(false)) === 'worked');
  expect([account.isDirty(long), chunks()]).toEqual([false, 500])

  for (const from = time; account.index.chunks.idsOfDocument(long).length === 500; time += 500) {
    expect(time - from).toBeLessThan(11_000)
    write(long, `${LONG.slice(0, 400).join('\n\n')}${time}`)
    while ((await account.step(false)) === 'worked');
  }
  expect(chunks()).toBe(400)

  write(long, LONG.slice(0, 300).join('\n\n'))
  account.refresh()
  while (account.indexChanges(50));
  expect(chunks()).toBe(300)
  write(long, LONG.slice(0, 200).join('\n\n'))
  while ((await account.step(true)) === 'worked');
  expect(chunks()).toBe(200)
})

test('a search finds what was written just now, though hundreds of moved documents wait to be indexed', () => {
  const ids = Array.from({ length: 300 }, (_, n) => add(`Text ${n}.`))
  account.refresh()
  while (account.indexChanges(1_000));
  for (const id of ids) database.prepare('UPDATE documents SET status = ? WHERE id = ?').run('published', id)
  const [first = 0] = ids
  write(first, 'A capstan.')
  account.refresh()
  tick = 10
  expect(account.indexChanges(40)).toBe(true)
  expect(account.isDirty(first)).toBe(false)
})
