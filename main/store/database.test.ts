import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from './database'
import { createFacts } from './facts'
import { openWordsIndex } from './words-index'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-'))
  file = join(folder, 'library.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const numberOf = (database: Database, pragma: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>)[0])

test('a library begun with smaller pages keeps them and what it holds, and its log grows no longer than that of a new one', () => {
  const old = new DatabaseSync(file)
  old.exec('PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; VACUUM')
  old.close()
  const first = openDatabase(file)
  createFacts(first).write('kept', { words: 'as they were' })
  first.close()
  const again = openDatabase(file)
  const fresh = openDatabase(join(folder, 'fresh.db'))
  expect([numberOf(again, 'page_size'), numberOf(fresh, 'page_size')]).toEqual([4_096, 16_384])
  expect(createFacts(again).read('kept')).toEqual({ words: 'as they were' })
  const logBytes = (database: Database) =>
    numberOf(database, 'page_size') * numberOf(database, 'wal_autocheckpoint')
  expect(logBytes(again)).toBe(logBytes(fresh))
  again.close()
  fresh.close()
})

test('[L9] a library is its owner’s alone, with its log, one that was open to others too', () => {
  const before = process.umask(0)
  try {
    const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
    const path = join(folder, 'deep', 'library.db')
    const first = openDatabase(path)
    createFacts(first).write('kept', {})
    expect(['deep', 'deep/library.db', 'deep/library.db-wal'].map(modeOf)).toEqual(['700', '600', '600'])
    first.close()
    chmodSync(path, 0o644)
    openDatabase(path).close()
    expect(modeOf('deep/library.db')).toBe('600')
    openWordsIndex(join(folder, 'words.db')).close()
    expect(modeOf('words.db')).toBe('600')
  } finally {
    process.umask(before)
  }
})

test('on a disk without the memory that connections share nothing is opened, and it is said why', () => {
  // A pipe in its place cannot be mapped either.
  execFileSync('mkfifo', [`${file}-shm`])
  expect(() => openDatabase(file)).toThrow(
    /^The disk that holds .*library\.db does not let several parts of Stet use a file/,
  )
  rmSync(`${file}-shm`)
  openDatabase(file).close()
})
