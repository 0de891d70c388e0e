import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../shared/problem'
import { openDatabase, transaction } from './database'
import { MIGRATIONS } from './migrations'
import { createStore } from './store'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-'))
  path = join(folder, 'content.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const problemOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.problem
    throw error
  }
  throw new Error('expected a failure')
}

test('[G1] a new database is in WAL mode, fully synchronous, with foreign keys', () => {
  const database = openDatabase(path)
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0]
  expect(pragma('journal_mode')).toBe('wal')
  expect(pragma('synchronous')).toBe(2)
  expect(pragma('foreign_keys')).toBe(1)
  database.close()
})

test('[G1] the log of writes is tidied at rest, not while writes come', () => {
  const store = createStore(openDatabase(path))
  const write = (name: string) => store.transaction(() => store.accounts.ensureAccount(name, 0))
  const isInDatabase = (name: string) => readFileSync(path).includes(name)
  write('harbour')
  store.tidyAtRest()
  write('lighthouse')
  store.tidyAtRest()
  expect(isInDatabase('harbour')).toBe(false)
  store.tidyAtRest()
  expect([isInDatabase('harbour'), isInDatabase('lighthouse')]).toEqual([true, true])
  store.close()
})

test('[G1] migrations run once, in order, and a later one is added to what is there', () => {
  openDatabase(path).close()
  const more = [...MIGRATIONS, { id: '9999-test', sql: 'CREATE TABLE later (id INTEGER)' }]
  openDatabase(path, { migrations: more }).close()
  const database = openDatabase(path, { migrations: more })
  const rows = database.prepare('SELECT id FROM migrations ORDER BY position').all() as { id: string }[]
  expect(rows.map((row) => row.id)).toEqual(more.map((migration) => migration.id))
  database.close()
})

test('[G1] a migration that fails leaves nothing of itself behind', () => {
  openDatabase(path).close()
  const broken = [...MIGRATIONS, { id: '9999-test', sql: 'CREATE TABLE half (id INTEGER); bogus' }]
  expect(problemOf(() => openDatabase(path, { migrations: broken })).code).toBe('storage-failed')
  const database = openDatabase(path)
  expect(database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
  database.close()
})

test('a database of a newer version or of another program is refused and left as it is', () => {
  openDatabase(path, { migrations: [...MIGRATIONS, { id: '9999-future', sql: '' }] }).close()
  expect(problemOf(() => openDatabase(path)).message).toContain('newer version')
  const other = join(folder, 'other.sqlite')
  const foreign = new DatabaseSync(other)
  foreign.exec('CREATE TABLE theirs (id INTEGER)')
  foreign.close()
  expect(problemOf(() => openDatabase(other)).message).toContain('another program')
})

test('[G1] a damaged database is refused with one sentence and not a byte of it changes', () => {
  const database = openDatabase(path)
  database.exec("INSERT INTO accounts (name, created_at) VALUES ('a', 1)")
  database.close()
  const whole = readFileSync(path)
  for (const damage of [
    () => truncateSync(path, Math.floor(whole.length / 2)),
    () => writeFileSync(path, whole.fill(0x5a, 4096, whole.length - 4096)),
    () => writeFileSync(path, 'this is not a database, only a text that somebody put in its place'),
  ]) {
    damage()
    const before = readFileSync(path)
    const found = problemOf(() => openDatabase(path))
    expect(found.code).toBe('damaged')
    expect(found.message).toContain('left untouched')
    expect(readFileSync(path).equals(before)).toBe(true)
  }
})

test('a transaction that throws leaves nothing behind, and the next one works', () => {
  const database = openDatabase(':memory:')
  const add = (name: string) =>
    database.prepare('INSERT INTO accounts (name, created_at) VALUES (?, 1)').run(name)
  expect(() =>
    transaction(database, () => {
      add('gone')
      throw new Error('stop')
    }),
  ).toThrow('stop')
  transaction(database, () => add('kept'))
  expect(database.prepare('SELECT name FROM accounts').all()).toEqual([{ name: 'kept' }])
  database.close()
})
