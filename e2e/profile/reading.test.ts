import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshFolder, removeFolder } from '../paths'
import { SAVED, UNSENT } from './sample'
import { openLibraryReader, type LibraryReader } from '../../main/store/library-reader'
import { createPages } from '../../main/reading/pages'
import { saveAll } from '../../main/reading/save-all'
import { readFrontMatter } from '../../main/porting/front-matter'
import { realFiles } from '../../main/porting/whole-files'

const FIXTURES = path.join(import.meta.dirname, 'fixtures')

let folder: string
let file: string
let reader: LibraryReader
beforeEach(() => {
  folder = freshFolder('reading')
  file = path.join(folder, 'library.db')
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  const [newest = ''] = fs
    .readdirSync(FIXTURES)
    .filter((name) => name.startsWith('library-'))
    .toReversed()
  database.exec(fs.readFileSync(path.join(FIXTURES, newest), 'utf8'))
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
    ALTER TABLE documents ADD COLUMN colour TEXT;
    CREATE TABLE later (id TEXT) STRICT;
    INSERT INTO migrations VALUES ('9999-later', 99);
  `)
  database.close()
  reader = openLibraryReader(file)
})
afterEach(() => {
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
  const libraries = [{ name: 'embedded', reader }]
  expect(await saveAll(libraries, target)).toEqual({ written: 2, missing: [] })
  const tides = path.join(target, 'Sea', '-North', 'Tides.md')
  expect(readFrontMatter(fs.readFileSync(tides, 'utf8'))).toMatchObject({
    fields: { title: 'Tides', tags: ['salt'] },
    text: SAVED,
  })
  const list = () => fs.readdirSync(target, { recursive: true, encoding: 'utf8' }).toSorted()
  const before = list()
  await saveAll(libraries, target)
  expect(list()).toEqual(before)
})

test('a disk that takes no more is said in a sentence', async () => {
  const full = {
    ...realFiles,
    writeFile: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
  }
  await expect(
    saveAll([{ name: 'embedded', reader }], path.join(folder, 'saved'), full as typeof realFiles),
  ).rejects.toThrow(/The disk that holds .*saved is full/)
})

test('the pages show each text as it is, and nothing in a title or a text is markup', () => {
  const pages = createPages([{ name: 'embedded', reader }], () => undefined)
  const list = pages('app://stet/')
  expect(list).toContain('only reads it')
  expect(list).toContain('&lt;b&gt;Snow&lt;/b&gt;')
  expect(list).not.toContain('<b>')
  expect(pages('app://stet/text/0')).toContain('雪の朝')
  expect(pages('app://stet/text/1')).toContain('Boats lie on the mud.')
  for (const strange of ['text/99', 'text/-1', 'text/x', 'list/99', 'a/b/c'])
    expect(pages(`app://stet/${strange}`)).toContain('Your texts, to be read')
})
