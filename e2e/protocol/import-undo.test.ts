import path from 'node:path'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMutex } from '../../main/porting/mutex'
import { createPorting } from '../../main/porting/porting'
import { useFolders } from './folders'
import { openLibraryOf } from './writer'
import { useWriters } from './writers'

// Writers are closed before their files are removed.
const { sample } = useFolders()
const { startOffline } = useWriters()

/** A library without a network, with its import. */
function scene() {
  const writer = startOffline()
  const library = openLibraryOf(writer)
  const progressed: { told: () => void } = { told: () => {} }
  const porting = createPorting({ emit: () => progressed.told(), mutex: createMutex() })
  const { catalog, documents, attachments } = writer.workspace
  return {
    library,
    porting,
    documents,
    progressed,
    async bringIn(folder: string) {
      const { plan = 0 } = (await porting.plan(folder, library)) ?? {}
      return porting.import({ plan, folderId: null, tagsInText: false, keepDates: true }, library)
    },
    undo: (number = porting.lastImport(library)?.import ?? 0) =>
      porting.undoImport({ import: number }, library),
    async held() {
      const { items } = await catalog.documents({
        filter: {},
        sort: 'title',
        descending: false,
        offset: 0,
        limit: 500,
      })
      const { folders: inside, tags } = catalog.library()
      return {
        documents: items.map(({ title }) => title),
        folders: inside.map(({ name }) => name),
        tags: tags.map(({ name }) => name),
        files: attachments.list().length,
      }
    },
  }
}

const NOTES = {
  'Sea/Harbour.md': '---\ntags: [salt]\n---\n\nSee ![map](map.png).\n',
  'Sea/map.png': new Uint8Array([137, 80, 78, 71]),
  'Sea/Deep/Tides.md': 'Boats.',
}

test('files that the system opens are taken back together, as others are that were imported', async () => {
  const { undo, held, porting, library } = scene()
  const before = await held()
  const folder = sample({ 'One.md': 'First.', 'Two.md': 'Second.' })
  await porting.openFiles([`${folder}/One.md`, `${folder}/Two.md`], library)
  expect(porting.lastImport(library)).toMatchObject({ documents: 2 })
  expect((await held()).documents).toHaveLength(before.documents.length + 2)
  await undo()
  expect(await held()).toEqual(before)
})

test('an import is undone: documents, folders, tags and files go that nobody has used since', async () => {
  const { bringIn, undo, held, porting, library } = scene()
  const before = await held()
  await bringIn(sample(NOTES))
  expect(await held()).not.toEqual(before)
  expect(porting.lastImport(library)).toMatchObject({ documents: 2 })
  expect(await undo()).toMatchObject({ documents: 2, folders: 3, tags: 1, files: 1, changed: 0 })
  expect(await held()).toEqual(before)
  expect(porting.lastImport(library)).toBeNull()
  await expect(undo()).rejects.toMatchObject({ problem: { message: 'This import can no longer be undone.' } })
})

test('a document that was changed since it came in stays, with its folders', async () => {
  const { bringIn, undo, held, documents, library } = scene()
  const folder = sample(NOTES)
  await bringIn(folder)
  const { items } = await library.catalog.documents({
    filter: {},
    sort: 'title',
    descending: false,
    offset: 0,
    limit: 9,
  })
  const tides = items.find(({ title }) => title === 'Tides')
  documents.replace(tides!.id, { text: 'Boats, and more.', reason: 'replace' })
  expect(await undo()).toMatchObject({ documents: 1, folders: 0, changed: 1 })
  expect(await held()).toMatchObject({
    documents: ['Tides'],
    folders: [path.basename(folder), 'Sea', 'Deep'],
  })
})

const BREAKS = [['LF', '\n'] as const, ['CRLF', '\r\n'] as const, ['a lone CR', '\r'] as const]

test.each(BREAKS)('texts whose lines end in %s are undone, and recognised', async (_name, end) => {
  const { bringIn, undo, held, porting, library } = scene()
  const lines = (...words: readonly string[]) => words.map((line) => line + end).join('')
  const folder = sample({
    'Plain.md': lines('One', 'two'),
    'Beginning empty.md': lines('', '', 'One'),
    'Marked.md': `\ufeff${lines('One', 'two')}`,
    'Tagged.md': lines('---', 'tags: [salt]', '---', 'One'),
    'With a key.md': lines('---', 'key: 1', '---', 'One'),
    'Dated.md': lines('---', 'date: 2021-02-03', '---', 'One'),
  })
  await bringIn(folder)
  expect(await porting.plan(folder, library)).toMatchObject({ duplicates: 6 })
  expect(await undo()).toMatchObject({ documents: 6, changed: 0 })
  expect((await held()).documents).toEqual([])
})

test('a document whose picture could not be read is undone too', async () => {
  const { undo, held, porting, library } = scene()
  const folder = sample(NOTES)
  const { plan = 0 } = (await porting.plan(folder, library)) ?? {}
  rmSync(`${folder}/Sea/map.png`)
  const how = { plan, folderId: null, tagsInText: false, keepDates: true }
  expect(await porting.import(how, library)).toMatchObject({ documents: 2, files: 0, failedCount: 1 })
  expect(await undo()).toMatchObject({ documents: 2, changed: 0 })
  expect((await held()).documents).toEqual([])
})

test('an import that stopped and went on is undone as one', async () => {
  const { bringIn, undo, held, porting, library, progressed } = scene()
  const many = sample(
    Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`Note ${at}.md`, `Text ${at}`])),
  )
  const { plan = 0 } = (await porting.plan(many, library)) ?? {}
  progressed.told = () => porting.cancel()
  const how = { plan, folderId: null, tagsInText: false, keepDates: true }
  expect(await porting.import(how, library)).toMatchObject({ documents: 250, isComplete: false })
  progressed.told = () => {}
  expect(await bringIn(many)).toMatchObject({ documents: 150, isComplete: true })
  expect(await undo()).toMatchObject({ documents: 400 })
  expect((await held()).documents).toEqual([])
})

test('an import is not undone in place of one that came after it; dropped files are undone too', async () => {
  const { bringIn, undo, held, porting, library } = scene()
  await bringIn(sample({ 'One.md': 'One' }))
  const first = porting.lastImport(library)
  const files = ['Two.md', 'Three.md'].map((name) => ({ name, bytes: new TextEncoder().encode(name) }))
  await porting.addDrafts({ files }, library)
  await expect(undo(first?.import)).rejects.toMatchObject({ problem: { code: 'not-found-here' } })
  expect(await undo()).toMatchObject({ documents: 2 })
  expect((await held()).documents).toEqual(['One'])
})

test('an import that brought nothing leaves the one before it to be undone', async () => {
  const { bringIn, porting, library } = scene()
  const notes = sample(NOTES)
  await bringIn(notes)
  const first = porting.lastImport(library)
  expect(await bringIn(notes)).toMatchObject({ documents: 0, duplicates: 2 })
  expect(porting.lastImport(library)).toEqual(first)
})
