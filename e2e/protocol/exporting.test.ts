import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import * as files from 'node:fs/promises'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { WritingFiles } from '../../main/export/write-file'
import { PICTURE } from '../../main/export/testing/fixtures'
import { EXPORT_FORMATS } from '../../shared/export-forms'
import { AppError } from '../../shared/problem'
import { createFileDisk } from './disk'
import { exportingWriter as begin } from './exporting'

const TEXT = `---
lang: de
author: Ann Ferry
---
# Tides

One[^1] and two.

1. one
2. two

Between.

1. again

![The sea](stet-file:gone)

[^1]: A note.
`

test('a document becomes a file of Word with its language and writer, and what is left behind is said', async () => {
  const { write, export: exportAs, check, read, names } = begin({ threads: true })
  const what = { ids: [write('Tides', TEXT)] }
  const before = await check(what, 'docx')
  expect(before).toMatchObject({ documents: 1, pictures: 0, leftCount: 1 })
  expect(before.left[0]?.why).toBe(
    'The picture “The sea” is not on this device or is damaged: its alternative text stands in its place.',
  )
  const done = await exportAs(what, 'docx')
  expect(done?.leftCount).toBe(1)
  expect(names()).toEqual(['Tides.docx'])
  const { value } = await mammoth.extractRawText({ buffer: read('Tides.docx') })
  expect(value.split(/\s+/).slice(0, 4)).toEqual(['Tides', 'One', 'and', 'two.'])
  const parts = unzipSync(new Uint8Array(read('Tides.docx')))
  expect(strFromU8(parts['docProps/core.xml'] ?? new Uint8Array())).toContain('<dc:creator>Ann Ferry<')
  expect(strFromU8(parts['word/styles.xml'] ?? new Uint8Array())).toContain('<w:lang w:val="de"')
})

test('a picture that another device has just uploaded comes along, though no list has told of it yet', async () => {
  const { writer, write, export: exportAs, read } = begin()
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(PICTURE.read())], { type: PICTURE.type }), 'sea.png')
  const uploaded = await writer.other.call('files.upload', { body: form })
  if (uploaded.kind !== 'ok') throw new Error('not uploaded')
  writer.faults.offline(false)
  const id = write('Tides', `![The sea](/api/v1/files/${uploaded.data[0]?.id}/serve)\n`)
  const done = await exportAs({ ids: [id] }, 'epub')
  expect(done).toMatchObject({ leftCount: 0 })
  const pictures = Object.values(unzipSync(new Uint8Array(read('Tides.epub'))))
  expect(pictures.some((bytes) => Buffer.from(bytes).equals(Buffer.from(PICTURE.read())))).toBe(true)
})

test('a document of Word has the styles of another one, until those are gone; a file that has none is refused', async () => {
  const { write, exporter, library, folder, read, export: exportAs } = begin()
  const ids = [write('One', '## Two')]
  await exportAs({ ids }, 'docx', 'house.docx')
  const house = unzipSync(new Uint8Array(read('house.docx')))
  const coloured = strFromU8(house['word/styles.xml'] ?? new Uint8Array()).replaceAll('22201C', 'AA1100')
  const given = path.join(folder, 'Template.dotx')
  writeFileSync(given, zipSync({ ...house, 'word/styles.xml': strToU8(coloured) }))
  const styles = await exporter.addStyles(given)
  expect(styles.name).toBe('Template.dotx')
  rmSync(given)
  const again = () =>
    exporter.export({ what: { ids }, format: 'docx', paper: 'A4', styles }, library, async () =>
      path.join(folder, 'styled.docx'),
    )
  await again()
  const styled = unzipSync(new Uint8Array(read('styled.docx')))
  expect(strFromU8(styled['word/styles.xml'] ?? new Uint8Array())).toContain('AA1100')

  rmSync(path.join(folder, 'styles'), { recursive: true })
  await expect(again()).rejects.toThrow('The styles of Word are not here any more.')
  writeFileSync(given, 'no zip')
  await expect(exporter.addStyles(given)).rejects.toThrow(
    /^“[^”]+” is no Word document with styles, or it is damaged\.$/,
  )
  await expect(exporter.addStyles(path.join(folder, 'nowhere.docx'))).rejects.toThrow(AppError)
})

test('a picture that is given is the cover of a book, until it is gone; what is none is refused', async () => {
  const { write, exporter, library, folder, names } = begin()
  const ids = [write('One', 'Words.')]
  const given = path.join(folder, 'Sea.png')
  writeFileSync(given, PICTURE.read())
  const coverImage = await exporter.addCover(given)
  expect(coverImage.name).toBe('Sea.png')
  rmSync(given)
  const asBook = () =>
    exporter.export(
      { what: { ids }, format: 'epub', paper: 'A4', cover: 'image', coverImage },
      library,
      async () => path.join(folder, 'book.epub'),
    )
  await asBook()
  const parts = unzipSync(new Uint8Array(await files.readFile(path.join(folder, 'book.epub'))))
  expect(Buffer.from(parts['EPUB/cover.png'] ?? [])).toEqual(PICTURE.read())
  rmSync(path.join(folder, 'covers', coverImage.id))
  await expect(asBook()).rejects.toThrow('The picture of the cover is not here any more')
  writeFileSync(given, PICTURE.read().slice(0, 12))
  await expect(exporter.addCover(given)).rejects.toThrow('“Sea.png” is no picture that a book can show')
  writeFileSync(given, 'words')
  await expect(exporter.addCover(given)).rejects.toThrow('is no picture that a book can show')
  expect(names()).toContain('book.epub')
})

test('a folder becomes a book: its documents by their titles, then its folders in their order', async () => {
  const { write, folderNamed, export: exportAs, read, progress } = begin()
  const book = folderNamed('The Salt Road')
  const second = folderNamed('Second part', book)
  write('Chapter 10', 'Ten.', book)
  write('Chapter 2', 'Two.', book)
  write('Inside', 'Deep.', second)
  write('Elsewhere', 'Not this.')
  await exportAs({ folderId: book }, 'text')
  const words = read('The Salt Road.txt')
    .toString()
    .split(/[\s=-]+/)
    .filter(Boolean)
    .join(' ')
  expect(words).toBe('The Salt Road Chapter 2 Two. Chapter 10 Ten. Second part Inside Deep.')
  expect(progress).toEqual([0, 1, 2, 'write'])
})

test('what a saved search for words finds is a book under its name, by titles; one by meaning is none', async () => {
  const { write, writer, read, check, export: exportAs } = begin({ disk: createFileDisk })
  write('Chapter 10', 'The tide comes.')
  write('Chapter 2', 'Low tide.')
  write('Letters', 'Nothing of it.')
  const { savedSearches } = writer.workspace
  const search = { name: 'Of tides', query: 'tide', way: 'words', below: false } as const
  const { id } = savedSearches.create(search)
  expect(await check({ savedSearch: id }, 'text')).toMatchObject({ documents: 2 })
  await exportAs({ savedSearch: id }, 'text')
  const text = read('Of tides.txt').toString()
  expect(text.indexOf('Low tide.')).toBeLessThan(text.indexOf('The tide comes.'))
  expect(text).toContain('Low tide.')
  expect(text).not.toContain('Nothing of it.')
  const meaning = savedSearches.create({ ...search, way: 'meaning' })
  await expect(exportAs({ savedSearch: meaning.id }, 'text')).rejects.toThrow('searches by meaning')
  await expect(exportAs({ savedSearch: 'gone' }, 'text')).rejects.toThrow('not here any more')
})

test('a selection is written alone, and chosen documents in the order given', async () => {
  const { write, export: exportAs, read } = begin()
  const one = write('One', 'First.')
  const two = write('Two', 'Second.')
  await exportAs({ selection: { id: one, title: 'One', text: 'Fir' } }, 'text', 'a.txt')
  expect(read('a.txt').toString()).toBe('One\n===\n\nFir\n')
  await exportAs({ ids: [two, one] }, 'markdown', 'b.md')
  expect(read('b.md').toString()).toMatch(/# Two\n\nSecond\.\n\n# One\n\nFirst\.\n$/)
})

test('a markdown book says that it has no front matter, and one document keeps it', async () => {
  const { write, check, export: exportAs, read } = begin()
  const ids = [
    write('One', '---\nlang: de\n---\n\n# One\n\nA[^1].\n\n[^1]: B.'),
    write('Two', 'C[^1].\n\n[^1]: D.'),
  ]
  expect(await check({ ids }, 'markdown')).toMatchObject({
    left: [{ why: 'The front matter of 1 document stays here.' }],
  })
  await exportAs({ ids }, 'markdown', 'book.md')
  expect(read('book.md').toString()).toMatch(
    /\n\n# One\n\nA\[\^1\]\.\n\n\[\^1\]: B\.\n\n# Two\n\nC\[\^1-2\]\.\n\n\[\^1-2\]: D\.\n$/,
  )
  expect(await check({ ids: ids.slice(0, 1) }, 'markdown')).toMatchObject({ left: [] })
})

test('markdown of one document is the text as it stands, byte for byte', async () => {
  const { write, export: exportAs, read } = begin()
  const text = 'a\r\n\r\n\t<!-- mine -->  \r\n'
  await exportAs({ ids: [write('One', text)] }, 'markdown', 'a.md')
  expect(read('a.md').toString()).toBe(text)
})

test('nothing is written where no place is chosen, and a name with awkward characters becomes one that every disk takes', async () => {
  const { write, exporter, library } = begin()
  const offered: string[] = []
  const ids = [write('a/b\\c:d*?"<>| con.', 'x')]
  const done = await exporter.export(
    { what: { ids }, format: 'docx', paper: 'A4' },
    library,
    async (name) => {
      offered.push(name)
      return undefined
    },
  )
  expect(done).toBeNull()
  expect(offered).toEqual(['a-b-c-d------ con.docx'])
})

const full: WritingFiles = {
  ...files,
  async open(...given: Parameters<typeof files.open>) {
    const handle = await files.open(...given)
    handle.sync = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
    return handle
  },
}

test('a full disk is said in a sentence; what was there before stays, and nothing half is left', async () => {
  const { write, export: exportAs, folder, names, read } = begin({ fs: full, threads: true })
  writeFileSync(path.join(folder, 'One.docx'), 'before')
  const refused = await exportAs({ ids: [write('One', 'x')] }, 'docx').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect((refused as AppError).problem.message).toMatch(/^The disk that holds .* is full/)
  expect(names()).toEqual(['One.docx'])
  expect(read('One.docx').toString()).toBe('before')
})

test('a place that is not there or may not be written is said in a sentence', async () => {
  const { write, export: exportAs } = begin({ threads: true })
  const refused = await exportAs({ ids: [write('One', 'x')] }, 'docx', 'nowhere/One.docx').catch(
    (error: unknown) => error,
  )
  expect((refused as AppError).problem.code).toBe('storage-failed')
})

/** The errors of the system for a disk, and the messages of the app. */
const DISKS = [
  ['ENOSPC', 'storage-full', 'is full'],
  ['EDQUOT', 'storage-full', 'is full'],
  ['EFBIG', 'storage-full', 'is full'],
  ['EROFS', 'storage-failed', 'can only be read'],
  ['EACCES', 'storage-failed', 'Check the permissions of its folder'],
  ['ENOENT', 'storage-failed', 'Stet cannot find'],
  ['EISDIR', 'storage-failed', 'A folder is in the place of'],
  ['EIO', 'storage-failed', 'Stet cannot use'],
] as const

test.each(DISKS)(
  '%s, wherever it comes, is said in a sentence, and nothing is left of it',
  async (code, kind, said) => {
    let place: 'open' | 'rename' = 'open'
    const failing = (at: typeof place) =>
      ((...given: never[]) =>
        at === place
          ? Promise.reject(Object.assign(new Error(code), { code }))
          : (files[at] as (...all: never[]) => Promise<unknown>)(...given)) as never
    const {
      write,
      export: exportAs,
      names,
      folder,
    } = begin({
      fs: { ...files, open: failing('open'), rename: failing('rename') },
    })
    const ids = [write('One', 'x')]
    writeFileSync(path.join(folder, 'before'), '')
    for (place of ['open', 'rename'] as const)
      for (const format of ['html', 'pdf'] as const) {
        const refused = await exportAs({ ids }, format).catch((error: unknown) => error)
        expect((refused as AppError).problem).toMatchObject({
          code: kind,
          message: expect.stringContaining(said),
        })
        expect(names()).toEqual(['before'])
      }
  },
)

test('a text of ten megabytes leaves in every form, with its last word', async () => {
  const { write, export: exportAs, read } = begin()
  const paragraph = `${'The tide was out, and nobody came to the slip. '.repeat(20)}\n\n`
  const text = `${paragraph.repeat(Math.ceil(10_000_000 / paragraph.length))}The end.`
  const what = { ids: [write('Long', text)] }
  for (const format of EXPORT_FORMATS) {
    await exportAs(what, format, `long.${format}`)
    const bytes = new Uint8Array(read(`long.${format}`))
    const name = { docx: 'word/document.xml', epub: 'EPUB/d1.xhtml' }[format as string]
    const words = Buffer.from(name === undefined ? bytes : (unzipSync(bytes)[name] ?? new Uint8Array()))
    expect(words.length, format).toBeGreaterThan(9_900_000)
    expect(words.includes('The end.'), format).toBe(true)
  }
})

test.each([
  ['con', '_con.html'],
  ['aux.txt', '_aux.txt.html'],
  ['../../etc/passwd', '-..-etc-passwd.html'],
  ['\u202egnp\u202c\ud800\u0000', 'gnp\ufffd.html'],
  [' . .', 'Untitled.html'],
  ['.hidden', 'hidden.html'],
  ['-rf', '-rf.html'],
  ['港の話 — الميناء 👩‍👩‍👧', '港の話 — الميناء 👩👩👧.html'],
  ['$(touch x) `y` %PATH% ;&', '$(touch x) `y` %PATH% ;&.html'],
])('the title %j becomes the name of a file in the chosen folder, and of no other', async (title, name) => {
  const { write, export: exportAs, names, asked } = begin()
  await exportAs({ ids: [write(title, 'x')] }, 'html')
  expect(asked).toEqual([name])
  expect(names()).toEqual([name])
})

test('an export that is cancelled writes nothing, and the next one goes ahead', async () => {
  const { write, exporter, library, mutex, folder, names, export: exportAs } = begin({ threads: true })
  const ids = [write('One', 'words '.repeat(50_000))]
  const done = await exporter.export({ what: { ids }, format: 'docx', paper: 'A4' }, library, async () => {
    setTimeout(() => mutex.stop(), 0)
    return path.join(folder, 'One.docx')
  })
  expect(done).toBeNull()
  expect(names()).toEqual([])
  await exportAs({ ids }, 'text')
  expect(names()).toEqual(['One.txt'])
})

test('an empty folder and a document that is gone are said', async () => {
  const { folderNamed, check } = begin()
  const message = (asked: Promise<unknown>) =>
    asked.then(
      () => '',
      (error: unknown) => (error as AppError).problem.message,
    )
  expect(await message(check({ folderId: folderNamed('Empty') }, 'docx'))).toBe(
    'There is no document in this.',
  )
  expect(await message(check({ ids: ['gone'] }, 'docx'))).toBe('There is no document in this.')
})
