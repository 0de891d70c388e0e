import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshFolder, removeFolder } from '../paths'
import { SAVED, UNSENT } from './sample'
import { pulledDocument } from '../../main/documents/core/initial'
import { openLibraryReader, type LibraryReader } from '../../main/store/library-reader'
import { openDatabase } from '../../main/store/database'
import { createRows } from '../../main/store/rows'
import { createStore } from '../../main/store/store'
import { createVersionStore } from '../../main/store/versions/versions'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { createPages } from '../../main/reading/pages'
import { openProfile, type ReadProfile } from '../../main/reading/profile-libraries'
import { textsOf } from '../../main/reading/profile-texts'
import { saveAll } from '../../main/reading/save-all'
import { readFrontMatter } from '../../main/porting/front-matter'
import { realFiles } from '../../main/porting/whole-files'

const FIXTURES = path.join(import.meta.dirname, 'fixtures')

const newestFixture = (kind: 'library' | 'content'): string => {
  const [newest = ''] = fs
    .readdirSync(FIXTURES)
    .filter((name) => name.startsWith(`${kind}-`))
    .toReversed()
  return fs.readFileSync(path.join(FIXTURES, newest), 'utf8')
}

const LATER = `
  ALTER TABLE documents ADD COLUMN colour TEXT;
  CREATE TABLE later (id TEXT) STRICT;
  INSERT INTO migrations VALUES ('9999-later', 99);`

let folder: string
let file: string
let reader: LibraryReader
beforeEach(() => {
  folder = freshFolder('reading')
  file = path.join(folder, 'connections', 'embedded', 'library.db')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(newestFixture('library'))
  database.exec(`
    INSERT INTO things VALUES
      ('folder', 'sea', NULL, '{"mine":{"name":"Sea"}}'),
      ('folder', 'north', NULL, '{"mine":{"name":"../North","parentId":"sea"}}'),
      ('tag', 'sea', NULL, '{"mine":{"name":"salt"}}');
    INSERT INTO documents (id, title, excerpt, folder_id, status, phase, hidden, edited_since_published, pending,
      has_text, created_at, updated_at, words_sequence)
    VALUES
      ('tides', 'Tides', '', 'north', 'draft', 'clean', 0, 0, 0, 1, '2026-01-02', '2026-01-02', 1),
      ('unsent', '<b>Snow</b>', '', NULL, 'draft', 'dirty', 0, 0, 1, 1, '2026-01-02', '2026-01-02', 2),
      ('gone', 'Gone', '', NULL, 'draft', 'deleted', 1, 0, 0, 1, '2026-01-02', '2026-01-02', 3);
    INSERT INTO document_tags VALUES ('sea', 'tides');
    ${LATER}
  `)
  database.close()
  reader = openLibraryReader(file)
})
const profiles: ReadProfile[] = []
const opened = (): ReadProfile => {
  const profile = openProfile(folder)
  profiles.push(profile)
  return profile
}
afterEach(() => {
  for (const profile of profiles.splice(0)) profile.close()
  reader.close()
  removeFolder(folder)
})

test('a library of a newer version is read with every word, and no byte of it changes', () => {
  const before = fs.readFileSync(file)
  expect(reader.documents().map(({ title, folders, tags }) => [title, folders, tags])).toEqual([
    ['<b>Snow</b>', [], []],
    ['Tides', ['Sea', '../North'], ['salt']],
  ])
  expect(reader.text('tides')).toBe(SAVED)
  expect(reader.text('unsent')).toBe(UNSENT)
  expect(reader.text('nowhere')).toBeUndefined()
  expect(fs.readFileSync(file).equals(before)).toBe(true)
})

test('a library in a form that this version does not know says so', () => {
  const other = path.join(folder, 'other.db')
  const database = new DatabaseSync(other)
  database.exec('CREATE TABLE migrations (id TEXT)')
  database.close()
  const unknown = openLibraryReader(other)
  expect(() => unknown.documents()).toThrow(/cannot use .*other\.db: no such table: documents/)
  unknown.close()
})

test('all texts are saved as files that an import reads back, none outside of the folder, and a second time changes nothing', async () => {
  const target = path.join(folder, 'saved')
  const { libraries } = opened()
  const all = textsOf(libraries)
  expect(await saveAll(libraries, all, target)).toEqual({ written: 2, missing: [] })
  const tides = path.join(target, 'Sea', '-North', 'Tides.md')
  expect(readFrontMatter(fs.readFileSync(tides, 'utf8'))).toMatchObject({
    fields: { title: 'Tides', tags: ['salt'] },
    text: SAVED,
  })
  const list = () => fs.readdirSync(target, { recursive: true, encoding: 'utf8' }).toSorted()
  const before = list()
  await saveAll(libraries, all, target)
  expect(list()).toEqual(before)
})

test('a disk that takes no more is said in a sentence', async () => {
  const full = {
    ...realFiles,
    writeFile: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
  }
  const { libraries } = opened()
  const target = path.join(folder, 'saved')
  await expect(saveAll(libraries, textsOf(libraries), target, full as typeof realFiles)).rejects.toThrow(
    /The disk that holds .*saved is full/,
  )
})

test('the pages show each text as it is, and nothing in a title or a text is markup', () => {
  const pages = createPages(textsOf(opened().libraries), () => undefined)
  const list = pages('app://stet/')
  expect(list).toContain('only reads it')
  expect(list).toContain('&lt;b&gt;Snow&lt;/b&gt;')
  expect(list).not.toContain('<b>')
  expect(pages('app://stet/text/0/0')).toContain('雪の朝')
  expect(pages('app://stet/text/0/1')).toContain('Boats lie on the mud.')
  for (const strange of ['text/0/99', 'text/0/-1', 'text/9/0', 'text/x', 'list/0/99', 'list/-1/0', 'a/b/c'])
    expect(pages(`app://stet/${strange}`)).toContain('Your texts, to be read')
})

describe('a profile with more than documents', () => {
  const SHA = 'a'.repeat(64)

  beforeEach(async () => {
    const service = path.join(folder, 'service')
    fs.mkdirSync(service)
    const content = new DatabaseSync(path.join(service, 'content.sqlite'))
    content.exec(newestFixture('content'))
    content.exec(
      "INSERT INTO migrations VALUES ('9999-later', 99); ALTER TABLE versions ADD COLUMN colour TEXT",
    )
    content.close()
    await writePress(path.join(folder, 'connections', 'press-1'))
  })

  /** Writes a library of another service in today's format, then in a newer one; the writer has removed the library. */
  async function writePress(place: string): Promise<void> {
    fs.mkdirSync(path.join(place, 'files'), { recursive: true })
    const known = { id: 'press-1', name: 'Press', kind: 'service', address: 'https://press.example' }
    fs.writeFileSync(path.join(place, 'connection.json'), JSON.stringify({ ...known, removedAt: 1 }))
    fs.writeFileSync(path.join(place, 'files', SHA), 'bytes of a chart')
    const database = openDatabase(path.join(place, 'library.db'))
    const { journal, table, snapshots, facts } = createStore(database, createVirtualClock())
    const copy = pulledDocument('essay', '7', {
      text: 'Mine.',
      fields: { title: 'Essay', folderId: null, tagIds: [], status: 'published' },
      etag: '"1"',
    })
    journal.write({
      ...copy,
      phase: 'conflicted',
      published: { text: 'For readers.' },
      conflict: {
        kind: 'text',
        theirs: { text: 'Theirs.', fields: copy.mine.fields },
        token: 't',
        decisions: [{ mine: 'a', theirs: 'b', text: 'One of us both.' }],
        fieldDecisions: {},
        earlier: [],
        mineSinceMs: 0,
        theirsSinceMs: 0,
      },
    })
    table.put(
      {
        id: 'essay',
        remoteId: '7',
        title: 'Essay',
        excerpt: '',
        folderId: null,
        tagIds: [],
        status: 'published',
        phase: 'conflicted',
        hidden: false,
        editedSincePublished: false,
        pending: true,
        hasText: true,
        createdAt: '2026-01-02',
        updatedAt: '2026-01-02',
      },
      true,
    )
    snapshots.keep({ kind: 'quarantine', reason: 'Typed late', title: 'Harbour', text: 'Ropes.' })
    facts.write('captured', 'Ask about the honey')
    createRows(database).write({
      kind: 'file',
      id: 'new:chart',
      body: { mine: { name: 'Chart.png' }, content: { sha256: SHA } },
    })
    const versions = createVersionStore(database)
    await versions.put('essay', [
      { versionId: '3', at: '2026-01-02T10:30:00.000Z', title: 'Essay', text: 'Before.' },
    ])
    database.exec(LATER)
    database.close()
  }

  const wordsOf = ({ libraries }: ReadProfile) =>
    textsOf(libraries).texts.map((one) => [one.library.name, one.section, one.title, one.read()])

  test('shows the words of every library, of what is not decided, captured, recovered and earlier', () => {
    const profile = opened()
    expect(wordsOf(profile)).toEqual([
      ['My library', 'Documents', '<b>Snow</b>', UNSENT],
      ['My library', 'Documents', 'Tides', SAVED],
      ['Press', 'Documents', 'Essay', 'Mine.'],
      ['Press', 'Captured words', 'Captured words', 'Ask about the honey'],
      ['Press', 'Decisions not finished', 'Essay', 'One of us both.'],
      ['Press', 'Decisions not finished', 'Essay', 'Theirs.'],
      ['Press', 'Decisions not finished', 'Essay', 'For readers.'],
      ['Press', 'Recovered texts', 'Harbour', 'Ropes.'],
      ['My library', 'Earlier versions', 'Tides', UNSENT],
      ['My library', 'Earlier versions', 'Tides', SAVED],
      ['Press', 'Earlier versions', 'Essay', 'Before.'],
    ])
    const pages = createPages(textsOf(profile.libraries), () => undefined)
    const first = pages('app://stet/')
    expect(first).toContain('One attached file is saved along')
    const [, address = ''] = /href="([^"]+)">Captured words \(1\)/.exec(first) ?? []
    const [, text = ''] = /href="(app:\/\/stet\/text[^"]+)"/.exec(pages(address)) ?? []
    expect(pages(text)).toContain('Ask about the honey')
  })

  test('saves all of them, each library in a folder of its own, files as they are', async () => {
    const { libraries } = opened()
    const target = path.join(folder, 'saved')
    await saveAll(libraries, textsOf(libraries), target)
    const files = fs
      .readdirSync(target, { recursive: true, encoding: 'utf8' })
      .filter((name) => fs.statSync(path.join(target, name)).isFile())
    expect(files.toSorted().map((name) => name.replaceAll(path.sep, '/'))).toEqual([
      'My library/-b-Snow--b-.md',
      'My library/Earlier versions/Tides/Tides 2026-11-24 06.55 2.md',
      'My library/Earlier versions/Tides/Tides 2026-11-24 06.55.md',
      'My library/Sea/-North/Tides.md',
      'Press/Captured words.md',
      'Press/Decisions not finished/Essay 2.md',
      'Press/Decisions not finished/Essay 3.md',
      'Press/Decisions not finished/Essay.md',
      'Press/Earlier versions/Essay/Essay 2026-01-02 10.30.md',
      'Press/Essay.md',
      'Press/Files/Chart.png',
      'Press/Recovered texts/Harbour 2026-01-01 00.00.md',
    ])
    expect(fs.readFileSync(path.join(target, 'Press/Files/Chart.png'), 'utf8')).toBe('bytes of a chart')
    expect(fs.readFileSync(path.join(target, 'Press/Captured words.md'), 'utf8')).toContain(
      'Ask about the honey',
    )
  })

  test('two libraries of one name do not share a folder', async () => {
    await writePress(path.join(folder, 'connections', 'press-2'))
    const note = path.join(folder, 'connections', 'press-2', 'connection.json')
    fs.writeFileSync(note, fs.readFileSync(note, 'utf8').replace('press-1', 'press-2'))
    const { libraries } = opened()
    const target = path.join(folder, 'saved')
    await saveAll(libraries, textsOf(libraries), target)
    expect(fs.readdirSync(target).toSorted()).toEqual(['My library', 'Press', 'Press 2'])
  })

  test('what this version cannot read is said, and takes nothing else with it', () => {
    const press = path.join(folder, 'connections', 'press-1', 'library.db')
    const database = new DatabaseSync(press)
    database.exec('ALTER TABLE snapshots RENAME TO kept_texts')
    database.close()
    fs.writeFileSync(
      path.join(folder, 'service', 'content.sqlite'),
      'this is no database at all '.repeat(400),
    )
    fs.mkdirSync(path.join(folder, 'connections', 'third'))
    const third = new DatabaseSync(path.join(folder, 'connections', 'third', 'library.db'))
    third.exec('CREATE TABLE migrations (id TEXT)')
    third.close()
    fs.mkdirSync(path.join(folder, 'transfer-in'))
    const profile = opened()
    const { texts, unread } = textsOf(profile.libraries)
    expect(texts.map(({ section, title }) => `${section}: ${title}`)).toEqual([
      'Documents: <b>Snow</b>',
      'Documents: Tides',
      'Documents: Essay',
      'Captured words: Captured words',
      'Decisions not finished: Essay',
      'Decisions not finished: Essay',
      'Decisions not finished: Essay',
      'Earlier versions: Essay',
    ])
    expect([...profile.unread, ...unread]).toEqual([
      expect.stringMatching(/content\.sqlite is damaged/),
      expect.stringMatching(/third.library\.db: no such table: documents/),
      expect.stringContaining('from another computer'),
      expect.stringMatching(
        /^The recovered texts of “Press” cannot be read by this version\..*no such table/,
      ),
    ])
    const page = createPages({ texts, files: [], unread: profile.unread }, () => undefined)('app://stet/')
    expect(page).toContain('from another computer')
  })
})
