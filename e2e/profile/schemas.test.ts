import { DatabaseSync } from '@photostructure/sqlite'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase as openLibrary } from '../../main/store/database'
import { MIGRATIONS as LIBRARY } from '../../main/store/migrations'
import { createStore } from '../../main/store/store'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { MIGRATIONS as CONTENT } from '../../server/store/migrations'
import { openDatabase as openContent } from '../../server/store/database'
import { openMemoryService } from '../../server/testing/app.memory'
import { API_PREFIX } from '../../shared/api/api'
import { ABILITIES } from '../../shared/terms'
import { freshFolder, removeFolder } from '../paths'
import { SAVED, UNSENT } from './sample'

// Databases as versions of Stet have written them, from the first package on, each opened by today's.

const FIXTURES = path.join(import.meta.dirname, 'fixtures')
const fixtures = (kind: string) => fs.readdirSync(FIXTURES).filter((name) => name.startsWith(`${kind}-`))

let folder: string
let file: string
beforeEach(() => {
  folder = freshFolder('schemas')
  file = path.join(folder, 'library.db')
})
afterEach(() => removeFolder(folder))

/** Makes the database of a fixture anew. */
function restore(name: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(fs.readFileSync(path.join(FIXTURES, name), 'utf8'))
  database.close()
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
    // One in memory has no log beside it.
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

  test.each(fixtures('content'))('%s is kept as it was before a later version changes it', (name) => {
    restore(name)
    const sql = 'CREATE TABLE later (id TEXT) STRICT'
    openContent(file, { migrations: [...CONTENT, { id: '9999-later', sql }] }).close()
    expect(copies()).toEqual(['library.db.before-9999-later'])
    openContent(path.join(folder, copies()[0] ?? '')).close()
  })
})
