import { zipSync } from 'fflate'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeDocx } from '../../main/export/docx/docx'
import { PICTURE, publicationOf, whole } from '../../main/export/testing/fixtures'
import { createConverter } from '../../main/porting/convert/converter'
import { createMutex } from '../../main/porting/mutex'
import { createPorting } from '../../main/porting/porting'
import { readDocument } from '../../shared/markdown/tree/read-document'
import { useFolders } from './folders'
import { openLibraryOf } from './writer'
import { useWriters } from './writers'

// Writers are closed before their files are removed.
const { sample } = useFolders()
const { start, startOffline } = useWriters()

const AS_IT_IS = { folderId: null, tagsInText: false, keepDates: false }

/** Plans and imports a folder or a file; returns the preview too. */
async function imported(file: string) {
  const writer = startOffline()
  const library = openLibraryOf(writer)
  const porting = createPorting({ emit: () => {}, mutex: createMutex() })
  const report = await porting.plan(file, library)
  if (report === null) throw new Error('nothing was planned')
  const done = await porting.import({ ...AS_IT_IS, plan: report.plan }, library)
  const { catalog, documents, attachments } = writer.workspace
  const page = { filter: {}, sort: 'title', descending: false, offset: 0, limit: 50 } as const
  const { items } = await catalog.documents(page)
  const texts = new Map(
    items.map(({ id }) => [documents.read(id)?.fields.title, documents.read(id)?.text ?? '']),
  )
  return { report, done, texts, files: attachments.list() }
}

const TEXT = `## Low water

The tide[^1] was *an hour* late, and the **ferryman** \`knew\` it.

1. one
2. two
   - deeper

- [ ] to do
- [x] done

> It will come.

| Tide | Height |
| --- | --- |
| low | 4.1 |

![The sea](sea.png)

[^1]: A note about the tide.
`

/** The words of a text in order, without punctuation. */
const wordsOf = (markdown: string) => markdown.replace(/\]\([^)]*\)/g, ']').match(/[\p{L}\p{N}.]+/gu)

test('a document of Word that Stet has written comes in with every word, its structure and its picture', async () => {
  const docx = whole(writeDocx(publicationOf(readDocument(TEXT)), () => PICTURE, { paper: 'A4' }))
  const { report, done, texts, files } = await imported(sample({ 'Book/Letters.docx': docx }))
  expect(report).toMatchObject({ documents: 1, files: 1, folders: 2, skipped: { files: 0, folders: 0 } })
  expect(done).toMatchObject({ documents: 1, files: 1, failedCount: 0 })
  const text = texts.get('Letters from the sea') ?? ''
  expect(text).toMatch(/^---\nauthor: "Ann Ferry"\n---\n/)
  expect(wordsOf(text.slice(text.indexOf('## ')))).toEqual(wordsOf(TEXT))
  expect(text).toContain('The tide[^1] was *an hour* late, and the **ferryman** `knew` it.')
  expect(files.map(({ name }) => name)).toEqual(['picture-1.png'])
  expect(text).toContain(`![The sea](${files[0]!.link})`)
})

test('pages of HTML beside each other come in with their links; single files are taken, too', async () => {
  const folder = sample({
    'one.html': '<title>One</title><p>See <a href="two.html">the other</a>.<script>alert(1)</script></p>',
    'two.html': '<title>Two</title><p>Words.</p><img src="https://example.org/a.png">',
  })
  const { texts, report } = await imported(folder)
  expect(report).toMatchObject({ documents: 2, turnedLinks: 1 })
  expect(texts.get('One')).toContain('[[Two|the other]]')
  expect(texts.get('One')).not.toContain('alert')
  expect((await imported(path.join(folder, 'two.html'))).texts.get('Two')).toContain('Words.')
})

test('pictures that a page names and that are not there are told, and a file of another kind is named', async () => {
  const folder = sample({
    'page.html': '<p>Words.<img src="gone.png"><img src="file:///C:/far.png"></p>',
    'Letter.pdf': '%PDF-1.7',
    'Letters.zip': 'none',
  })
  const { report } = await imported(path.join(folder, 'page.html'))
  expect(report.left).toEqual([
    { path: 'page.html', why: 'The picture “file:///C:/far.png”, which it names, is not there.' },
    { path: 'page.html', why: 'The picture “gone.png”, which it names, is not there.' },
  ])
  await expect(imported(path.join(folder, 'Letter.pdf'))).rejects.toThrow('“Letter.pdf” cannot be imported.')
  await expect(imported(path.join(folder, 'Letters.zip'))).rejects.toThrow('“Letters.zip” is no zip archive')
})

test('documents of one name all come in, each with its own picture', async () => {
  const docx = whole(writeDocx(publicationOf(readDocument(TEXT)), () => PICTURE, { paper: 'A4' }))
  // Files with the same bytes would become a single file of the library.
  const other = (end: string) => Buffer.concat([PICTURE.read(), Buffer.from(end)])
  const data = `data:image/png;base64,${other('page').toString('base64')}`
  const { report, texts, files } = await imported(
    sample({
      'Letter.docx': docx,
      'Letter.html': `<title>The page</title><p>Page.</p><img alt="of the page" src="${data}">`,
      'Letter.md': 'Plain ![own](Letter%20pictures/picture-1.png)',
      'Letter pictures/picture-1.png': other('own'),
    }),
  )
  expect(report).toMatchObject({ documents: 3, files: 3 })
  expect(new Set(texts.keys())).toEqual(new Set(['Letter', 'Letters from the sea', 'The page']))
  const named = [...texts.values()].map((text) => /!\[[^\]]*\]\(([^)]*)\)/.exec(text)?.[1])
  expect(new Set(named).size).toBe(3)
  expect(new Set(named)).toEqual(new Set(files.map(({ link }) => link)))
})

test('what cannot be read is said of its own file in the preview, and nothing of it comes in', async () => {
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(70_000_000) }, { level: 6 })
  const folder = sample({
    'bomb.docx': bomb,
    'broken.docx': 'no zip',
    '~$lock.docx': 'x',
    'fine.md': 'Fine.',
  })
  const { report, texts } = await imported(folder)
  expect(report.documents).toBe(1)
  expect(new Map(report.left.map(({ path: file, why }) => [file, why]))).toEqual(
    new Map([
      ['bomb.docx', expect.stringMatching(/^This zip unpacks to far more/)],
      ['broken.docx', 'It is no Word document, or it is damaged.'],
      ['~$lock.docx', 'No document names it.'],
    ]),
  )
  expect([...texts.keys()]).toEqual(['fine'])
})

test('[M5] what never ends is ended and said, and the next document is read', async () => {
  const converter = createConverter(1)
  const page = Buffer.from(`<p>${'<b>word</b> '.repeat(50_000)}</p>`)
  await expect(converter.convert('a.html', page, 'p')).rejects.toMatchObject({
    problem: { message: 'It takes too long to read. Nothing of it was imported.' },
  })
  const patient = createConverter()
  expect((await patient.convert('b.html', Buffer.from('<p><b>a</b></p>'), 'p')).markdown).toBe('**a**\n')
  patient.end()
})

test('a page that the system opens waits for its dry run, and is read once', async () => {
  const folder = sample({ 'page.html': '<h1>Low water</h1><p>At noon.</p>' })
  const writer = start()
  const library = openLibraryOf(writer)
  const porting = createPorting({ emit: () => {}, mutex: createMutex() })
  await porting.openFiles([path.join(folder, 'page.html')], library)
  expect(porting.takeDrafts(library)).toEqual({ ids: [] })
  expect(porting.hasOpened(library)).toBe(true)
  const report = await porting.planOpened(library)
  expect(report).toMatchObject({ name: 'page.html', documents: 1 })
  expect(porting.hasOpened(library)).toBe(false)
  expect(await porting.planOpened(library)).toBeNull()
  const done = await porting.import({ ...AS_IT_IS, plan: report?.plan ?? 0 }, library)
  expect(done).toMatchObject({ documents: 1, failed: [] })
})

test('the dry run counts no picture of a page that is here already', async () => {
  const picture = '<img alt="Low water" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">'
  const folder = sample({ 'first.html': `<p>First.</p>${picture}` })
  const writer = start()
  const library = openLibraryOf(writer)
  const porting = createPorting({ emit: () => {}, mutex: createMutex() })
  const report = await porting.plan(folder, library)
  expect(report).toMatchObject({ documents: 1, duplicates: 0, files: 1 })
  expect(await porting.import({ ...AS_IT_IS, plan: report?.plan ?? 0 }, library)).toMatchObject({ files: 1 })
  fs.writeFileSync(path.join(folder, 'second.html'), '<p>Second.</p>')
  expect(await porting.plan(folder, library)).toMatchObject({ documents: 2, duplicates: 1, files: 0 })
})

test('what is imported is what was looked at: another window may have chosen other files since', async () => {
  const folder = sample({ 'mine.html': '<p>Mine.</p>', 'other.html': '<p>Other.</p>' })
  const writer = start()
  const library = openLibraryOf(writer)
  const porting = createPorting({ emit: () => {}, mutex: createMutex() })
  const mine = await porting.plan(path.join(folder, 'mine.html'), library)
  const other = await porting.plan(path.join(folder, 'other.html'), library)
  await expect(porting.import({ ...AS_IT_IS, plan: mine?.plan ?? 0 }, library)).rejects.toThrow('once more')
  expect(await porting.import({ ...AS_IT_IS, plan: other?.plan ?? 0 }, library)).toMatchObject({
    documents: 1,
  })
  const page = { filter: {}, sort: 'title', descending: false, offset: 0, limit: 50 } as const
  const { items } = await writer.workspace.catalog.documents(page)
  expect(items.map(({ id }) => writer.workspace.documents.read(id)?.text)).toEqual(['Other.\n'])
})
