import { expect, test } from 'vitest'
import type { Database } from '../../main/store/database'
import { createMemoryDisk, type Disk } from './disk'
import { createThere, type Writer } from './writer'
import { useWriters } from './writers'

const { withDocument } = useWriters()

/** More than any page that is there has room for. */
const MANY = 'Words that need room. '.repeat(20_000)

/** A disk that takes nothing beyond what it holds while it is full. */
function fillableDisk() {
  let database: Database | undefined
  return {
    disk(onCommit: () => void): Disk {
      const memory = createMemoryDisk(onCommit)
      return {
        ...memory,
        open() {
          const opened = memory.open!()
          database = opened.database
          return opened
        },
      }
    },
    fill(isFull: boolean) {
      const { page_count: pages } = database!.prepare('PRAGMA page_count').get() as { page_count: number }
      database!.exec(`PRAGMA max_page_count = ${isFull ? pages : 1_000_000_000}`)
    },
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

test('[L12] the list shows what is in memory only as it is, and says so until it is written', async () => {
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

test('what comes from the service while the disk is full is asked for again, once there is room', async () => {
  const { disk, fill } = fillableDisk()
  const { writer } = await withDocument('As it was.\n', { disk })
  writer.workspace.attend(true)
  await writer.pass(70_000)
  fill(true)
  await createThere(writer, { title: 'From elsewhere', content: MANY })
  await writer.pass(200_000)
  expect(writer.workspace.catalog.find({ query: 'elsewhere', limit: 1 })).toEqual([])
  fill(false)
  await writer.pass(70_000)
  expect(writer.workspace.catalog.find({ query: 'elsewhere', limit: 1 })).toHaveLength(1)
})
