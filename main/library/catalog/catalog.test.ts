import { beforeEach, describe, expect, test } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import { openDatabase, type Database } from '../../store/database'
import type { DocumentRow, DocumentTable } from '../../store/document-table'
import { createDocumentTable } from '../../store/document-table.sqlite'
import { LOST_AND_FOUND } from '../../../shared/terms'
import { createReplica } from '../../store/lists/replica'
import { createRows } from '../../store/rows'
import { createCatalog, type Catalog } from './catalog'
import type { LibraryItem } from '../items/library-item'
import { openLibraryItems, type LibraryItems } from '../items/library-items'

let database: Database
let table: DocumentTable
let items: LibraryItems
let catalog: Catalog
let kept: string[] = []
let found: readonly string[] = []
const clock = createVirtualClock(Date.UTC(2026, 5, 15))

beforeEach(() => {
  database = openDatabase(':memory:')
  kept = []
  found = ['d2']
  table = createDocumentTable(database)
  items = openLibraryItems(createRows(database))
  catalog = createCatalog({
    replica: createReplica(database),
    table,
    items,
    clock,
    documents: {
      withoutText: (folders) => table.countWithoutText(folders),
      inMemoryOnly: () => undefined,
      madeInMemoryOnly: () => [],
      deletedInMemoryOnly: () => [],
    },
    keptOffline: () => kept,
    withWords: async (_words, limit) => found.slice(0, limit),
    searchable: (ids) => ids.filter((id) => !id.startsWith('elsewhere')),
    onCountsStale: () => {},
  })
})

function add(id: string, more: Partial<DocumentRow> = {}): void {
  const row: DocumentRow = {
    id,
    title: id,
    excerpt: '',
    folderId: null,
    tagIds: [],
    status: 'draft',
    phase: 'clean',
    hidden: false,
    editedSincePublished: false,
    pending: false,
    hasText: true,
    createdAt: '2026-06-01T00:00:00Z',
    updatedAt: '2026-06-01T00:00:00Z',
    ...more,
  }
  table.put(row, true)
}

const folder = (id: string, parentId: string | null, position = 0, more: Partial<LibraryItem> = {}) =>
  items.put({
    kind: 'folder',
    id,
    remoteId: id,
    mine: { name: `F${id}`, parentId, position },
    base: { fields: { name: `F${id}`, parentId, position } },
    deleted: false,
    movedAt: 0,
    ...more,
  })
const tag = (id: string, more: Partial<LibraryItem> = {}) =>
  items.put({
    kind: 'tag',
    id,
    remoteId: id,
    mine: { name: `T${id}` },
    base: { fields: { name: `T${id}` } },
    deleted: false,
    movedAt: 0,
    ...more,
  })

const listed = async (
  filter: Parameters<Catalog['documents']>[0]['filter'],
  sort: 'updated' | 'title' = 'title',
  descending = false,
) => (await catalog.documents({ filter, sort, descending, offset: 0, limit: 100 })).items.map(({ id }) => id)

describe('library', () => {
  test('folders in the order of the tree, with what is directly in them', () => {
    folder('2', null, 1)
    folder('1', null, 0)
    folder('3', '2', 0)
    add('a', { folderId: '3' })
    add('b', { folderId: '3', hidden: true })
    const { folders } = catalog.library()
    expect(folders.map(({ id, parentId, documents }) => [id, parentId, documents])).toEqual([
      ['1', null, 0],
      ['2', null, 0],
      ['3', '2', 1],
    ])
  })

  test('the list of a folder holds the documents of its subfolders where it is to', async () => {
    folder('1', null, 0)
    folder('2', '1')
    folder('3', '2')
    folder('4', null, 1)
    add('a', { folderId: '1' })
    add('b', { folderId: '3' })
    add('c', { folderId: '4' })
    expect(await listed({ folderId: '1' })).toEqual(['a'])
    expect(await listed({ folderId: '1', subfolders: true })).toEqual(['a', 'b'])
    expect(await listed({ folderId: '2', subfolders: true })).toEqual(['b'])
    expect(await listed({ folderId: '4', subfolders: true })).toEqual(['c'])
  })

  test('a folder that is kept offline is marked, and those in it; texts that are not here are counted', () => {
    folder('1', null, 0)
    folder('2', '1')
    folder('3', '2')
    folder('4', null, 1)
    kept = ['2']
    add('a', { remoteId: 'a', hasText: false })
    add('b', { remoteId: 'b' })
    const { folders, withoutText } = catalog.library()
    expect(folders.map(({ id, offline }) => [id, offline])).toEqual([
      ['1', undefined],
      ['2', 'chosen'],
      ['3', 'within'],
      ['4', undefined],
    ])
    expect(withoutText).toBe(1)
  })

  test('what is deleted here is not shown', () => {
    folder('1', null, 0, { mine: { name: 'New name', parentId: null, position: 0 } })
    folder('2', null, 1, { deleted: true })
    expect(catalog.library().folders.map(({ id, name }) => [id, name])).toEqual([['1', 'New name']])
  })

  test('folders in a circle, without a parent, and documents in no known folder lie under Lost and found', async () => {
    folder('1', '2')
    folder('2', '1')
    folder('3', 'gone')
    folder('4', '3')
    folder('5', '5')
    add('a', { folderId: 'unknown' })
    const { folders } = catalog.library()
    const parents = Object.fromEntries(folders.map(({ id, parentId }) => [id, parentId]))
    expect(parents).toEqual({
      '1': LOST_AND_FOUND,
      '2': '1',
      '3': LOST_AND_FOUND,
      '4': '3',
      '5': LOST_AND_FOUND,
      [LOST_AND_FOUND]: null,
    })
    expect(folders.find(({ id }) => id === LOST_AND_FOUND)?.documents).toBe(1)
    expect(await listed({ folderId: LOST_AND_FOUND })).toEqual(['a'])
    add('b', { folderId: '4' })
    add('c', { folderId: '2' })
    expect(await listed({ folderId: LOST_AND_FOUND, subfolders: true })).toEqual(['a', 'b', 'c'])
  })

  test('nothing lost, nothing found', () => {
    folder('1', null)
    expect(catalog.library().folders).toHaveLength(1)
  })

  test('tags by name with their documents', () => {
    tag('2')
    tag('1')
    add('a', { tagIds: ['1', '2'] })
    add('b', { tagIds: ['1'], hidden: true })
    expect(catalog.library().tags.map(({ name, documents }) => [name, documents])).toEqual([
      ['T1', 1],
      ['T2', 1],
    ])
  })

  test('counts for the smart lists', () => {
    add('a', { status: 'published', editedSincePublished: true })
    add('b', { phase: 'conflicted', folderId: 'x', updatedAt: '2020-01-01T00:00:00Z' })
    add('c', { hidden: true })
    expect(catalog.library().counts).toEqual({
      all: 2,
      recent: 1,
      drafts: 1,
      published: 1,
      'edited-since-published': 1,
      'needs-you': 1,
      untagged: 2,
      'no-folder': 1,
    })
  })
})

describe('documents', () => {
  test('each filter alone and together', async () => {
    tag('t1')
    tag('t2')
    folder('f', null)
    add('d1', { folderId: 'f', tagIds: ['t1', 't2'], status: 'published', editedSincePublished: true })
    add('d2', { folderId: 'f', tagIds: ['t1'] })
    add('d3', { phase: 'rejected', updatedAt: '2019-01-01T00:00:00Z' })
    add('d4', { hidden: true })
    expect(await listed({})).toEqual(['d1', 'd2', 'd3'])
    expect(await listed({ folderId: 'f' })).toEqual(['d1', 'd2'])
    expect(await listed({ folderId: null })).toEqual(['d3'])
    expect(await listed({ tagIds: ['t1', 't2'] })).toEqual(['d1'])
    expect(await listed({ folderId: 'f', tagIds: ['t1'], status: 'draft' })).toEqual(['d2'])
    expect(await listed({ smart: 'published' })).toEqual(['d1'])
    expect(await listed({ smart: 'drafts' })).toEqual(['d2', 'd3'])
    expect(await listed({ smart: 'edited-since-published' })).toEqual(['d1'])
    expect(await listed({ smart: 'needs-you' })).toEqual(['d3'])
    expect(await listed({ smart: 'recent' })).toEqual(['d1', 'd2'])
    expect(await listed({ smart: 'untagged' })).toEqual(['d3'])
    expect(await listed({ text: 'anything' })).toEqual(['d2'])
  })

  test('a word that is only begun is looked for in titles, where may be searched; one that is there in texts too', async () => {
    add('d1', { title: 'The ferry' })
    add('d2', { title: 'Low water' })
    add('d3', { title: 'Éclair and often' })
    add('elsewhere', { title: 'Ferns' })
    expect(await listed({ text: 'fe' })).toEqual(['d2', 'd1'])
    found = []
    expect(await listed({ text: 'e' })).toEqual(['d3'])
    expect(await listed({ text: 'er' })).toEqual([])
    // Two letters of a script without spaces form a word.
    expect(await listed({ text: '渡し' })).toEqual([])
  })

  test('a filter that lets very many through says that there are more', async () => {
    for (let n = 0; n < 3_100; n++) add(`m${n}`)
    found = Array.from({ length: 3_100 }, (_, n) => `m${n}`)
    const ask = { sort: 'updated', descending: true, offset: 0, limit: 5 } as const
    const many = await catalog.documents({ ...ask, filter: { text: 'tide' } })
    expect([many.items.length, many.total, many.isMore]).toEqual([5, 3_000, true])
    found = found.slice(0, 3_000)
    const all = await catalog.documents({ ...ask, filter: { text: 'tide' } })
    expect([all.total, all.isMore]).toEqual([3_000, undefined])
  })

  test('sorted both ways, in pages, with the total', async () => {
    for (let n = 0; n < 5; n++) add(`d${n}`, { updatedAt: `2026-06-0${n + 1}T00:00:00Z` })
    expect(await listed({}, 'updated', true)).toEqual(['d4', 'd3', 'd2', 'd1', 'd0'])
    const page = await catalog.documents({
      filter: {},
      sort: 'title',
      descending: false,
      offset: 2,
      limit: 2,
    })
    expect([page.items.map(({ id }) => id), page.total]).toEqual([['d2', 'd3'], 5])
  })

  test('a tag that is gone is not shown, and does not count as a tag', async () => {
    tag('t1')
    add('a', { tagIds: ['t1', 'gone'] })
    add('b', { tagIds: ['gone'] })
    const page = await catalog.documents({
      filter: {},
      sort: 'title',
      descending: false,
      offset: 0,
      limit: 9,
    })
    expect(page.items.map(({ tagIds }) => tagIds)).toEqual([['t1'], []])
    expect(await listed({ smart: 'untagged' })).toEqual(['b'])
  })
})

describe('find', () => {
  const titles = (query: string) => catalog.find({ query, limit: 3 }).map(({ title }) => title)

  test('nothing typed: the latest first', () => {
    add('a', { title: 'Old', updatedAt: '2026-01-01T00:00:00Z' })
    add('b', { title: 'New', updatedAt: '2026-06-01T00:00:00Z' })
    expect(titles('')).toEqual(['New', 'Old'])
  })

  test('the beginning before a word before a part before scattered letters; accents and case aside; CJK', () => {
    add('a', { title: 'Scattered Hours and Odd Rooms' })
    add('b', { title: 'The shore' })
    add('c', { title: 'Shoreline' })
    add('d', { title: 'Offshore' })
    add('e', { title: '海岸の散歩' })
    add('f', { title: 'Élégie' })
    expect(catalog.find({ query: 'shor', limit: 9 }).map(({ id }) => id)).toEqual(['c', 'b', 'd', 'a'])
    expect(titles('散歩')).toEqual(['海岸の散歩'])
    expect(titles('elegie')).toEqual(['Élégie'])
    expect(titles('zzz')).toEqual([])
  })

  test('titles that links name and no document has; a deleted document has none', () => {
    add('a', { title: 'Harbour' })
    add('b', { title: 'Gone', hidden: true })
    add('c', { title: 'Café' })
    expect(catalog.missingTitles({ titles: ['harbour', 'Harbour notes', 'Gone', 'Cafe'] })).toEqual([
      'Harbour notes',
      'Gone',
      'Cafe',
    ])
  })

  test('a title with signs that end a link is there by its name in links, and found by it', () => {
    add('a', { title: 'Square [1] other' })
    add('b', { title: 'Bar | other' })
    expect(
      catalog.missingTitles({ titles: ['square 1 other', 'Bar other', 'Bar | other', 'Square 1'] }),
    ).toEqual(['Square 1'])
    expect(titles('Square 1 other')).toEqual(['Square [1] other'])
    expect(titles('Bar other')[0]).toBe('Bar | other')
  })

  test('a new title is found at once, a deleted document is not', () => {
    add('a', { title: 'Harbour' })
    expect(titles('harb')).toEqual(['Harbour'])
    add('a', { title: 'Lagoon' })
    expect([titles('harb'), titles('lag')]).toEqual([[], ['Lagoon']])
    add('a', { title: 'Lagoon', hidden: true })
    expect(titles('lag')).toEqual([])
  })
})

describe('a list that is divided', () => {
  const page = { filter: {}, sort: 'updated', descending: true, limit: 2 } as const
  const folderAt = (id: string, position: number): LibraryItem => ({
    kind: 'folder',
    id,
    remoteId: id,
    base: { fields: { name: id, parentId: null, position } },
    mine: { name: id, parentId: null, position },
    deleted: false,
    movedAt: 0,
  })

  test('has its parts in order, each sorted for itself, over the ends of pages', async () => {
    items.put(folderAt('b', 0))
    items.put(folderAt('a', 1))
    add('1', { folderId: 'a', updatedAt: '2026-06-03T00:00:00Z' })
    add('2', { folderId: null, updatedAt: '2026-06-04T00:00:00Z' })
    add('3', { folderId: 'b', updatedAt: '2026-05-01T00:00:00Z' })
    add('4', { folderId: 'a', updatedAt: '2026-05-02T00:00:00Z', status: 'published' })
    const all = async (group: 'folder' | 'status' | 'month') => {
      const first = await catalog.documents({ ...page, group, offset: 0 })
      const second = await catalog.documents({ ...page, group, offset: 2 })
      expect([first.total, second.groups]).toEqual([4, first.groups])
      return [
        first.groups?.map(({ key, count }) => `${key} ${count}`),
        [...first.items, ...second.items].map(({ id }) => id),
      ]
    }
    expect(await all('folder')).toEqual([
      ['b 1', 'a 2', ' 1'],
      ['3', '1', '4', '2'],
    ])
    expect(await all('status')).toEqual([
      ['draft 3', 'published 1'],
      ['2', '1', '3', '4'],
    ])
    expect(await all('month')).toEqual([
      ['2026-06 2', '2026-05 2'],
      ['2', '1', '4', '3'],
    ])
  })

  test('goes together with a filter', async () => {
    add('1')
    add('2', { status: 'published' })
    const drafts = await catalog.documents({
      ...page,
      filter: { smart: 'drafts' },
      group: 'status',
      offset: 0,
    })
    expect(drafts).toMatchObject({ total: 1, groups: [{ key: 'draft', count: 1 }], items: [{ id: '1' }] })
  })

  test('its order is known over all pages: a part of its ids, and the next title that begins so', async () => {
    add('1', { title: 'Ebb', updatedAt: '2026-06-03T00:00:00Z' })
    add('2', { title: 'Élan', updatedAt: '2026-05-04T00:00:00Z', status: 'published' })
    add('3', { title: 'ebb tide', updatedAt: '2026-05-01T00:00:00Z' })
    add('4', { title: 'Ebbing', hidden: true })
    const { limit: _limit, ...list } = page
    const ids = (from: number, limit: number, group?: 'status') =>
      catalog.ids({ ...list, ...(group && { group }), offset: from, limit })
    expect([await ids(0, 9), await ids(1, 1), await ids(0, 9, 'status')]).toEqual([
      ['1', '2', '3'],
      ['2'],
      ['1', '3', '2'],
    ])
    found = ['3', '2']
    expect(await catalog.ids({ ...list, filter: { text: 'two words' }, offset: 0, limit: 9 })).toEqual([
      '2',
      '3',
    ])
    const seek = (prefix: string, from: number) => catalog.seek({ ...list, prefix, from })
    expect([await seek('ebb', 0), await seek('EBB', 1), await seek('ebb t', 0), await seek('x', 0)]).toEqual([
      0,
      2,
      2,
      null,
    ])
    // The search continues from the end at the beginning.
    expect(await catalog.seek({ ...list, descending: false, prefix: 'él', from: 2 })).toBe(1)
    const locate = (...wanted: string[]) => catalog.locate({ ...list, ids: wanted })
    expect([await locate('3', '1'), await locate('4', '2', '1'), await locate('4')]).toEqual([
      { id: '3', index: 2 },
      { id: '2', index: 1 },
      null,
    ])
  })
})
