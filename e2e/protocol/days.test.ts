import { expect, test } from 'vitest'
import { createMemoryDisk } from './disk'
import { allThere } from './writer'
import { useWriters } from './writers'

const { start } = useWriters()

/** Two devices of one writer on one service, both without a network. */
function devices() {
  const here = start({ name: 'here' })
  const there = start({
    name: 'there',
    service: here.service,
    clock: here.clock,
  })
  here.faults.offline(true)
  there.faults.offline(true)
  return [here, there] as const
}

type Device = ReturnType<typeof devices>[number]

async function makeDay({ workspace }: Device, text: string): Promise<string> {
  const { id } = await workspace.documents.create({ title: '2026-11-26', text, folderId: null })
  workspace.days.made(id)
  return id
}

async function meet(here: Device, there: Device): Promise<void> {
  here.faults.offline(false)
  here.workspace.retry()
  await here.pass(60_000)
  there.faults.offline(false)
  there.workspace.retry()
  for (let round = 0; round < 5; round++) {
    await here.pass(120_000)
    here.workspace.retry()
    there.workspace.retry()
  }
  await here.pass(60_000)
}

test('a day that two devices made without a network is one document with the words of both, the template once', async () => {
  const [here, there] = devices()
  await makeDay(here, '# Day\n\nfrom here\n')
  const gone = await makeDay(there, '# Day\n\nfrom there\n')
  await meet(here, there)
  expect(await allThere(here)).toEqual([['2026-11-26', '# Day\n\nfrom here\n\nfrom there\n']])
  const titles = (device: Device) =>
    device.workspace.catalog.find({ query: '2026', limit: 9 }).map(({ title }) => title)
  expect([titles(here), titles(there)]).toEqual([['2026-11-26'], ['2026-11-26']])
  expect(there.told.filter(({ name }) => name === 'day.joined')).toHaveLength(1)
  expect(here.told.filter(({ name }) => name === 'day.joined')).toHaveLength(0)
  // The deleted document can be restored.
  expect(there.workspace.documents.read(gone)?.text).toContain('from there')
})

test('one that a window has open stays until the window says so, and loses no word that is typed meanwhile', async () => {
  const [here, there] = devices()
  await makeDay(here, 'from here')
  const id = await makeDay(there, 'from')
  const window = await there.edit(id)
  await meet(here, there)
  expect(await allThere(here)).toHaveLength(2)
  expect(there.told.some((one) => one.name === 'day.made-twice' && one.payload.id === id)).toBe(true)
  await window.type('from there')
  // A document with pending changes is not joined.
  await there.workspace.days.join(id)
  expect(await allThere(here)).toHaveLength(2)
  await there.pass(60_000)
  await there.workspace.days.join(id)
  await there.pass(60_000)
  expect(await allThere(here)).toEqual([['2026-11-26', 'from here\n\nfrom there']])
})

test('one that two windows have open stays until one has closed it: words of the other may be on their way', async () => {
  const [here, there] = devices()
  await makeDay(here, 'from here')
  const id = await makeDay(there, 'from there')
  const [one, slow] = [await there.edit(id), await there.edit(id)]
  await meet(here, there)
  await there.workspace.days.join(id)
  await slow.type('from there, late')
  slow.close()
  await there.pass(60_000)
  expect(await allThere(here)).toHaveLength(2)
  await there.workspace.days.join(id)
  await there.pass(60_000)
  one.close()
  await meet(here, there)
  expect(await allThere(here)).toEqual([['2026-11-26', 'from here\n\nfrom there, late']])
})

test('documents of one title that no device made for a day stay two, and so do those of two folders', async () => {
  const [here, there] = devices()
  await here.workspace.documents.create({ title: '2026-11-26', text: 'one', folderId: null })
  await there.workspace.documents.create({ title: '2026-11-26', text: 'two', folderId: null })
  const folder = await there.workspace.organise.createFolder({ name: 'Days', parentId: null })
  const { id } = await there.workspace.documents.create({
    title: '2026-11-26',
    text: 'three',
    folderId: folder.id,
  })
  there.workspace.days.made(id)
  await meet(here, there)
  expect((await allThere(here)).map(([, text]) => text).toSorted()).toEqual(['one', 'three', 'two'])
})

test('a device that ends right after the words were joined joins them once', async () => {
  for (let commits = 1; commits < 8; commits++) {
    const [here, there] = devices()
    await makeDay(here, 'from here')
    const id = await makeDay(there, 'from there')
    await there.edit(id)
    await meet(here, there)
    there.dieAfter(commits)
    await there.workspace.days.join(id).catch(() => {})
    if (there.isAlive()) there.die()
    there.revive()
    await meet(here, there)
    expect(await allThere(here), `after ${commits}`).toEqual([['2026-11-26', 'from here\n\nfrom there']])
  }
})

test('a kill while captured words are added leaves them in one place, wherever it comes', async () => {
  for (let commits = 1; commits < 5; commits++) {
    const writer = start()
    writer.faults.offline(true)
    const { documents, captured } = writer.workspace
    const { id } = await documents.create({ title: 'Inbox', text: 'Before.\r\n' })
    captured.keep('', 'Ask him')
    writer.dieAfter(commits)
    await captured.add(id, 'Ask him').catch(() => {})
    if (writer.isAlive()) writer.die()
    writer.revive()
    const text = writer.workspace.documents.read(id)?.text
    const kept = writer.workspace.captured.read()
    expect([text, kept]).toEqual(['Before.\r\n\r\nAsk him\r\n', ''])
  }
})

test('captured words are added in memory where the disk is full, and both are written when there is room', async () => {
  let isFull = false
  const writer = start({ disk: (onCommit) => createMemoryDisk(onCommit, () => isFull) })
  writer.faults.offline(true)
  const { documents, captured } = writer.workspace
  const { id } = await documents.create({ title: 'Inbox', text: 'Before.' })
  captured.keep('', 'Ask him '.repeat(20_000))
  const was = captured.read()
  isFull = true
  await captured.add(id, was)
  expect(documents.unwritten()).toEqual([id])
  expect(captured.read()).toBe(was)
  isFull = false
  await writer.pass(5_000)
  expect(documents.read(id)?.text).toBe(`Before.\n\n${was.trim()}`)
  expect(captured.read()).toBe('')
})
