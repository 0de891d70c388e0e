import { expect, test } from 'vitest'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { openMemoryService } from '../../server/testing/app.memory'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { allThere, changeThere, createThere, thereOf, type Writer } from './writer'
import { useWriters } from './writers'

const { start } = useWriters()

const THIRD = 'Words of the third.'

/**
 * A device that knows the two documents in the backup of its service; `makeThird` creates one that is not in the
 * backup.
 */
async function restorable() {
  const clock = createVirtualClock()
  let time = clock.now()
  const parts = { clock: () => (time = Math.max(time + 1, clock.now())) }
  let now = openMemoryService(parts)
  const toNothing = now.backUp()
  const writer = start({ clock, service: { ...now, app: (request) => now.app(request) } })
  await createThere(writer, { title: 'Essay', content: 'First.' })
  await createThere(writer, { title: 'Another', content: 'Stands by.' })
  writer.workspace.attend('focused')
  await writer.pass(70_000)
  const backup = now.backUp()
  const makeThird = async () => {
    const id = await createThere(writer, { title: 'Third', content: THIRD })
    await writer.pass(70_000)
    return id
  }
  const restore = (from = backup) => void (now = openMemoryService({ ...parts, from }))
  return { writer, makeThird, restore, toNothing }
}

const listHere = ({ workspace }: Writer) =>
  workspace.catalog
    .find({ query: '', limit: 9 })
    .map(({ id, title }) => [title, workspace.documents.read(id)?.text])
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
const recovered = ({ workspace: { snapshots } }: Writer) =>
  snapshots.list().map(({ id }) => snapshots.read(id).text)

test.each(['closed', 'open'])(
  '[C7] an id that was given out again is a document of its own; the one that had it is a recovered text: %s',
  async (how) => {
    const { writer, makeThird, restore } = await restorable()
    const third = await makeThird()
    if (how === 'open') await writer.edit(third)
    restore()
    expect(await createThere(writer, { title: 'Fourth', content: 'Not the third.' })).toBe(third)
    await writer.pass(200_000)
    expect(listHere(writer)).toEqual([
      ['Another', 'Stands by.'],
      ['Essay', 'First.'],
      ['Fourth', 'Not the third.'],
    ])
    expect(recovered(writer)).toEqual([THIRD])
    expect(writer.workspace.record()).toMatchObject({ otherAccount: false, state: 'online' })
    const [fourth] = writer.workspace.catalog.find({ query: 'Fourth', limit: 1 })
    const window = await writer.edit(fourth!.id)
    await window.append(' More.')
    await writer.pass(70_000)
    expect((await thereOf(writer, third)).content).toBe('Not the third. More.')
  },
)

test('[C7] [W10] a text that went back right after a save is here, though it looked like a replica that is behind', async () => {
  const { writer, restore } = await restorable()
  const window = await writer.edit('1')
  await window.append(' Saved after the backup.')
  await writer.pass(10_000)
  expect((await thereOf(writer, '1')).content).toBe('First. Saved after the backup.')
  window.close()
  restore()
  // Opening a document reads the document, and finds the revision before the save.
  const again = await writer.edit('1')
  await writer.pass(1_000)
  again.close()
  await writer.pass(200_000)
  expect(listHere(writer)).toContainEqual(['Essay', 'First.'])
  expect(recovered(writer)).toContain('First. Saved after the backup.')
})

test('[C7] a text that went back, and was changed before it was looked at, is kept where it has a revision of before', async () => {
  const { writer, restore } = await restorable()
  const window = await writer.edit('1')
  await window.append(' Once.')
  await writer.pass(10_000)
  await window.append(' Twice.')
  await writer.pass(10_000)
  window.close()
  restore()
  await changeThere(writer, '1', { content: 'Somebody else.' })
  await writer.pass(300_000)
  expect(listHere(writer)).toContainEqual(['Essay', 'Somebody else.'])
  expect(recovered(writer)).toContain('First. Once. Twice.')
  expect(writer.notices.map(({ text }) => text)).toEqual([
    'The service went back to an earlier state. What “Essay” had since is kept under Recovered texts.',
  ])
})

test('[C7] a text that went back is here, whatever else was written after the restore', async () => {
  const { writer, restore } = await restorable()
  await changeThere(writer, '2', { content: 'Changed after the backup.' })
  await writer.pass(70_000)
  restore()
  await changeThere(writer, '1', { content: 'Written after the restore.' })
  await writer.pass(200_000)
  expect(listHere(writer)).toEqual([
    ['Another', 'Stands by.'],
    ['Essay', 'Written after the restore.'],
  ])
  expect(recovered(writer)).toContain('Changed after the backup.')
})

test('[C7] what was not sent of a document whose id was given out again is kept as new', async () => {
  const { writer, makeThird, restore } = await restorable()
  const third = await makeThird()
  writer.faults.offline(true)
  const window = await writer.edit(third)
  await window.append(' And more.')
  restore()
  const fourth = await createThere(writer, { title: 'Fourth', content: 'Begun.' })
  // Without this change, its ETag would equal the stored one, and the difference could not be detected.
  await changeThere(writer, fourth, { content: 'Not the third.' })
  writer.faults.clear()
  await writer.pass(200_000)
  const { documents } = writer.workspace
  const view = documents.conflict({ id: third }) as ConflictView
  expect(view).toMatchObject({ kind: 'deleted-there' })
  await documents.resolve({
    id: third,
    reviewed: view.reviewed,
    mine: view.mine,
    resolution: { kind: 'keep-as-new' },
  })
  await writer.pass(70_000)
  expect(await allThere(writer)).toEqual([
    ['Essay', 'First.'],
    ['Another', 'Stands by.'],
    ['Fourth', 'Not the third.'],
    ['Third', `${THIRD} And more.`],
  ])
  expect(listHere(writer).map(([title]) => title)).toEqual(['Another', 'Essay', 'Fourth', 'Third'])
})

test('[C7] once a create was given the id of a document that is known here, that one is read before it is written', async () => {
  const { writer, makeThird, restore } = await restorable()
  const third = await makeThird()
  const window = await writer.edit(third)
  restore()
  await writer.workspace.documents.create({ title: 'Fifth', text: 'Begun here.' })
  await writer.pass(3_000)
  expect(await allThere(writer)).toContainEqual(['Fifth', 'Begun here.'])
  await window.append(' And more.')
  for (let minutes = 0; minutes < 15; minutes++) await writer.pass(60_000)
  expect(await allThere(writer)).toContainEqual(['Fifth', 'Begun here.'])
  expect(writer.phase(third)).toBe('conflicted')
})

test('[C7] [W17] a document that was found after a lost answer is known by the time at which it was made', async () => {
  const { writer } = await restorable()
  writer.faults.plan({ kind: 'answer-lost' }, 'POST /documents', 2)
  await writer.workspace.documents.create({ title: 'Fifth', text: 'Begun here.' })
  for (let minutes = 0; minutes < 5; minutes++) await writer.pass(60_000)
  const known = [...writer.workspace.documents.allKnown()]
  expect(known.map(({ createdAt }) => typeof createdAt)).toEqual(['string', 'string', 'string'])
})

test('[C7] [W17] a create that is given such an id makes one document', async () => {
  const { writer, makeThird, restore } = await restorable()
  await makeThird()
  restore()
  await writer.workspace.documents.create({ title: 'Fifth', text: 'Begun here.' })
  for (let minutes = 0; minutes < 15; minutes++) await writer.pass(60_000)
  expect((await allThere(writer)).map(([title]) => title)).toEqual(['Essay', 'Another', 'Fifth'])
  expect(listHere(writer).map(([title]) => title)).toEqual(['Another', 'Essay', 'Fifth'])
  expect(recovered(writer)).toEqual([THIRD])
  expect(writer.workspace.outbox.waiting()).toBe(0)
})

test('[C7] all ids were given out again: the writer says that it is her account, and what waited is sent', async () => {
  const { writer, restore, toNothing } = await restorable()
  const window = await writer.edit('1')
  writer.faults.offline(true)
  await window.append(' And more.')
  restore(toNothing)
  const stranger = await createThere(writer, { title: 'Stranger', content: 'Begun.' })
  // Without this change, its ETag would equal the stored one, and the difference could not be detected.
  await changeThere(writer, stranger, { content: 'Not the essay.' })
  await createThere(writer, { title: 'Other', content: 'Not the second.' })
  writer.faults.clear()
  await writer.pass(200_000)
  expect(writer.workspace.record()).toMatchObject({ asksAccount: true })
  await writer.workspace.documents.create({ title: 'Fifth', text: 'Begun here.' })
  await writer.pass(70_000)
  expect(await allThere(writer)).toHaveLength(2)
  writer.workspace.confirmAccount(true)
  await writer.pass(200_000)
  expect(writer.workspace.record()).toMatchObject({ otherAccount: false, state: 'online' })
  expect(writer.workspace.record().asksAccount).toBeUndefined()
  const view = writer.workspace.documents.conflict({ id: '1' }) as ConflictView
  expect(view).toMatchObject({ kind: 'deleted-there', mine: 'First. And more.' })
  expect(await allThere(writer)).toEqual([
    ['Stranger', 'Not the essay.'],
    ['Other', 'Not the second.'],
    ['Fifth', 'Begun here.'],
  ])
  expect(recovered(writer)).toContain('Stands by.')
})
