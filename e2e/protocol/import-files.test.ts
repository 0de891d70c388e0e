import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { runExport } from '../../main/porting/export'
import { openFiles } from '../../main/porting/files-source'
import { openFolder } from '../../main/porting/folder-source'
import { countNew, runImport } from '../../main/porting/import'
import { planImport } from '../../main/porting/import-plan'
import { createMutex } from '../../main/porting/mutex'
import { createPorting } from '../../main/porting/porting'
import type { Source } from '../../main/porting/source'
import { openZip } from '../../main/porting/zip-source'
import { useFolders } from './folders'
import { openLibraryOf, type Writer } from './writer'
import { useWriters } from './writers'

// Writers are closed before their files are removed.
const { freshFolder, sample } = useFolders()
const { startOffline } = useWriters()
const going = () => ({ signal: new AbortController().signal, onProgress: () => {}, folderId: null })
const planned = (files: Readonly<Record<string, string | Uint8Array>>) =>
  planImport(openFolder(sample(files)))
type Plan = Awaited<ReturnType<typeof planned>>
const bringIn = (plan: Plan, { workspace }: Writer) =>
  runImport(plan, workspace, { ...going(), tagsInText: false, keepDates: false })
const leftOf = ({ left }: Plan) => Object.fromEntries(left.map(({ path: file, why }) => [file, why]))
/** The texts by path, with the paths of files as their addresses. */
const textsOf = async ({ documents }: Plan) =>
  Object.fromEntries(
    await Promise.all(documents.map(async (one) => [one.path, await one.textOf((file) => file)] as const)),
  )

const [NFC, NFD] = ['\u00dcber', 'U\u0308ber']
const MARK = '\ufeff'

describe('what is not taken is named', () => {
  test('hidden files, and hidden folders once', async () => {
    const plan = await planned({
      'a.md': 'A',
      '.hidden.md': 'H',
      '.notes/one.md': '1',
      '.notes/two.md': '2',
      'deep/.DS_Store': 'x',
      'deep/.page.html': '<p>x',
    })
    expect(plan.documents.map(({ path: file }) => file)).toEqual(['a.md'])
    expect(leftOf(plan)).toEqual({
      '.hidden.md': 'It is hidden.',
      '.notes/': 'It is a hidden folder.',
      'deep/.DS_Store': 'It is hidden.',
      'deep/.page.html': 'It is hidden.',
    })
  })

  test('pictures beside a chosen file that it names come along, and nothing else from there', async () => {
    const folder = sample({
      'a.md': '![](logo.png) ![](art/map.png) ![](../out.png) [keys](keys.txt) ![](gone.png)',
      'logo.png': 'L',
      'art/map.png': 'M',
      'other.png': 'O',
      'keys.txt': 'K',
    })
    const plan = await planImport(openFiles([path.join(folder, 'a.md')]))
    expect([...plan.files.keys()].toSorted()).toEqual(['art/map.png', 'logo.png'])
    expect(leftOf(plan)).toEqual({ 'a.md': expect.stringContaining('“gone.png”') })
    expect(await plan.files.get('logo.png')?.entry.read()).toEqual(Buffer.from('L'))
  })

  test('pictures in hidden folders that documents name come along, and nothing else from there', async () => {
    const outside = sample({ 'secret.png': 'S' })
    const vault = {
      'notes/a.md':
        '![map](../.attachments/map.png) [keys](../.attachments/keys.txt) ![](../.attachments/out.png)',
      'b.md': '![[.attachments/sub/boat.png]] ![dot](.dot.png) ![gone](.attachments/gone.png)',
      '.attachments/map.png': 'M',
      '.attachments/sub/boat.png': 'B',
      '.attachments/keys.txt': 'K',
      '.attachments/unused.png': 'U',
      '.dot.png': 'D',
      '.git/config': 'C',
    }
    const folder = sample(vault)
    fs.symlinkSync(path.join(outside, 'secret.png'), path.join(folder, '.attachments', 'out.png'))
    const zip = path.join(freshFolder(), 'vault.zip')
    const packed = Object.entries(vault).map(([name, words]) => [name, strToU8(words)] as const)
    fs.writeFileSync(zip, zipSync(Object.fromEntries(packed)))
    for (const source of [openFolder(folder), await openZip(zip)]) {
      const plan = await planImport(source)
      const named = ['.attachments/map.png', '.attachments/sub/boat.png', '.dot.png']
      expect([...plan.files.keys()].toSorted()).toEqual(named)
      expect(await textsOf(plan)).toEqual({
        'notes/a.md':
          '![map](.attachments/map.png) [keys](../.attachments/keys.txt) ![](../.attachments/out.png)',
        'b.md': '![boat.png](.attachments/sub/boat.png) ![dot](.dot.png) ![gone](.attachments/gone.png)',
      })
      expect(leftOf(plan)).toEqual({
        '.attachments/':
          'It is a hidden folder. Only the pictures and other media that documents name are taken.',
        '.git/': 'It is a hidden folder.',
        'b.md': 'The picture “.attachments/gone.png”, which it names, is not there.',
        'notes/a.md': 'The picture “../.attachments/out.png”, which it names, is not there.',
      })
      const [map] = plan.files.values()
      expect(Buffer.from((await map?.entry.read()) ?? []).toString()).toMatch(/^[MB]$/)
    }
  })

  test('a folder that is gone when it is looked into, pipes, and links that lead in a circle', async () => {
    const folder = sample({ 'a.md': 'A', 'b/in.md': 'B', 'c/in.md': 'C' })
    fs.symlinkSync('..', path.join(folder, 'c', 'up'))
    fs.symlinkSync('self', path.join(folder, 'self'))
    execFileSync('mkfifo', [path.join(folder, 'pipe.md')])
    const source = openFolder(folder)
    const losing: Source = {
      ...source,
      async *entries() {
        for await (const entry of source.entries()) {
          fs.rmSync(path.join(folder, 'b'), { recursive: true, force: true })
          yield entry
        }
      },
    }
    const plan = await planImport(losing)
    expect(plan.documents.map(({ path: file }) => file)).toEqual(['a.md', 'c/in.md'])
    expect(leftOf(plan)).toEqual({
      'b/': 'This folder cannot be read.',
      'c/up': 'It is a link to another file.',
      'pipe.md': 'It is a device or a pipe, and no file.',
      self: 'It is a link to another file.',
    })
  })

  test('the preview counts files and folders, names what is not taken first, and says how much it does not list', async () => {
    const folder = sample({
      ...Object.fromEntries(
        Array.from({ length: 210 }, (_, n) => [`broken ${n}.md`, '---\n{ broken\n---\n']),
      ),
      '.notes/one.md': '1',
      'unused.png': 'x',
      'binary.md': Buffer.from([0, 1]),
    })
    const writer = startOffline()
    const porting = createPorting({ emit: () => {}, mutex: createMutex() })
    const report = await porting.plan(
      folder,
      openLibraryOf(writer, () => {}),
    )
    expect(report).toMatchObject({ skipped: { files: 2, folders: 1 }, leftCount: 213 })
    expect(report?.left.slice(0, 3).map((one) => one.path)).toEqual(['binary.md', 'unused.png', '.notes/'])
    expect(report?.left).toHaveLength(200)
  })

  test('what a writer opens is taken though it is hidden, and what is not taken is told', async () => {
    const folder = sample({ '.hidden.md': 'Boats', 'binary.md': Buffer.from([0, 1]) })
    const writer = startOffline()
    const porting = createPorting({ emit: () => {}, mutex: createMutex() })
    const library = openLibraryOf(writer, () => {})
    const files = ['.hidden.md', 'binary.md'].map((name) => path.join(folder, name))
    expect(await porting.openFiles(files, library)).toMatchObject({ left: [{ path: 'binary.md' }] })
    const {
      ids: [id = ''],
      copied,
    } = porting.takeDrafts(library)
    expect(copied).toEqual({ made: 1, known: 0, name: '.hidden.md', folder: path.basename(folder) })
    expect(writer.workspace.documents.read(id)?.text).toBe('Boats')
    // A document that already exists is shown.
    expect(await porting.openFiles(files.slice(0, 1), library)).toMatchObject({ ids: [], left: [] })
    expect(porting.takeDrafts(library)).toEqual({ ids: [id], copied: { ...copied, made: 0, known: 1 } })
  })
})

test('pictures that a document names and that are not there are told', async () => {
  const plan = await planned({
    'one.md':
      '![a](a%20b.png) ![a](a%20b.png) ![web](https://example.org/a.png) [text](none.md) ![here](here.png) `![code](c.png)`',
    'wiki.md': '![[gone.png]] ![[one]] ![[Nobody]]',
    'here.png': 'x',
  })
  expect(leftOf(plan)).toEqual({
    'one.md': 'The picture “a b.png”, which it names, is not there.',
    'wiki.md': 'The picture “gone.png”, which it names, is not there.',
  })
  expect(plan.left.every(({ isTaken }) => isTaken)).toBe(true)
})

test('a document whose picture could not be read is known when the same is imported again', async () => {
  const source = openFolder(
    sample({
      'Sea.md': '![low](low.png) ![[high tide.png]] [gone](Gone.md)\n',
      'Boat.md': '![[high tide.png]]\n',
      'low.png': 'L',
      'high tide.png': 'H',
    }),
  )
  const failing: Source = {
    ...source,
    async *entries() {
      for await (const entry of source.entries())
        yield entry.path === 'high tide.png' ? { ...entry, read: () => Promise.reject(new Error()) } : entry
    },
  }
  const writer = startOffline()
  const again = async (keepDates: boolean) =>
    runImport(await planImport(failing), writer.workspace, { ...going(), tagsInText: false, keepDates })
  expect(await again(true)).toMatchObject({ documents: 2, files: 1, failed: [{ path: 'high tide.png' }] })
  for (const keepDates of [true, false]) {
    expect(await countNew(await planImport(failing), writer.workspace)).toMatchObject({ duplicates: 2 })
    expect(await again(keepDates)).toMatchObject({ documents: 0, duplicates: 2, files: 0 })
  }
})

describe('a folder and a zip of it come in alike', () => {
  const files = {
    'Sea.md': 'See [[Deep/Tide]].',
    'Deep/Tide.md': '[map](/Deep/map.png)',
    'Deep/map.png': 'M',
  }
  const zipped = (name: string, within: Readonly<Record<string, string>>) => {
    const zip = path.join(freshFolder(), name)
    fs.writeFileSync(
      zip,
      zipSync(Object.fromEntries(Object.entries(within).map(([at, to]) => [at, strToU8(to)]))),
    )
    return zip
  }
  const below = (folder: string) =>
    Object.fromEntries(Object.entries(files).map(([name, words]) => [`${folder}/${name}`, words]))
  const library = async (from: string) => {
    const writer = startOffline()
    const opened = openLibraryOf(writer, () => {})
    const porting = createPorting({ emit: () => {}, mutex: createMutex() })
    const { plan = 0 } = (await porting.plan(from, opened)) ?? {}
    await porting.import({ plan, folderId: null, tagsInText: false, keepDates: false }, opened)
    const { folders } = writer.workspace.catalog.library()
    const nameOf = (id: string | null) => folders.find((one) => one.id === id)?.name
    return folders.map(({ name, parentId }) => [nameOf(parentId), name])
  }
  const FOLDERS = [
    [undefined, 'Novel'],
    ['Novel', 'Deep'],
  ]

  test.each([
    ['a folder', () => path.join(sample(below('Novel')), 'Novel')],
    ['a zip of a folder', () => zipped('other.zip', { ...below('Novel'), '__MACOSX/Novel/._Sea.md': 'x' })],
    ['a zip of what is in the folder', () => zipped('Novel.zip', files)],
  ])('%s', async (_name, make) => expect(await library(make())).toEqual(FOLDERS))

  test('an export of Stet is a library, as a folder and as a zip', async () => {
    const manifest = JSON.stringify({
      stet: 1,
      library: 'x',
      folders: [{ path: 'Deep', name: 'Deep' }],
      tags: [],
      files: [],
      written: {},
    })
    const exported = { ...below('export'), 'export/stet-library.json': manifest }
    for (const from of [path.join(sample(exported), 'export'), zipped('export.zip', exported)])
      expect(await library(from)).toEqual([[undefined, 'Deep']])
  })

  test('paths of a zip that lead outside stay what they are', async () => {
    const source = await openZip(zipped('evil.zip', { '../a.md': 'A', '../b.md': 'B' }))
    expect(leftOf(await planImport(source))).toEqual({
      '../a.md': 'It points outside of the folder.',
      '../b.md': 'It points outside of the folder.',
    })
  })
})

describe('encodings', () => {
  test('a byte order mark is left out and said once; the text is exported as UTF-8', async () => {
    const writer = startOffline()
    const plan = await planned({
      'plain.md': `Words ${MARK} with one inside`,
      'windows.md': `${MARK}---\ntitle: Tide\nauthor: J\n---\n# Low\r\n`,
      'wide.md': Buffer.from(`${MARK}Über`, 'utf16le'),
    })
    expect(plan.left).toEqual([
      { path: '2 files', why: expect.stringContaining('byte order mark'), isTaken: true },
    ])
    await bringIn(plan, writer)
    const into = path.join(freshFolder(), 'export')
    await runExport(writer.workspace, { ...going(), folder: into, withVersions: false })
    const read = (name: string) => fs.readFileSync(path.join(into, name), 'utf8')
    expect(read('plain.md').endsWith(`\n---\nWords ${MARK} with one inside`)).toBe(true)
    expect(read('Tide.md')).toMatch(/^---\n[^]*\nauthor: J\n---\n# Low\r\n$/)
    expect(read('wide.md').endsWith('\n---\nÜber')).toBe(true)
  })

  test('one such file is named', async () =>
    expect(leftOf(await planned({ 'windows.md': `${MARK}Low` }))).toEqual({
      'windows.md': expect.stringContaining('byte order mark'),
    }))

  test('UTF-16 without a mark, and a text with NUL, are told as what they are', async () => {
    const plan = await planned({ 'nul.md': 'a\0b', 'wide.md': Buffer.from('Words', 'utf16le') })
    expect(plan.documents).toEqual([])
    for (const why of Object.values(leftOf(plan))) expect(why).toMatch(/UTF-16 with a byte order mark.*NUL/)
  })

  test('line ends and lines of any length stay', async () => {
    const texts = { 'long.md': 'x'.repeat(5_000_000), 'mixed.md': 'a\r\nb\rc\n' }
    expect(await textsOf(await planned(texts))).toEqual(texts)
  })
})

describe('names that differ by case or by Unicode form alone', () => {
  test('a picture is the one of the very name', async () => {
    const plan = await planned({
      'Note.md': '![a](Photo.png) ![b](photo.png) ![[Photo.png]]',
      'Photo.png': 'A',
      'photo.png': 'b',
    })
    expect((await textsOf(plan))['Note.md']).toBe('![a](Photo.png) ![b](photo.png) ![Photo.png](Photo.png)')
  })

  test('links find a file whose name is in the other Unicode form', async () => {
    const plan = await planned({
      'Links.md': `[a](${NFC}.md) ![b](${NFC}.png) ![[${NFC}.png]]`,
      [`${NFD}.md`]: 'x',
      [`${NFD}.png`]: 'x',
    })
    expect([...plan.files.keys()]).toEqual([`${NFD}.png`])
    expect((await textsOf(plan))['Links.md']).toBe(`[[${NFC}|a]] ![b](${NFD}.png) ![${NFD}.png](${NFD}.png)`)
  })

  test('titles and folders have one form, whichever the disk has; no text is changed', async () => {
    const writer = startOffline()
    const plan = await planned({
      [`${NFC}/a.md`]: NFD,
      [`${NFD}/${NFD}.md`]: 'x',
      'Case/a.md': '1',
      'case/a.md': '2',
    })
    expect(await bringIn(plan, writer)).toMatchObject({ documents: 4, failed: [] })
    expect(plan.documents.map(({ title }) => title).toSorted()).toEqual([NFC, 'a', 'a', 'a'].toSorted())
    expect(
      writer.workspace.catalog
        .library()
        .folders.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Case', 'case', NFC].toSorted())
    expect(Object.values(await textsOf(plan))).toContain(NFD)
  })

  test('a tag that is written in both forms is one', async () => {
    const writer = startOffline()
    await bringIn(await planned({ 'a.md': `---\ntags: [${NFC}, ${NFD}]\n---\n` }), writer)
    expect(writer.workspace.catalog.library().tags.map(({ name }) => name)).toEqual([NFC])
  })
})
