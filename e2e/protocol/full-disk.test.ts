import { expect, test } from 'vitest'
import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import { createMemoryDisk } from './disk'
import { createThere, type Writer } from './writer'
import { useWriters } from './writers'

const { withDocument } = useWriters()

const MANY = 'Words that need room. '.repeat(20_000)

/** A disk that rejects every write while it is full. */
function fillableDisk() {
  let isFull = false
  return {
    disk: (onCommit: () => void) => createMemoryDisk(onCommit, () => isFull),
    fill: (full: boolean) => void (isFull = full),
  }
}

const listOf = async ({ workspace }: Writer) =>
  (
    await workspace.catalog.documents({
      filter: {},
      sort: 'updated',
      descending: true,
      offset: 0,
      limit: 10,
    })
  ).items

test('the list shows what is in memory only as it is, and says so until it is written', async () => {
  const { disk, fill } = fillableDisk()
  const { writer, id, window } = await withDocument('As it was.\n', { disk })
  writer.faults.offline(true)
  fill(true)
  await window.type(`As it is now. ${MANY}`)
  await writer.pass(1_000)
  const [item] = await listOf(writer)
  expect(item).toMatchObject({ id, onlyInMemory: true })
  expect(item?.excerpt).toMatch(/^As it is now\./)
  expect(writer.workspace.catalog.summaries({ ids: [id] })).toEqual([item])
  expect(() =>
    writer.workspace.documents.createAll([
      { title: 'More', text: MANY, folderId: null, tagIds: [], status: 'draft' },
    ]),
  ).toThrow('The disk is full, or does not take what is written.')

  fill(false)
  writer.told.length = 0
  await writer.pass(5_000)
  expect((await listOf(writer))[0]).not.toHaveProperty('onlyInMemory')
  expect(writer.told.map(({ name }) => name)).toContain('library.changed')
  writer.crash()
  expect((await writer.edit(id)).text()).toBe(`As it is now. ${MANY}`)
})

test('what is made while the disk is full is in the list, first, and once only when it is written', async () => {
  const { disk, fill } = fillableDisk()
  const { writer, id } = await withDocument('As it was.\n', { disk })
  const { catalog, documents } = writer.workspace
  fill(true)
  const made = await documents.create({ title: 'Made', text: MANY })
  const list = { sort: 'updated', descending: true } as const
  const ids = (filter: DocumentFilter) => catalog.ids({ ...list, filter, offset: 0, limit: 10 })
  expect(await listOf(writer)).toMatchObject([{ id: made.id, title: 'Made', onlyInMemory: true }, { id }])
  expect(await ids({})).toEqual([made.id, id])
  expect(await ids({ folderId: null, smart: 'drafts' })).toEqual([made.id, id])
  expect(await ids({ smart: 'published' })).toEqual([])
  expect(await ids({ tagIds: ['t-1'] })).toEqual([])
  const second = await catalog.documents({ ...list, filter: {}, offset: 1, limit: 1 })
  expect([second.items.map((item) => item.id), second.total]).toEqual([[id], 2])

  fill(false)
  await writer.pass(5_000)
  expect((await ids({})).toSorted()).toEqual([made.id, id].toSorted())
  expect((await listOf(writer))[0]).not.toHaveProperty('onlyInMemory')
})

test('what is deleted while the disk is full is in no list any more, and back once the delete is undone', async () => {
  const { disk, fill } = fillableDisk()
  const { writer, id } = await withDocument('As it was.\n', { disk })
  const { catalog, documents } = writer.workspace
  const found = async () => [
    (await listOf(writer)).length,
    catalog.summaries({ ids: [id] }).length,
    (await catalog.ids({ filter: {}, sort: 'title', descending: false, offset: 0, limit: 10 })).length,
  ]
  writer.faults.offline(true)
  expect(await found()).toEqual([1, 1, 1])
  fill(true)
  writer.told.length = 0
  await documents.delete({ ids: [id] })
  await writer.pass(1_000)
  expect(documents.unwritten()).toEqual([id])
  expect(await found()).toEqual([0, 0, 0])
  expect(writer.told.map(({ name }) => name)).toContain('library.changed')
  await documents.restore({ ids: [id] })
  expect(await found()).toEqual([1, 1, 1])
  await documents.delete({ ids: [id] })
  fill(false)
  await writer.pass(5_000)
  expect(await found()).toEqual([0, 0, 0])
})

test('what comes from the service while the disk is full is asked for again, once there is room', async () => {
  const { disk, fill } = fillableDisk()
  const { writer } = await withDocument('As it was.\n', { disk })
  writer.workspace.attend('focused')
  await writer.pass(70_000)
  fill(true)
  await createThere(writer, { title: 'From elsewhere', content: MANY })
  await writer.pass(200_000)
  expect(writer.workspace.catalog.find({ query: 'elsewhere', limit: 1 })).toEqual([])
  fill(false)
  await writer.pass(70_000)
  expect(writer.workspace.catalog.find({ query: 'elsewhere', limit: 1 })).toHaveLength(1)
})

test('a library opens on a full disk, with every word that the disk has, and takes more', async () => {
  const { disk, fill } = fillableDisk()
  const { writer, id, window } = await withDocument('As it was.\n', { disk })
  await window.append('And more.')
  fill(true)
  writer.crash()
  const again = await writer.edit(id)
  expect(again.text()).toBe('As it was.\nAnd more.')
  await again.append(' And this.')
  await writer.pass(30_000)
  fill(false)
  await writer.pass(5_000)
  writer.crash()
  expect((await writer.edit(id)).text()).toBe('As it was.\nAnd more. And this.')
})
