import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createVirtualClock } from '../system/clock.virtual'
import { newDocument, pulledDocument } from '../documents/core/initial'
import type { WorkingCopy } from '../documents/core/working-copy'
import { openDatabase, transaction, type Database } from './database'
import { openOrRecover, type Opened } from './recovery'
import { createStore, type Store } from './store'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-'))
  file = join(folder, 'library.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = createVirtualClock(Date.UTC(2026, 10, 21))
const row = (copy: WorkingCopy, pending: boolean) => ({
  id: copy.id,
  title: `Title of ${copy.id}`,
  excerpt: '',
  folderId: null,
  tagIds: [],
  status: 'draft',
  phase: copy.phase,
  hidden: false,
  editedSincePublished: false,
  pending,
  hasText: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...(copy.remoteId !== undefined && { remoteId: copy.remoteId }),
})

/** A library of saved documents and a few unsaved ones, each with words of its own. */
function fill(store: Store, documents: number): void {
  for (let n = 0; n < documents; n++) {
    const seen = { text: `Saved words ${n}. `.repeat(200), fields: { title: `T${n}` }, etag: `"${n}"` }
    const copy =
      n % 5 === 0
        ? newDocument(`d${n}`, { text: `Unsaved words ${n}. ` })
        : pulledDocument(`d${n}`, `${n}`, seen)
    store.journal.write(copy)
    store.table.put(row(copy, n % 5 === 0), true)
    if (n % 5 === 0)
      for (let step = 0; step < 3; step++)
        store.journal.append(copy.id, [{ from: 0, to: 0, insert: `Typed ${n}-${step}. ` }])
  }
  store.snapshots.keep({
    kind: 'snapshot',
    reason: 'Yours, before a merge',
    title: 'Old',
    text: 'Kept before a merge.',
  })
}

function filled(documents: number): void {
  const database = openDatabase(file)
  const store = createStore(database, clock)
  store.transaction(() => fill(store, documents))
  database.close()
}

const recoveredTexts = ({ database }: Opened): string[] => {
  const { snapshots } = createStore(database, clock)
  return snapshots.list().map(({ id }) => snapshots.read(id)!.text)
}

/** The page size of a new library (database.ts). */
const PAGE_BYTES = 16_384

describe('a damaged library', () => {
  test('is set aside under a name that says so; unsaved words and snapshots come into the recovered texts', () => {
    filled(100)
    // A page in the middle is damaged: all others can be found from both ends.
    const bytes = readFileSync(file)
    bytes.fill(0xee, 10 * PAGE_BYTES, 11 * PAGE_BYTES)
    writeFileSync(file, bytes)
    const opened = openOrRecover(file, clock)
    expect(opened.recovered?.aside).toBe(`${file}.damaged-2026-11-21`)
    expect(readFileSync(opened.recovered!.aside).equals(bytes)).toBe(true)
    const texts = recoveredTexts(opened)
    expect(texts.filter((text) => text.includes('Unsaved words')).length).toBeGreaterThan(15)
    const whole = /^Typed (\d+)-2\. Typed \1-1\. Typed \1-0\. Unsaved words \1\. $/
    expect(texts.filter((text) => whole.test(text)).length).toBeGreaterThan(15)
    expect(texts).toContain('Kept before a merge.')
    opened.database.close()
    expect(openOrRecover(file, clock).recovered).toBeUndefined()
  })

  test('cut in half: what the half that is left holds comes into the recovered texts', () => {
    filled(500)
    truncateSync(file, Math.floor(readFileSync(file).length / 2 / PAGE_BYTES) * PAGE_BYTES)
    const bytes = readFileSync(file)
    const opened = openOrRecover(file, clock)
    expect(readFileSync(opened.recovered!.aside).equals(bytes)).toBe(true)
    expect(opened.recovered!.texts).toBeGreaterThan(5)
    expect(recoveredTexts(opened).filter((text) => text.includes('Unsaved words')).length).toBeGreaterThan(5)
    opened.database.close()
  })

  test.each(['a log', 'an index of words'])(
    'empty beside %s: it was not always so, and nothing of it is touched',
    (beside) => {
      filled(10)
      const other = join(folder, beside === 'a log' ? 'library.db-wal' : 'words.db')
      writeFileSync(other, 'What is left. '.repeat(1000))
      truncateSync(file, 0)
      const opened = openOrRecover(file, clock)
      expect(opened.recovered).toMatchObject({ texts: 0 })
      const left = beside === 'a log' ? `${opened.recovered!.aside}-wal` : other
      expect(readFileSync(left, 'utf8')).toContain('What is left.')
      opened.database.close()
    },
  )

  test('an empty file alone is the beginning of a library that was never opened', () => {
    writeFileSync(file, '')
    const opened = openOrRecover(file, clock)
    expect(opened.recovered).toBeUndefined()
    opened.database.close()
  })

  test.each(['truncated to half', 'no database at all', 'empty pages'])(
    '%s: a new one begins, the old file stays',
    (damage) => {
      filled(60)
      if (damage === 'truncated to half')
        truncateSync(file, Math.floor(readFileSync(file).length / 2 / PAGE_BYTES) * PAGE_BYTES + 100)
      else if (damage === 'empty pages')
        writeFileSync(
          file,
          Buffer.concat([readFileSync(file).subarray(0, 2 * PAGE_BYTES), Buffer.alloc(400_000)]),
        )
      else writeFileSync(file, 'This is a letter, not a database. '.repeat(1000))
      const opened = openOrRecover(file, clock)
      expect(opened.recovered).toBeDefined()
      expect(existsSync(opened.recovered!.aside)).toBe(true)
      const store = createStore(opened.database, clock)
      store.journal.write(newDocument('new', { text: 'goes on' }))
      expect(store.journal.read('new')).toMatchObject({ kind: 'kept' })
      opened.database.close()
    },
  )

  test('cut at any page, and within one: it always opens, says so, and keeps what is left as it is', () => {
    filled(40)
    const whole = readFileSync(file)
    const pages = whole.length / PAGE_BYTES
    const written = new Set(
      Array.from({ length: 40 }, (_none, n) => [
        `Typed ${n}-2. Typed ${n}-1. Typed ${n}-0. Unsaved words ${n}. `,
        `Typed ${n}-1. Typed ${n}-0. Unsaved words ${n}. `,
        `Typed ${n}-0. Unsaved words ${n}. `,
        `Unsaved words ${n}. `,
        `Saved words ${n}. `.repeat(200),
      ]).flat(),
    ).add('Kept before a merge.')
    const found: number[] = []
    for (let page = 0; page < pages; page++)
      for (const bytes of [page * PAGE_BYTES, ...(page % 5 === 0 ? [page * PAGE_BYTES + 100] : [])]) {
        for (const name of readdirSync(folder)) rmSync(join(folder, name))
        writeFileSync(file, whole.subarray(0, bytes))
        writeFileSync(join(folder, 'words.db'), '')
        const opened = openOrRecover(file, clock)
        expect(opened.recovered, `${bytes} bytes`).toBeDefined()
        expect(readFileSync(opened.recovered!.aside).equals(whole.subarray(0, bytes))).toBe(true)
        const texts = recoveredTexts(opened)
        expect(texts.filter((text) => !written.has(text))).toEqual([])
        found.push(texts.length)
        opened.database.close()
      }
    expect(Math.max(...found)).toBeGreaterThan(5)
  })

  test('twice in one day: neither file takes the place of the other', () => {
    for (const words of ['first', 'second']) {
      rmSync(file, { force: true })
      writeFileSync(file, `${words} `.repeat(2000))
      openOrRecover(file, clock).database.close()
    }
    expect(
      readdirSync(folder)
        .filter((name) => name.includes('damaged'))
        .sort(),
    ).toEqual(['library.db.damaged-2026-11-21', 'library.db.damaged-2026-11-21-2'])
  })

  test('bytes flipped anywhere: it always opens, and every unsaved text is whole, quarantined, or in the file set aside', () => {
    filled(40)
    const whole = join(folder, 'whole.db')
    copyFileSync(file, whole)
    const size = readFileSync(file).length
    let state = 20261121
    const next = (below: number) => (state = (Math.imul(state, 48271) >>> 0) % 0x7fffffff) % below
    expect(size).toBeGreaterThan(0)
    for (let round = 0; round < 60; round++) {
      for (const name of readdirSync(folder)) if (name.startsWith('library.db')) rmSync(join(folder, name))
      const bytes = readFileSync(whole)
      for (let flips = 0; flips < 8; flips++) bytes[next(size)]! ^= 1 << next(8)
      writeFileSync(file, bytes)
      const opened = openOrRecover(file, clock)
      const store = createStore(opened.database, clock)
      if (!opened.recovered)
        for (let n = 0; n < 40; n += 5) {
          const id = `d${n}`
          const found = store.table.get(id) && store.journal.read(id)
          const words = `Typed ${n}-2. Typed ${n}-1. Typed ${n}-0. Unsaved words ${n}. `
          if (found?.kind === 'kept') expect(found.typed, `round ${round}`).toBe(words)
          else expect(store.snapshots.list().length, `round ${round}`).toBeGreaterThan(1)
        }
      opened.database.close()
    }
  })
})

describe('a journal row that cannot be read', () => {
  let database: Database
  let store: Store
  beforeEach(() => {
    database = openDatabase(file)
    store = createStore(database, clock)
    const base = pulledDocument('a', '7', { text: 'Base words. ', fields: {}, etag: '"1"' })
    const copy: WorkingCopy = { ...base, mine: { ...base.mine, text: 'My own words. ' }, phase: 'dirty' }
    store.journal.write(copy)
    store.table.put(row(copy, true), true)
    for (const insert of ['one ', 'two ', 'three ']) store.journal.append('a', [{ from: 0, to: 0, insert }])
  })
  afterEach(() => database.close())

  const again = () => {
    database.close()
    database = openDatabase(file)
    store = createStore(database, clock)
    return store
  }
  const quarantined = () => store.snapshots.list('a').map(({ id }) => store.snapshots.read(id)!.text)

  test('[W16] the head: all texts are kept, and the title they had', () => {
    database.exec("UPDATE heads SET body = CAST(replace(body, 'dirty', 'clean') AS BLOB)")
    expect(again().journal.read('a')).toEqual({ kind: 'quarantined' })
    expect(quarantined()).toContain('three two one My own words. ')
    expect(quarantined()).toContain('Base words. ')
    expect(store.snapshots.list('a')[0]).toMatchObject({ kind: 'quarantine', title: 'Title of a' })
    expect(store.journal.read('a')).toBeUndefined()
  })

  test('[W16] a text: what is left of it is shown as it is', () => {
    database.exec(
      "UPDATE texts SET body = CAST(replace(body, 'own', 'ow\u00ff') AS BLOB) WHERE CAST(body AS TEXT) LIKE 'My%'",
    )
    expect(again().journal.read('a')).toEqual({ kind: 'quarantined' })
    expect(quarantined().some((text) => text.startsWith('My ow'))).toBe(true)
    expect(quarantined().some((text) => text.includes('three '))).toBe(true)
  })

  test('[W16] a change: the text up to it, and the later changes beside it', () => {
    database.exec("UPDATE changes SET body = CAST(replace(body, 'two', 'tow') AS BLOB) WHERE number = 2")
    expect(again().journal.read('a')).toEqual({ kind: 'quarantined' })
    expect(quarantined()).toContain('one My own words. ')
    expect(quarantined().some((text) => text.includes('three '))).toBe(true)
  })

  test('[W16] one that is missing from the middle', () => {
    database.exec('DELETE FROM changes WHERE number = 2')
    expect(again().journal.read('a')).toEqual({ kind: 'quarantined' })
    expect(quarantined()).toContain('one My own words. ')
  })

  test('[W16] one that stands in the place of another', () => {
    database.exec(
      `UPDATE texts SET body = (SELECT body FROM texts WHERE CAST(body AS TEXT) LIKE 'Base%'),
         row_check = (SELECT row_check FROM texts WHERE CAST(body AS TEXT) LIKE 'Base%') WHERE CAST(body AS TEXT) LIKE 'My%'`,
    )
    expect(again().journal.read('a')).toEqual({ kind: 'quarantined' })
  })

  test('[W16] rows that stand under another document', () => {
    database.exec("UPDATE heads SET document_id = 'b'; UPDATE texts SET document_id = 'b'")
    expect(again().journal.read('b')).toEqual({ kind: 'quarantined' })
  })
})

test('a full disk fails the transaction as a whole and says so; with room again it goes on', () => {
  const database = openDatabase(file)
  const store = createStore(database, clock)
  const copy = newDocument('a', { text: 'one' })
  store.journal.write(copy)
  const pages = (database.prepare('PRAGMA page_count').get() as { page_count: number }).page_count
  database.exec(`PRAGMA max_page_count = ${pages + 2}`)
  const large = 'x'.repeat(100_000)
  expect(() =>
    transaction(database, () => {
      store.journal.append('a', [{ from: 3, to: 3, insert: ' two' }])
      store.journal.append('a', [{ from: 0, to: 0, insert: large }])
    }),
  ).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ code: 'storage-full' }) as object,
    }) as Error,
  )
  database.exec('PRAGMA max_page_count = 1000000')
  store.journal.append('a', [{ from: 3, to: 3, insert: ' 2' }])
  database.close()
  const reopened = openDatabase(file)
  expect(createStore(reopened, clock).journal.read('a')).toEqual({ kind: 'kept', copy, typed: 'one 2' })
  reopened.close()
})
