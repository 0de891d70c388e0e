import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe } from 'vitest'
import { createVirtualClock } from '../clock.virtual'
import { openDatabase, type Database } from './database'
import { createMemoryStore } from './store.memory'
import { storeContract, type Opened } from './store.contract'
import { createStore } from './store'

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
