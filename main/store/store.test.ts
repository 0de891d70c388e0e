import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createVirtualClock } from '../system/clock.virtual'
import { openDatabase, type Database } from './database'
import { createMemoryStore } from './store.memory'
import { storeContract, type Opened } from './store.contract'
import { createRows } from './rows'
import { createStore } from './store'
import { createVersionNotes } from './versions/version-notes'

function movableClock() {
  const clock = createVirtualClock()
  let at: number | undefined
  return { clock: { ...clock, now: () => at ?? clock.now() }, clockAt: (ms: number) => void (at = ms) }
}

describe('on SQLite', () => {
  const clearing: (() => void)[] = []
  afterEach(() => {
    for (const clear of clearing.splice(0).reverse()) clear()
  })
  storeContract(() => {
    const folder = mkdtempSync(join(tmpdir(), 'stet-'))
    const { clock, clockAt } = movableClock()
    clearing.push(() => rmSync(folder, { recursive: true, force: true }))
    let database: Database | undefined
    clearing.push(() => database?.close())
    const open = (): Opened => {
      database?.close()
      database = openDatabase(join(folder, 'library.db'))
      return { store: createStore(database, clock), reopen: open, clockAt }
    }
    return open()
  })
})

describe('in memory', () => {
  storeContract(() => {
    const { clock, clockAt } = movableClock()
    const store = createMemoryStore(clock)
    const opened: Opened = { store, reopen: () => opened, clockAt }
    return opened
  })
})

test('what a full disk does not take is refused with that reason, whichever part writes', () => {
  const database = openDatabase(':memory:')
  const store = createStore(database, createVirtualClock())
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
  database.exec(`PRAGMA max_page_count = ${pages}`)
  const long = 'words '.repeat(50_000)
  const writes: Readonly<Record<string, () => void>> = {
    rows: () => createRows(database).write({ kind: 'folder', id: 'f', body: { name: long } }),
    facts: () => store.facts.write('fact', long),
    views: () =>
      store.views.write('d', { view: { anchor: 0, head: 0, scrollTop: 0, history: long }, fingerprint: '' }),
    'version notes': () => createVersionNotes(database).put('d', 'v', { name: long, starred: false }),
  }
  for (const [part, write] of Object.entries(writes))
    expect(write, part).toThrow('The disk is full, or does not take what is written.')
  database.close()
})
