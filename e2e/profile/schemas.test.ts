import { DatabaseSync } from '@photostructure/sqlite'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase as openLibrary } from '../../main/store/database'
import { MIGRATIONS as LIBRARY } from '../../main/store/migrations'
import { createStore } from '../../main/store/store'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { MIGRATIONS as CONTENT } from '../../server/store/migrations'
import { openDatabase as openContent } from '../../server/store/database'
import { openMemoryService } from '../../server/testing/app.memory'
import { API_PREFIX } from '../../shared/api/api-prefix'
import { ABILITIES } from '../../shared/terms'
import { freshFolder, removeFolder } from '../paths'
import { SAVED, UNSENT } from './sample'

/** Called before each statement that any database executes. */
const statements = vi.hoisted((): { before: (() => void) | undefined } => ({ before: undefined }))

vi.mock(import('@photostructure/sqlite'), async (original) => {
  const library = await original()
  class Watched extends library.DatabaseSync {
    override exec(sql: string): void {
      // A database in memory leaves no files.
      if (statements.before === undefined || this.location() === null) return super.exec(sql)
      for (const one of sql.split(/(?<=;)\s*\n/)) {
        statements.before()
        super.exec(one)
      }
    }
  }
  return { ...library, DatabaseSync: Watched as unknown as typeof library.DatabaseSync }
})

// Databases written by versions of Stet since the first package, each opened by today's version.

const FIXTURES = path.join(import.meta.dirname, 'fixtures')
const fixtures = (kind: string) => fs.readdirSync(FIXTURES).filter((name) => name.startsWith(`${kind}-`))

let folder: string
let file: string
beforeEach(() => {
  folder = freshFolder('schemas')
  file = path.join(folder, 'library.db')
})
const kept: string[] = []
afterEach(() => [folder, ...kept.splice(0)].forEach(removeFolder))

/** Creates the database of a fixture again. */
function restore(name: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(fs.readFileSync(path.join(FIXTURES, name), 'utf8'))
  database.close()
}

/**
 * Copies of a folder before each statement that `work` executes, which are the files that a SIGKILL at that moment
 * would leave. Calls with several statements are also interrupted between those statements.
 */
function momentsOf(from: string, work: () => void): readonly string[] {
  const moments: string[] = []
  const keep = () => {
    const moment = path.join(freshFolder('moment'), 'profile')
    kept.push(path.dirname(moment))
    fs.cpSync(from, moment, { recursive: true })
    // The file is shared memory of processes, and is created again after the last of them has ended.
    for (const name of fs.readdirSync(moment)) if (name.endsWith('-shm')) fs.rmSync(path.join(moment, name))
    moments.push(moment)
  }
  statements.before = keep
  try {
    work()
  } finally {
    statements.before = undefined
  }
  keep()
  return moments
}

const copies = () => fs.readdirSync(folder).filter((name) => name.includes('.before-'))

function expectLibrary(database: ReturnType<typeof openLibrary>): void {
  const { journal, facts } = createStore(database, createVirtualClock())
  expect(journal.read('tides')).toMatchObject({
    kind: 'kept',
    copy: { mine: { text: SAVED }, phase: 'clean' },
  })
  expect(journal.read('unsent')).toMatchObject({
    kind: 'kept',
    copy: { mine: { text: UNSENT }, phase: 'dirty' },
  })
  expect(facts.read('kept')).toEqual({ words: 'as they were' })
}

test('today’s forms are among the fixtures', () => {
  expect(fixtures('library')).toContain(`library-${LIBRARY.at(-1)?.id}.sql`)
  expect(fixtures('content')).toContain(`content-${CONTENT.at(-1)?.id}.sql`)
})

describe('the library of this device', () => {
  test.each(fixtures('library'))('%s is opened with every word', (name) => {
    restore(name)
    const database = openLibrary(file)
    expectLibrary(database)
    database.close()
  })

  const later = (sql: string) => ({ migrations: [...LIBRARY, { id: '9999-later', sql }] })

  test.each(fixtures('library'))('%s is kept as it was before a later version changes it', (name) => {
    restore(name)
    const database = openLibrary(file, later('CREATE TABLE later (id TEXT) STRICT'))
    expectLibrary(database)
    database.close()
    const [copy = ''] = copies()
    expect(copies()).toHaveLength(1)
    const before = openLibrary(path.join(folder, copy))
    expectLibrary(before)
    before.close()
  })

  test('a change that fails leaves every word as it was, and is tried again', () => {
    restore(fixtures('library').at(-1) ?? '')
    expect(() => openLibrary(file, later('DELETE FROM texts; SELECT * FROM nowhere'))).toThrow(
      'no such table: nowhere',
    )
    const database = openLibrary(file)
    expectLibrary(database)
    database.close()
    openLibrary(file, later('CREATE TABLE later (id TEXT) STRICT')).close()
    expect(copies()).toEqual(['library.db.before-9999-later'])
  })

  test('an app that is killed before any statement of a start or of a migration goes on from there with every word', () => {
    restore(fixtures('library').at(-1) ?? '')
    const migrations = {
      migrations: [
        ...LIBRARY,
        {
          id: '9998-more',
          sql: 'CREATE TABLE more (id TEXT) STRICT;\nINSERT INTO more SELECT document_id FROM heads;',
        },
        {
          id: '9999-most',
          sql: 'ALTER TABLE more ADD COLUMN words TEXT;\nUPDATE more SET words = id;\nCREATE INDEX by_words ON more(words);',
        },
      ],
    }
    const moments = momentsOf(folder, () => openLibrary(file, migrations).close())
    expect(moments.length).toBeGreaterThan(15)
    for (const moment of moments) {
      const database = openLibrary(path.join(moment, 'library.db'), migrations)
      expectLibrary(database)
      expect(database.prepare('SELECT words FROM more ORDER BY words').all()).toEqual([
        { words: 'tides' },
        { words: 'unsent' },
      ])
      database.close()
    }
  })

  test('only the last copy is kept, and half of one for none', () => {
    restore(fixtures('library').at(-1) ?? '')
    fs.writeFileSync(`${file}.before-0001-long-ago`, 'an earlier copy')
    fs.writeFileSync(`${file}.before-9999-later.part`, 'half of a copy')
    openLibrary(file, later('CREATE TABLE later (id TEXT) STRICT')).close()
    expect(copies()).toEqual(['library.db.before-9999-later'])
    if (process.platform !== 'win32')
      expect(fs.statSync(path.join(folder, copies()[0] ?? '')).mode & 0o777).toBe(0o600)
  })

  test('a new library, and one that nothing has to change in, is not copied', () => {
    openLibrary(file).close()
    openLibrary(file).close()
    expect(copies()).toEqual([])
  })
})

describe('the embedded service', () => {
  test.each(fixtures('content'))('%s is opened with every word and version', async (name) => {
    restore(name)
    const database = openContent(file)
    // A database in memory has no write-ahead log.
    database.exec('PRAGMA journal_mode = DELETE')
    const from = database.serialize()
    database.close()
    const service = openMemoryService({ from })
    const key = service.addKey(ABILITIES)
    const ask = async (route: string) => {
      const answer = await service.app(
        new Request(`http://service${API_PREFIX}${route}`, { headers: { Authorization: `Bearer ${key}` } }),
      )
      return (await answer.json()) as { data: { id: number; title: string; content: string }[] }
    }
    const { data } = await ask('/documents')
    expect(data.map(({ title, content }) => [title, content])).toEqual([['Tides', UNSENT]])
    expect((await ask(`/documents/${data[0]?.id}/versions`)).data.map(({ content }) => content)).toContain(
      SAVED,
    )
    await service.close()
  })

  test('a service that is killed before any statement of a start or of a migration goes on from there', () => {
    restore(fixtures('content').at(-1) ?? '')
    const later = 'CREATE TABLE later (id TEXT) STRICT;\nINSERT INTO later SELECT title FROM documents;'
    const migrations = { migrations: [...CONTENT, { id: '9999-later', sql: later }] }
    const moments = momentsOf(folder, () => openContent(file, migrations).close())
    expect(moments.length).toBeGreaterThan(10)
    for (const moment of moments) {
      const database = openContent(path.join(moment, 'library.db'), migrations)
      expect(database.prepare('SELECT id FROM later').all()).toEqual([{ id: 'Tides' }])
      database.close()
    }
  })

  test.each(fixtures('content'))('%s is kept as it was before a later version changes it', (name) => {
    restore(name)
    const sql = 'CREATE TABLE later (id TEXT) STRICT'
    openContent(file, { migrations: [...CONTENT, { id: '9999-later', sql }] }).close()
    expect(copies()).toEqual(['library.db.before-9999-later'])
    openContent(path.join(folder, copies()[0] ?? '')).close()
  })
})

test('a library and what its service keeps were exchanged: both are left as they are, and it is said', () => {
  const other = path.join(folder, 'content.sqlite')
  openLibrary(file).close()
  openContent(other).close()
  const [library, content] = [fs.readFileSync(file), fs.readFileSync(other)]
  fs.writeFileSync(file, content)
  fs.writeFileSync(other, library)
  for (const open of [() => openLibrary(file), () => openContent(other)])
    expect(open).toThrow(
      /holds another database of Stet: files were exchanged\. Quit Stet and put each back\./,
    )
  expect(fs.readFileSync(file).equals(content)).toBe(true)
  expect(fs.readFileSync(other).equals(library)).toBe(true)
})
