import { describe, expect, test } from 'vitest'
import { allThere, changeThere, thereOf, type Writer } from './writer'
import { useWriters } from './writers'

const { start, withDocument } = useWriters()

const writes = (writer: Writer) =>
  writer.faults.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

describe('typing', () => {
  test('is saved after a pause of two seconds, once, guarded by the ETag that was read', async () => {
    const { writer, id, window } = await withDocument()
    const { etag } = await thereOf(writer, id)
    await window.append('Two.')
    expect(writer.phase(id)).toBe('dirty')
    await writer.pass(1_900)
    expect(writes(writer)).toEqual([])
    await writer.pass(200)
    expect(writer.phase(id)).toBe('clean')
    const [put, ...more] = writer.faults.asked.filter(({ method }) => method === 'PUT')
    expect(more).toEqual([])
    expect(put!.headers.get('If-Match')).toBe(etag)
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
  })

  test('without a pause is saved every thirty seconds', async () => {
    const { writer, id, window } = await withDocument()
    for (let second = 0; second < 65; second++) {
      await window.append(`${second} `)
      await writer.pass(1_000)
    }
    expect(writes(writer)).toHaveLength(2)
    await writer.pass(3_000)
    expect((await thereOf(writer, id)).content).toMatch(/63 64 $/)
  })

  test('is saved at once by the save key, and soon when the window loses the focus', async () => {
    const { writer, id, window } = await withDocument()
    await window.append('a')
    await writer.workspace.documents.save({ id, reason: 'key' })
    await writer.pass(0)
    expect((await thereOf(writer, id)).content).toBe('One.\na')
    await window.append('b')
    await writer.workspace.documents.save({ id, reason: 'blur' })
    await writer.pass(0)
    expect((await thereOf(writer, id)).content).toBe('One.\nab')
  })

  test('[W13] undone to what the service has is saved by doing nothing', async () => {
    const { writer, id, window } = await withDocument()
    await window.append('a')
    await window.type('One.\n')
    expect(writer.phase(id)).toBe('clean')
    await writer.pass(60_000)
    expect(writes(writer)).toEqual([])
  })
})

test('a new document is created once it has words, and goes on as the same document', async () => {
  const writer = start()
  const { id } = await writer.workspace.documents.create({})
  await writer.pass(10_000)
  expect(writes(writer)).toEqual([])
  const window = await writer.edit(id)
  await window.type('# The mast\n\nIt stands.')
  await writer.pass(3_000)
  expect(await allThere(writer)).toEqual([['The mast', '# The mast\n\nIt stands.']])
  await window.append(' Still.')
  await writer.pass(3_000)
  expect(await allThere(writer)).toEqual([['The mast', '# The mast\n\nIt stands. Still.']])
  expect(writes(writer).map((write) => write.split(' ')[0])).toEqual(['POST', 'PUT'])
})

test('a change elsewhere that does not overlap is merged, shown in the window, and can be undone', async () => {
  const { writer, id, window } = await withDocument(
    'First paragraph.\n\nSecond paragraph.\n\nThird paragraph.\n',
  )
  await changeThere(writer, id, {
    content: 'First paragraph.\n\nSecond paragraph.\n\nThird, from elsewhere.\n',
  })
  await window.type('First, from here.\n\nSecond paragraph.\n\nThird paragraph.\n')
  await writer.pass(3_000)
  const merged = 'First, from here.\n\nSecond paragraph.\n\nThird, from elsewhere.\n'
  expect(window.text()).toBe(merged)
  expect((await thereOf(writer, id)).content).toBe(merged)
  expect(writer.phase(id)).toBe('clean')
  expect(writer.told.filter(({ name }) => name === 'document.merged')).toHaveLength(1)
  expect(writer.workspace.snapshots.list(id).map(({ reason }) => reason)).toEqual([
    'From elsewhere, before a merge',
    'Yours, before a merge',
    'When it was opened',
  ])
  await writer.workspace.documents.undoMerge({ id })
  expect(writer.phase(id)).toBe('conflicted')
  expect(notesOf(writer)).toEqual([expect.stringMatching(/^Merged 1 change into “/)])
})

/** The entries of the log except those about sending, newest first. */
const notesOf = (writer: Writer) =>
  writer.workspace.readLog({ kind: 'told', query: '', limit: 10 }).map(({ what }) => what)

test('a change elsewhere that overlaps needs a decision; keeping mine is a guarded write', async () => {
  const { writer, id, window } = await withDocument('The mast stands.\n')
  await changeThere(writer, id, { content: 'The mast fell.\n' })
  await window.type('The mast leans.\n')
  await writer.pass(3_000)
  expect(writer.phase(id)).toBe('conflicted')
  const conflict = (await writer.workspace.documents.conflict({ id }))!
  expect(conflict).toMatchObject({ kind: 'text', mine: 'The mast leans.\n', theirs: 'The mast fell.\n' })
  expect(notesOf(writer)).toEqual([
    expect.stringMatching(/” was changed here and elsewhere, and needs your decision\.$/),
  ])
  const before = writes(writer).length
  await window.append('Still.')
  await writer.pass(60_000)
  expect(writes(writer)).toHaveLength(before)
  await writer.workspace.documents.resolve({
    id,
    reviewed: conflict.reviewed,
    mine: conflict.mine,
    resolution: { kind: 'keep-mine' },
  })
  await writer.pass(1_000)
  expect(writer.phase(id)).toBe('clean')
  expect((await thereOf(writer, id)).content).toBe('The mast leans.\nStill.')
  expect(writer.workspace.snapshots.list(id).map(({ excerpt }) => excerpt)).toContain('The mast fell.')
})
