import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OpenLibrary } from '../../connections/open-libraries'
import { exportedWhat } from './exported-what'
import { answerExport, handedExport, handOver, waitForOutcome } from './hand-over'
import { readCommandLine, type ExportAsked } from './arguments'

const asked: ExportAsked = { documents: [], format: 'pdf', paper: 'A4', target: '/tmp/x.pdf' }

describe('the words of a command line', () => {
  test('without --export open the window', () => {
    expect(readCommandLine(['notes.md', '--no-sandbox'], '/home')).toBeUndefined()
  })

  test('name what is exported, and the form by how the target ends', () => {
    const words = ['--export', '--document', 'A', '--document=B', '--to', 'out/book.EPUB', '--disable-gpu']
    expect(readCommandLine(words, '/home')).toEqual({
      kind: 'ask',
      asked: { documents: ['A', 'B'], format: 'epub', paper: 'A4', target: '/home/out/book.EPUB' },
    })
  })

  test('name the document of Word that gives the styles', () => {
    const words = ['--export', '--tag', 'a', '--to', 'x.docx', '--styles', 'house.dotx']
    expect(readCommandLine(words, '/home')).toMatchObject({ asked: { styles: '/home/house.dotx' } })
  })

  test.each([
    [['x.pdf', '--margins', 'wide'], { margins: 'wide' }],
    [['x.epub', '--cover', 'picture'], { cover: 'picture' }],
    [['x.epub', '--cover', 'sea.jpg'], { cover: 'image', coverImage: path.resolve('/home', 'sea.jpg') }],
    [['x.html', '--fragment'], { shape: 'fragment' }],
    [['site', '--as-folder'], { format: 'html', shape: 'folder', target: path.resolve('/home', 'site') }],
  ])('say how one form looks: %j', (words, said) => {
    expect(readCommandLine(['--export', '--tag', 'a', '--to', ...words], '/home')).toMatchObject({
      asked: said,
    })
  })

  test.each([
    [['--export', '--tag', 'a', '--to', 'x.epub', '--margins', 'wide'], 'Only docx and pdf have margins'],
    [['--export', '--tag', 'a', '--to', 'x.pdf', '--margins', '3cm'], '“3cm” are no margins'],
    [['--export', '--tag', 'a', '--to', 'x.pdf', '--cover', 'title'], 'Only an epub has a cover'],
    [['--export', '--tag', 'a', '--to', 'x.pdf', '--fragment'], 'Only html can be a fragment'],
    [
      ['--export', '--tag', 'a', '--to', 'x.pdf', '--as-folder', '--format', 'pdf'],
      'Only html can be a folder',
    ],
    [['--export', '--tag', 'a', '--to', 'x', '--as-folder', '--fragment'], 'A fragment cannot be a folder'],
    [['--export', '--tag', 'a', '--to', 'x'], 'Use --format'],
    [['--export', '--tag', 'a', '--to', 'x.pdf', '--styles', 'a.docx'], 'Only docx takes the styles'],
    [['--export', '--tag', 'a', '--to', 'x.pdf', '--paper', 'B4'], '“B4” is no paper'],
    [['--export', '--tga', 'a', '--to', 'x.pdf'], "Unknown option '--tga'"],
    [['--export', '--tag', 'a', '--to', 'x.pdf', 'STET://d/1'], 'A link cannot be opened'],
  ])('%j is not understood, in a sentence', (words, sentence) => {
    const line = readCommandLine(words, '/home')
    expect(line).toMatchObject({ kind: 'end', outcome: { code: 2, said: '' } })
    expect(line?.kind === 'end' && line.outcome.complaint).toContain(sentence)
  })
})

describe('what the words mean in a library', () => {
  const folders = [
    { id: 'f1', name: 'Novel', parentId: null },
    { id: 'f2', name: 'Notes', parentId: 'f1' },
    { id: 'f3', name: 'Notes', parentId: null },
  ]
  const items = [
    { id: 'd1', title: 'Chapter 10', folderId: 'f1' },
    { id: 'd2', title: 'Chapter 2', folderId: 'f1' },
    { id: 'd3', title: 'Chapter 2', folderId: 'f2' },
    { id: 'd4', title: 'chapter 2', folderId: null },
  ]
  const searched: unknown[] = []
  const library = {
    catalog: {
      library: () => ({ folders, tags: [{ id: 't1', name: 'Salt' }] }),
      documents: async ({ filter }: { filter: object }) => {
        searched.push(filter)
        return { items, total: items.length }
      },
    },
    savedSearches: {
      list: () => [{ id: 's', name: 'Sea', query: 'sea', way: 'words', below: true, folderId: 'f1' }],
    },
  } as unknown as OpenLibrary
  const what = (more: Partial<ExportAsked>) => exportedWhat({ ...asked, ...more }, library)

  test('a folder by its place, or by a name that only one has', async () => {
    expect(await what({ folder: 'novel/notes' })).toEqual({ folderId: 'f2' })
    expect(await what({ folder: '/Notes/' })).toEqual({ folderId: 'f3' })
    expect(await what({ folder: 'NOVEL' })).toEqual({ folderId: 'f1' })
    await expect(what({ folder: 'Poems' })).rejects.toThrow('There is no folder “Poems”')
  })

  test('documents by title, place or id, in the order given; two of one title are asked about', async () => {
    expect(await what({ documents: ['d3', 'Chapter 10', 'Novel/Notes/Chapter 2'] })).toEqual({
      ids: ['d3', 'd1', 'd3'],
    })
    await expect(what({ documents: ['Chapter 2'] })).rejects.toThrow(
      '2 documents are called “Chapter 2”. Name one with its folders, or by its id: Novel/Chapter 2 (d2), Novel/Notes/Chapter 2 (d3).',
    )
  })

  test('tags and searches, in the order of titles', async () => {
    expect(await what({ tag: '#salt' })).toEqual({ ids: ['d4', 'd2', 'd3', 'd1'] })
    expect(searched.at(-1)).toEqual({ tagIds: ['t1'] })
    expect(await what({ savedSearch: 'sea' })).toEqual({ savedSearch: 's' })
    await expect(what({ savedSearch: 'land' })).rejects.toThrow('There is no saved search “land”')
    await expect(what({ tag: 'pepper' })).rejects.toThrow('There is no tag “pepper”')
  })
})

describe('an export that another process does', () => {
  test('is told to who waits, word for word', async () => {
    const done = { code: 0, said: '/tmp/雪.pdf\n', complaint: 'x'.repeat(100_000) } as const
    const outcome = await handOver(asked, (handed) => {
      void answerExport(handedExport(structuredClone(handed))!, () => Promise.resolve(done))
      return false
    })
    expect(outcome).toEqual(done)
  })

  test('is nobody else’s where nobody runs', async () => {
    expect(await handOver(asked, () => true)).toBeUndefined()
  })

  test('is said to have ended where the other process ends, and to be silent where it says nothing', async () => {
    const { connect } = await import('node:net')
    const waiting = await waitForOutcome()
    const outcome = waiting.outcome()
    connect(waiting.address).end('{"code":0')
    expect(await outcome).toMatchObject({ code: 1, complaint: 'Stet ended before the file was written.\n' })
    expect((await (await waitForOutcome(0)).outcome()).complaint).toContain('does not answer')
  })

  test('is taken from what was handed over alone', () => {
    expect(handedExport(undefined)).toBeUndefined()
    expect(handedExport({ answer: '/tmp/a' })).toBeUndefined()
  })
})
