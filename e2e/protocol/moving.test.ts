import { describe, expect, test } from 'vitest'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { planLibrary } from '../../main/porting/library-plan'
import { runMove, takeBack } from '../../main/porting/move'
import { createMoving } from '../../main/porting/moving'
import { createMutex } from '../../main/porting/mutex'
import { ABILITIES } from '../../shared/terms'
import { allThere, openLibraryOf, openWriter, type Writer, type WriterOptions } from './writer'
import { useWriters } from './writers'

const { writers } = useWriters()

/** A writer with a library, and a second one on another service; both services are real and share one clock. */
function two(options: WriterOptions = {}): { readonly here: Writer; readonly there: Writer } {
  const clock = createVirtualClock()
  const here = openWriter({ clock, name: 'here' })
  const there = openWriter({ clock, name: 'there', ...options })
  writers.push(here, there)
  return { here, there }
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Creates two nested folders, one with a name that no path could contain, a tag, an image, and texts of which one is
 * published.
 */
async function fill({ workspace, pass }: Writer): Promise<void> {
  const { organise, documents, attachments } = workspace
  const sea = await organise.createFolder({ name: 'Sea / shore', parentId: null })
  const coast = await organise.createFolder({ name: 'Coast', parentId: sea.id })
  const salt = await organise.createTag({ name: 'salt' })
  const { link } = await attachments.add({ name: 'map.png', bytes: new Uint8Array(PIXEL) })
  const draft = { tagIds: [] as string[], status: 'draft' }
  documents.createAll([
    { ...draft, title: 'Harbour', text: `See ![map](${link}).`, folderId: coast.id, tagIds: [salt.id] },
    { ...draft, title: 'Tides', text: 'Low water at noon.\n', folderId: sea.id, status: 'published' },
    { ...draft, title: 'Loose', text: 'No folder.', folderId: null },
  ])
  // Files are read in real time, not in virtual time.
  do await pass(60_000)
  while (workspace.outbox.waiting() > 0)
}

const plan = (writer: Writer) => planLibrary(writer.workspace)
const options = (signal = new AbortController().signal) => ({
  from: { id: 'here', name: 'Here' },
  signal,
  onProgress: () => {},
})

/** The folders, tags and files of the service, in words. */
async function listedThere({ other }: Writer) {
  const [folders, tags, files] = await Promise.all([
    other.call('folders.list', {}),
    other.call('tags.list', {}),
    other.call('files.list', {}),
  ])
  if (folders.kind !== 'ok' || tags.kind !== 'ok' || files.kind !== 'ok') throw new Error('list')
  const nameOf = new Map(folders.data.map(({ id, name }) => [id, name]))
  return {
    folders: folders.data
      .map(({ name, parent_id }) => `${nameOf.get(parent_id ?? '') ?? ''}>${name}`)
      .toSorted(),
    tags: tags.data.map(({ name }) => name).toSorted(),
    files: files.data.map(({ name }) => name ?? '').toSorted(),
  }
}
const EMPTY = { folders: [], tags: [], files: [] }

describe('a library that is moved to a service', () => {
  test('is there with folders, tags, status and files, its links hold there, and nothing changes here', async () => {
    const { here, there } = two()
    await fill(here)
    const before = [await allThere(here), await listedThere(here)]
    const done = await runMove(await plan(here), there.workspace, options())
    expect(done).toMatchObject({ documents: 3, duplicates: 0, files: 1, failed: [], isComplete: true })
    await there.pass(120_000)
    const documents = new Map(await allThere(there))
    expect([...documents.keys()].toSorted()).toEqual(['Harbour', 'Loose', 'Tides'])
    const file = /^See !\[map\]\(\/api\/v1\/files\/(\d+)\/serve\)\.$/.exec(
      documents.get('Harbour') ?? '',
    )?.[1]
    expect(await there.other.call('files.get', { params: { id: file ?? '' } })).toMatchObject({ kind: 'ok' })
    expect(documents.get('Tides')).toBe('Low water at noon.\n')
    expect(await listedThere(there)).toEqual({
      folders: ['>Sea / shore', 'Sea / shore>Coast'],
      tags: ['salt'],
      files: ['map.png'],
    })
    const list = await there.other.call('documents.list', { query: { status: 'published' } })
    expect(list.kind === 'ok' && list.data.map(({ title }) => title)).toEqual(['Tides'])
    expect([await allThere(here), await listedThere(here)]).toEqual(before)
  })

  test('a picture that another device has just uploaded comes along', async () => {
    const { here, there } = two()
    await fill(here)
    const form = new FormData()
    form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'sea.png')
    const uploaded = await here.other.call('files.upload', { body: form })
    if (uploaded.kind !== 'ok') throw new Error('not uploaded')
    const text = `![The sea](/api/v1/files/${uploaded.data[0]?.id}/serve)`
    here.workspace.documents.createAll([{ title: 'Sea', text, folderId: null, tagIds: [], status: 'draft' }])
    const done = await runMove(await plan(here), there.workspace, options())
    expect(done).toMatchObject({ files: 2, failed: [] })
    await there.pass(120_000)
    expect(await listedThere(there)).toMatchObject({ files: ['map.png', 'sea.png'] })
  })

  test('makes nothing twice: what is there by its content is known, each as often as it is there', async () => {
    const { here, there } = two()
    await fill(here)
    here.workspace.documents.createAll([
      { title: 'Loose', text: 'No folder.', folderId: null, tagIds: [], status: 'draft' },
    ])
    await runMove(await plan(here), there.workspace, options())
    await there.pass(120_000)
    const again = await runMove(await plan(here), there.workspace, options())
    expect(again).toMatchObject({ documents: 0, duplicates: 4, files: 0 })
    await there.pass(120_000)
    expect((await allThere(there)).filter(([title]) => title === 'Loose')).toHaveLength(2)
    expect(await listedThere(there)).toMatchObject({ tags: ['salt'], files: ['map.png'] })
  })

  test('goes on after a kill wherever it came, and can be taken back whole then', async () => {
    for (const commits of [1, 3, 5]) {
      const { here, there } = two()
      await fill(here)
      there.dieAfter(commits)
      await runMove(await plan(here), there.workspace, options()).catch(() => {})
      if (there.isAlive()) there.die()
      there.revive()
      await there.pass(10_000)
      await runMove(await plan(here), there.workspace, options())
      await there.pass(120_000)
      const titles = (await allThere(there)).map(([title]) => title).toSorted()
      expect(titles, `${commits}`).toEqual(['Harbour', 'Loose', 'Tides'])
      expect((await listedThere(there)).folders, `${commits}`).toHaveLength(2)
      expect(await takeBack(there.workspace), `${commits}`).toMatchObject({ documents: 3, changed: 0 })
      await there.pass(120_000)
      expect(await allThere(there), `${commits}`).toEqual([])
      expect((await listedThere(there)).folders, `${commits}`).toEqual([])
    }
  })

  test('is taken back before and after it was sent; what was changed or used there since stays', async () => {
    const { here, there } = two()
    await fill(here)
    there.faults.offline(true)
    await runMove(await plan(here), there.workspace, options())
    expect(await takeBack(there.workspace)).toMatchObject({
      documents: 3,
      folders: 2,
      tags: 1,
      files: 1,
      changed: 0,
    })
    there.faults.offline(false)
    await there.pass(400_000)
    expect(await allThere(there)).toEqual([])
    expect(await listedThere(there)).toEqual(EMPTY)

    await runMove(await plan(here), there.workspace, options())
    await there.pass(120_000)
    const { items } = await there.workspace.catalog.documents({
      filter: {},
      sort: 'title',
      descending: false,
      offset: 0,
      limit: 10,
    })
    const harbour = await there.edit(items.find(({ title }) => title === 'Harbour')?.id ?? '')
    await harbour.append(' Mine now.')
    expect(await takeBack(there.workspace)).toMatchObject({
      documents: 2,
      folders: 0,
      tags: 0,
      files: 0,
      changed: 1,
    })
    await there.pass(120_000)
    expect((await allThere(there)).map(([title]) => title)).toEqual(['Harbour'])
    expect(await listedThere(there)).toMatchObject({ folders: ['>Sea / shore', 'Sea / shore>Coast'] })
    expect(there.workspace.moved.read()).toBeUndefined()
    expect((await allThere(here)).length).toBe(3)
  })

  test('what is typed while many are taken back stays, with its document', async () => {
    const { here, there } = two()
    here.workspace.documents.createAll(
      Array.from({ length: 40 }, (_, at) => ({
        title: `Note ${at}`,
        text: `${at}.`,
        folderId: null,
        tagIds: [],
        status: 'draft',
      })),
    )
    await runMove(await plan(here), there.workspace, options())
    const page = { filter: {}, sort: 'title', descending: false, offset: 0, limit: 50 } as const
    const { items } = await there.workspace.catalog.documents(page)
    const windows = await Promise.all(items.map(({ id }) => there.edit(id)))
    const { catalog } = there.workspace
    const listed = () => catalog.summaries({ ids: items.map(({ id }) => id) }).map(({ id }) => id)
    const takingBack = takeBack(there.workspace)
    while (listed().length === 40) await new Promise((resolve) => setImmediate(resolve))
    const typedIn = windows.find(({ id }) => listed().includes(id))!
    await typedIn.append(' Mine now.')
    expect(await takingBack).toMatchObject({ documents: 39, changed: 1 })
    await there.pass(120_000)
    expect((await allThere(there)).map(([, text]) => text)).toEqual([typedIn.text()])
  })

  test('can be cancelled, and goes on', async () => {
    const { here, there } = two()
    for (const { faults } of [here, there]) faults.offline(true)
    here.workspace.documents.createAll(
      Array.from({ length: 300 }, (_, at) => ({
        title: `Note ${at}`,
        text: `${at}`,
        folderId: null,
        tagIds: [],
        status: 'draft',
      })),
    )
    const stop = new AbortController()
    const first = await runMove(await plan(here), there.workspace, {
      ...options(stop.signal),
      onProgress: () => stop.abort(),
    })
    expect(first).toMatchObject({ documents: 250, isComplete: false })
    expect(there.workspace.moved.read()).toMatchObject({ isComplete: false })
    expect(await runMove(await plan(here), there.workspace, options())).toMatchObject({
      documents: 50,
      duplicates: 250,
      isComplete: true,
    })
    expect(there.workspace.moved.read()?.documents).toHaveLength(300)
  })
})

const movingTo = (there: Writer, onProgress = () => {}) =>
  createMoving({
    withSecondLibrary: (_id, work) => work(there.workspace),
    emit: onProgress,
    mutex: createMutex(),
  })

describe('a move that a kill breaks off', () => {
  test('is told once when the library opens again; one that came to its end is not', async () => {
    const { here, there } = two()
    await fill(here)
    const die = () => {
      if (here.isAlive() && there.workspace.moved.from() !== undefined)
        [here, there].forEach((one) => one.die())
    }
    await movingTo(there, die)
      .start({ to: 'there' }, openLibraryOf(here))
      .catch(() => {})
    expect(here.isAlive()).toBe(false)
    here.revive()
    there.revive()
    expect(here.notices).toMatchObject([
      { text: expect.stringContaining('was interrupted'), action: { kind: 'move-library' } },
    ])
    await movingTo(there).start({ to: 'there' }, openLibraryOf(here))
    here.crash()
    expect(here.notices).toHaveLength(1)
  })
})

describe('the dry run', () => {
  test('counts, knows what is there already, and changes nothing', async () => {
    const { here, there } = two()
    await fill(here)
    there.workspace.documents.createAll([
      { title: 'Loose', text: 'No folder.', folderId: null, tagIds: [], status: 'draft' },
    ])
    await there.pass(60_000)
    expect(await movingTo(there).plan({ to: 'there' }, openLibraryOf(here))).toMatchObject({
      documents: 3,
      duplicates: 1,
      published: 1,
      folders: 2,
      tags: 1,
      files: 1,
      leftCount: 0,
    })
    expect(await allThere(there)).toHaveLength(1)
    expect(await listedThere(there)).toEqual(EMPTY)
  })

  test('says that a service which cannot be read cannot be compared with', async () => {
    const { here, there } = two()
    there.faults.offline(true)
    there.crash()
    const moving = movingTo(there)
    const asked = moving.plan({ to: 'there' }, openLibraryOf(here)).catch((error: unknown) => error)
    await there.pass(60_000)
    expect(await asked).toMatchObject({ problem: { message: expect.stringContaining('cannot be read now') } })
  })

  test('without the abilities for them, folders, tags and files stay behind and the texts go', async () => {
    const clock = createVirtualClock()
    const abilities = ABILITIES.filter((name) => !/^(?:folders|tags|files):write$/.test(name))
    const here = openWriter({ clock, name: 'here' })
    const owner = openWriter({ clock, name: 'owner' })
    const key = owner.service.addKey(abilities)
    const there = openWriter({ clock, name: 'there', service: owner.service, key })
    writers.push(there, here, owner)
    await fill(here)
    // The limits of a key are known after the first refusals.
    await there.workspace.organise.createFolder({ name: 'x', parentId: null })
    await there.workspace.organise.createTag({ name: 'x' })
    await there.workspace.attachments.add({ name: 'x', bytes: new Uint8Array([1]) })
    await there.pass(60_000)
    const moving = movingTo(there)
    expect((await moving.plan({ to: 'there' }, openLibraryOf(here))).abilities).toMatchObject({
      'documents:write': 'unknown',
      'folders:write': 'no',
      'tags:write': 'no',
      'files:write': 'no',
    })
    expect(await moving.start({ to: 'there' }, openLibraryOf(here))).toMatchObject({
      documents: 3,
      files: 0,
      isComplete: true,
    })
    await there.pass(120_000)
    expect((await allThere(there)).map(([title]) => title).toSorted()).toEqual(['Harbour', 'Loose', 'Tides'])
    expect(await listedThere(there)).toEqual(EMPTY)
  })
})
