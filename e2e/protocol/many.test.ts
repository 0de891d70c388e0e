import { afterEach, expect, test } from 'vitest'
import { createMemoryDisk } from './disk'
import { allThere, createThere, openWriter, type Writer } from './writer'

const COUNT = 120
const writers: Writer[] = []
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.close()
})

test('[E2] a tag on many documents under a rate limit: counted, paused, cancelled, and a text goes first', async () => {
  const writer = openWriter()
  writers.push(writer)
  for (let at = 0; at < COUNT; at++) await createThere(writer, { title: `D${at}`, content: `Text ${at}.` })
  writer.workspace.attend('focused')
  await writer.pass(70_000)
  const { documents, catalog, organise, outbox } = writer.workspace
  const { id: tag } = await organise.createTag({ name: 'late' })
  await writer.pass(5_000)
  // Three requests run at a time, and then the service asks to wait.
  let asked = 0
  writer.faults.plan(
    { kind: 'throttled', after: '10' },
    ({ method }) => method === 'PUT' && ++asked % 4 === 0,
    1e6,
  )
  const items = () =>
    catalog.documents({ filter: {}, sort: 'title', descending: false, offset: 0, limit: COUNT })
  for (const { id } of (await items()).items) await documents.editFields({ id, tagIds: [tag] })
  await writer.pass(0)
  expect(outbox.list().progress?.total).toBe(COUNT)
  await writer.pass(60_000)
  const { done = 0, total = 0 } = outbox.list().progress ?? {}
  expect(total).toBe(COUNT)
  expect(done).toBeGreaterThan(5)
  expect(done).toBeLessThan(COUNT / 2)

  // A document saved by hand does not wait behind all these.
  const window = await writer.edit((await items()).items.at(-1)!.id)
  await window.append(' Typed.')
  await documents.save({ id: window.id, reason: 'key' })
  await writer.pass(25_000)
  expect((await allThere(writer)).filter(([, text]) => text.endsWith(' Typed.'))).toHaveLength(1)

  outbox.pause(true)
  await writer.pass(1_000)
  const before = asked
  await writer.pass(60_000)
  expect(asked).toBe(before)
  const cancelled = outbox.cancelMany()
  await writer.pass(1_000)
  expect(await cancelled).toBeGreaterThan(COUNT / 2)
  outbox.pause(false)
  await writer.pass(120_000)
  expect(outbox.waiting()).toBe(0)
  expect(outbox.list().progress).toBeUndefined()
  const tagged = (await items()).items.filter(({ tagIds }) => tagIds.length > 0)
  expect(tagged.length + (await cancelled)).toBe(COUNT)
})

test('a folder of sixty documents, deleted on the service and then undone, is there again with all of them, each once', async () => {
  const writer = openWriter()
  writers.push(writer)
  writer.workspace.attend('focused')
  await writer.pass(1_000)
  const { documents, organise, outbox, catalog } = writer.workspace
  const { id: outer } = await organise.createFolder({ name: 'Part', parentId: null })
  const { id: inner } = await organise.createFolder({ name: 'Scene', parentId: outer })
  for (let at = 0; at < 60; at++)
    await documents.create({ title: `D${at}`, text: `Text ${at}.`, folderId: at % 2 === 0 ? outer : inner })
  await writer.pass(120_000)
  const foldersThere = async () => {
    const answer = await writer.other.call('folders.list')
    return answer.kind === 'ok' ? answer.data.map(({ id, name, parent_id }) => ({ id, name, parent_id })) : []
  }
  expect(await allThere(writer)).toHaveLength(60)

  expect(await organise.deleteFolder({ id: outer })).toEqual({ documents: 60 })
  await writer.pass(300_000)
  expect(await allThere(writer)).toEqual([])
  expect(await foldersThere()).toEqual([])

  await organise.restoreFolder({ id: outer })
  await writer.pass(300_000)
  expect(outbox.waiting()).toBe(0)
  const back = await allThere(writer)
  expect(back.map(([, text]) => text).sort()).toEqual(
    Array.from({ length: 60 }, (_, at) => `Text ${at}.`).sort(),
  )
  const folders = await foldersThere()
  const part = folders.find(({ name }) => name === 'Part')
  expect(folders.find(({ name }) => name === 'Scene')?.parent_id).toBe(part?.id)
  const { items } = await catalog.documents({
    filter: {},
    sort: 'title',
    descending: false,
    offset: 0,
    limit: 100,
  })
  const nameOf = (id: string | null) => catalog.library().folders.find((one) => one.id === id)?.name
  for (const { title, folderId } of items)
    expect(nameOf(folderId)).toBe(Number(title.slice(1)) % 2 === 0 ? 'Part' : 'Scene')
})

test('typed words go before the tags of many after a restart as well', async () => {
  const writer = openWriter()
  writers.push(writer)
  for (let at = 0; at < 60; at++) await createThere(writer, { title: `D${at}`, content: `Text ${at}.` })
  writer.workspace.attend('focused')
  await writer.pass(70_000)
  const { documents, catalog, organise } = writer.workspace
  const { id: tag } = await organise.createTag({ name: 'late' })
  await writer.pass(5_000)
  writer.faults.offline(true)
  const page = { filter: {}, sort: 'title', descending: false, offset: 0, limit: 60 } as const
  const { items } = await catalog.documents(page)
  await documents.editEach({ edits: items.map(({ id }) => ({ id, addTags: [tag] })) })
  for (const { id } of items.slice(-2)) await (await writer.edit(id)).append(' Typed.')
  const puts: string[] = []
  writer.faults.plan(
    { kind: 'throttled', after: '1' },
    ({ method, path }) => method === 'PUT' && puts.push(path) < 0,
    1,
  )
  writer.crash()
  await writer.pass(1_000)
  writer.faults.offline(false)
  await writer.pass(600_000)
  const typedIn = items.slice(-2).map(({ id }) => puts.findIndex((path) => path.endsWith(`/${id}`)))
  expect(puts.length).toBeGreaterThan(50)
  expect(Math.min(...typedIn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...typedIn)).toBeLessThan(10)
})

test('a start with many that wait tells windows nothing that they see in their lists, and writes none of them', async () => {
  let commits = 0
  const writer = openWriter({ disk: (onCommit) => createMemoryDisk(() => (commits++, onCommit())) })
  writers.push(writer)
  for (let at = 0; at < 60; at++) await createThere(writer, { title: `D${at}`, content: `Text ${at}.` })
  writer.workspace.attend('focused')
  await writer.pass(70_000)
  const { catalog, documents, organise, outbox } = writer.workspace
  const { id: tag } = await organise.createTag({ name: 'late' })
  await writer.pass(5_000)
  outbox.pause(true)
  const page = { filter: {}, sort: 'title', descending: false, offset: 0, limit: 60 } as const
  const { items } = await catalog.documents(page)
  await documents.editEach({ edits: items.map(({ id }) => ({ id, addTags: [tag] })) })
  writer.crash()
  await writer.pass(100)
  // The findings of the first start after the pause are announced and stored only once.
  writer.crash()
  writer.told.length = 0
  const before = commits
  await writer.pass(100)
  expect(writer.workspace.outbox.waiting()).toBe(60)
  expect(writer.told.filter(({ name }) => name === 'document.status-changed')).toEqual([])
  expect(commits - before).toBeLessThan(20)
  writer.workspace.outbox.pause(false)
  await writer.pass(120_000)
  expect(writer.workspace.outbox.waiting()).toBe(0)
})

test('who types into a published text that waits to be published counts as typing', async () => {
  const writer = openWriter()
  writers.push(writer)
  const id = await createThere(writer, { title: 'Out', content: 'Read by many.', status: 'published' })
  await writer.pass(1_000)
  const window = await writer.edit(id)
  await writer.pass(10_000)
  expect(writer.workspace.outbox.isWriterTyping()).toBe(false)
  await window.append(' More.')
  expect(writer.workspace.outbox.waitingForWriter()).toBe(1)
  expect(writer.workspace.outbox.isWriterTyping()).toBe(true)
})
