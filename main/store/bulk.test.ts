import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createVirtualClock } from '../system/clock.virtual'
import { createBulk } from './bulk'
import { LOG_BYTES, openDatabase, type Database } from './database'
import { createFacts } from './facts'

let folder: string
let file: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-'))
  file = join(folder, 'library.db')
  database = openDatabase(file)
})
afterEach(() => rmSync(folder, { recursive: true }))

const logBytes = (): number => {
  const numberOf = (pragma: string) =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>)[0])
  return numberOf('page_size') * numberOf('wal_autocheckpoint')
}

const LONG = 'The mast stands. '.repeat(10_000)

test('while much is written the log may grow, and a thread brings it into the file', async () => {
  const clock = createVirtualClock()
  const bulk = createBulk(database, clock)
  const facts = createFacts(database)
  let finish = () => {}
  const written = bulk.during(async () => {
    for (let n = 0; n < 20; n++) facts.write(`text ${n}`, LONG)
    await new Promise<void>((resolve) => (finish = resolve))
    return 'all'
  })
  expect(logBytes()).toBeGreaterThan(LOG_BYTES)
  expect(statSync(file).size).toBeLessThan(LONG.length)
  await clock.advance(1_000)
  await bulk.close()
  expect(statSync(file).size).toBeGreaterThan(20 * LONG.length)
  finish()
  expect(await written).toBe('all')
  expect(facts.read('text 19')).toBe(LONG)
  database.close()
})

test('afterwards the log is as short as before, and what fails in it fails', async () => {
  const clock = createVirtualClock()
  const bulk = createBulk(database, clock)
  const within = async <T>(work: () => Promise<T>) => bulk.during(() => bulk.during(work))
  await expect(within(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
  await new Promise((resolve) => setImmediate(resolve))
  expect(logBytes()).toBe(LOG_BYTES)
  await bulk.close()
  expect(await bulk.during(() => Promise.resolve(logBytes()))).toBe(LOG_BYTES)
  database.close()
})
