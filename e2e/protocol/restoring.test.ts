import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBackups, type Backups } from '../../main/backups/backups'
import { createRestoring, type Restoring } from '../../main/backups/restoring'
import type { OpenLibrary } from '../../main/connections/open-libraries'
import { createMutex, type Mutex } from '../../main/porting/mutex'
import { backUpHere } from './back-up-here'
import { createFileDisk } from './disk'
import { allThere, changeThere, openLibraryOf, openWriter, type Writer } from './writer'
import { useWriters } from './writers'

const { writers } = useWriters()
const HOUR = 3_600_000

let root: string
beforeEach(() => void (root = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-restoring-'))))
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(root, { recursive: true })
})

interface Restorer {
  readonly writer: Writer
  readonly library: OpenLibrary
  readonly backups: Backups
  readonly restoring: Restoring
  readonly mutex: Mutex
  readonly progress: number[]
  /** Makes a backup and returns its time. */
  backUpNow(): Promise<string>
  titled(title: string): Promise<{ readonly id: string; readonly text: string; readonly folder: string }>
}

/** A writer whose texts are backed up into a real folder, in this thread. */
function withBackups(): Restorer {
  const disk = createFileDisk()
  const writer = openWriter({ disk: () => disk })
  writers.push(writer)
  const library = openLibraryOf(writer)
  const libraries = () => [
    { id: library.connectionId, name: 'Test', file: path.join(disk.folder(), 'library.db') },
  ]
  const backups = createBackups({
    profile: path.join(root, 'profile'),
    clock: writer.clock,
    wanted: () => ({ isOn: true, folder: null }),
    libraries,
    run: backUpHere,
    tell() {},
    raise: () => () => {},
  })
  fs.mkdirSync(path.join(root, 'profile'), { recursive: true })
  const mutex = createMutex()
  const progress: number[] = []
  const restoring = createRestoring({
    backups,
    emit: (_name, payload) => void progress.push((payload as { done: number }).done),
    mutex,
  })
  return {
    writer,
    library,
    backups,
    restoring,
    mutex,
    progress,
    async backUpNow() {
      await writer.pass(HOUR)
      await backups.runNow()
      return backups.state().lastAt ?? ''
    },
    async titled(title) {
      const page = { filter: {}, sort: 'title', descending: false, offset: 0, limit: 500 } as const
      const found = (await library.catalog.documents(page)).items.find((one) => one.title === title)
      const folders = new Map(library.catalog.library().folders.map(({ id, name }) => [id, name]))
      const text = found && library.documents.read(found.id)?.text
      return { id: found?.id ?? '', text: text ?? '', folder: folders.get(found?.folderId ?? '') ?? '' }
    },
  }
}

const draft = { folderId: null, tagIds: [] as string[], status: 'draft' }

/** Backs up three texts, one of them in a folder with a tag; then changes one, deletes one, and adds one. */
async function lived() {
  const one = withBackups()
  const { library, writer } = one
  const { documents, organise } = library
  const shore = await organise.createFolder({ name: 'Sea / shore', parentId: null })
  const salt = await organise.createTag({ name: 'salt' })
  documents.createAll([
    { ...draft, title: 'Tides', text: 'Low water at noon.\r\n雪\r\n' },
    {
      ...draft,
      title: 'Harbour',
      text: '---\nown: yes\n---\nBoats.',
      folderId: shore.id,
      tagIds: [salt.id],
      status: 'published',
    },
    { ...draft, title: 'Same', text: 'As ever.' },
  ])
  const at = await one.backUpNow()
  const [tides, harbour] = [await one.titled('Tides'), await one.titled('Harbour')]
  documents.replace(tides.id, { title: 'Tides of today', text: 'Everything else.', reason: 'replace' })
  await documents.delete({ ids: [harbour.id] })
  documents.createAll([{ ...draft, title: 'New', text: 'Written since.' }])
  await writer.pass(HOUR)
  return { ...one, at, tides, harbour }
}

describe('a restore as of a moment', () => {
  test('that a kill breaks off is told when the library opens again', async () => {
    const { restoring, library, at, writer, progress } = await lived()
    await restoring.plan({ at }, library)
    const planned = progress.length
    const restored = restoring.start({ at, kind: 'all', except: [] }, library)
    while (progress.length === planned) await new Promise((resolve) => setImmediate(resolve))
    writer.crash()
    await restored.catch(() => {})
    expect(writer.notices).toMatchObject([{ action: { kind: 'restore' } }])
  })

  test('is the one that was looked at: another window may have looked at another moment since', async () => {
    const { restoring, library, at, titled, backUpNow } = await lived()
    const later = await backUpNow()
    await restoring.plan({ at }, library)
    await restoring.plan({ at: later }, library)
    await expect(restoring.list({ at, offset: 0, limit: 9, find: '' }, library)).rejects.toThrow('once more')
    await expect(restoring.start({ at, kind: 'all', except: [] }, library)).rejects.toThrow('once more')
    expect((await titled('Tides of today')).text).toBe('Everything else.')
  })

  test('says first what it would do, then does it, and loses neither what was there nor what came since', async () => {
    const { restoring, library, writer, at, titled, tides, backups } = await lived()
    expect((await restoring.moments(library)).map((one) => one.at)).toContain(at)
    expect(await restoring.plan({ at }, library)).toEqual({
      at,
      new: 1,
      changed: 1,
      same: 1,
      missing: 0,
      damaged: 0,
    })
    const listed = await restoring.list({ at, offset: 0, limit: 100, find: '' }, library)
    expect(listed.items.map(({ title, folder, state, excerpt }) => [title, folder, state, excerpt])).toEqual([
      ['Harbour', 'Sea - shore', 'new', 'Boats.'],
      ['Tides', '', 'changed', 'Low water at noon. 雪'],
    ])
    expect((await restoring.list({ at, offset: 0, limit: 100, find: 'shore' }, library)).total).toBe(1)
    expect((await titled('Tides of today')).text).toBe('Everything else.')

    expect(await restoring.start({ at, kind: 'all', except: [] }, library)).toEqual({
      changed: 1,
      created: 1,
      failed: [],
      failedCount: 0,
      isComplete: true,
    })
    expect(await titled('Tides')).toEqual({ ...tides, text: 'Low water at noon.\r\n雪\r\n' })
    expect(await titled('Harbour')).toMatchObject({
      text: '---\nown: yes\n---\nBoats.',
      folder: 'Sea / shore',
    })
    expect((await titled('New')).text).toBe('Written since.')
    const kept = library.snapshots.list(tides.id).map(({ id }) => library.snapshots.read(id).text)
    expect(kept).toContain('Everything else.')
    expect(backups.versions(library.connectionId, tides.id)).toHaveLength(2)
    await writer.pass(HOUR)
    expect(new Map(await allThere(writer))).toEqual(
      new Map([
        ['Harbour', '---\nown: yes\n---\nBoats.'],
        ['New', 'Written since.'],
        ['Same', 'As ever.'],
        ['Tides', 'Low water at noon.\r\n雪\r\n'],
      ]),
    )
    expect(await restoring.plan({ at }, library)).toMatchObject({ new: 0, changed: 0, same: 3 })
  })

  test('is a draft where a published document comes back', async () => {
    const { restoring, library, at } = await lived()
    await restoring.plan({ at }, library)
    await restoring.start({ at, kind: 'all', except: [] }, library)
    const page = {
      filter: { status: 'published' },
      sort: 'title',
      descending: false,
      offset: 0,
      limit: 9,
    } as const
    expect((await library.catalog.documents(page)).items).toEqual([])
  })

  test('takes only what was chosen', async () => {
    const { restoring, library, at, titled } = await lived()
    await restoring.plan({ at }, library)
    const { items } = await restoring.list({ at, offset: 0, limit: 1, find: '' }, library)
    const ids = items.map(({ id }) => id)
    expect(await restoring.start({ at, kind: 'only', ids }, library)).toMatchObject({
      changed: 0,
      created: 1,
    })
    await restoring.plan({ at }, library)
    expect(await restoring.start({ at, kind: 'all', except: [] }, library)).toMatchObject({
      changed: 1,
      created: 0,
    })
    expect((await titled('Tides')).text).toContain('Low water')
  })

  test('is undone as a whole, but for what somebody has changed since', async () => {
    const { restoring, library, at, titled, tides } = await lived()
    await restoring.plan({ at }, library)
    await restoring.start({ at, kind: 'all', except: [] }, library)
    const harbour = await titled('Harbour')
    library.documents.replace(harbour.id, { text: 'Written after it came back.', reason: 'replace' })
    expect(await restoring.undo(library)).toEqual({ documents: 1, skipped: 1 })
    expect(await titled('Tides of today')).toEqual({ ...tides, text: 'Everything else.' })
    expect((await titled('Harbour')).text).toBe('Written after it came back.')
    await expect(restoring.undo(library)).rejects.toThrow('can no longer be undone')
  })

  test('its undo keeps what is typed while the words before are read', async () => {
    const { restoring, library, at, titled, tides, writer, backups } = await lived()
    await restoring.plan({ at }, library)
    await restoring.start({ at, kind: 'all', except: [] }, library)
    const window = await writer.edit(tides.id)
    const { read } = backups
    // Simulates a slow disk.
    backups.read = async (id) => {
      await new Promise((resolve) => setImmediate(resolve))
      await window.append('Typed meanwhile.')
      backups.read = read
      return read(id)
    }
    expect(await restoring.undo(library)).toEqual({ documents: 1, skipped: 1 })
    expect((await titled('Tides')).text).toBe('Low water at noon.\r\n雪\r\nTyped meanwhile.')
  })

  test('its undo goes on where it broke off', async () => {
    const { restoring, library, at, titled, writer } = await lived()
    await restoring.plan({ at }, library)
    await restoring.start({ at, kind: 'all', except: [] }, library)
    const harbour = await titled('Harbour')
    await writer.pass(HOUR)
    // Its text has to be read from the service, which does not answer.
    writer.settings.storageLimits = { ...writer.settings.storageLimits, textBytes: 0 }
    library.roomMoved()
    await writer.pass(HOUR)
    expect(library.documents.read(harbour.id)).toBeUndefined()
    writer.faults.offline(true)
    await expect(restoring.undo(library)).rejects.toThrow('cannot be reached')
    expect((await titled('Harbour')).id).toBe(harbour.id)
    writer.faults.offline(false)
    await writer.pass(60_000)
    expect(await restoring.undo(library)).toMatchObject({ documents: 2 })
    expect((await titled('Harbour')).id).toBe('')
  })

  test('can be gone back behind for good: what stood before it outlives the thinning of its hour', async () => {
    const { restoring, library, at, titled, tides, writer, backups } = await lived()
    await restoring.plan({ at }, library)
    await restoring.start({ at, kind: 'all', except: [] }, library)
    for (let minute = 1; minute < 5; minute++) {
      library.documents.replace(tides.id, { text: `After ${minute}`, reason: 'replace' })
      await writer.pass(60_000)
      await backups.runNow()
    }
    const before = (await restoring.moments(library)).find(({ isBeforeRestore }) => isBeforeRestore)
    expect(await restoring.plan({ at: before?.at ?? '' }, library)).toMatchObject({ changed: 1 })
    await restoring.start({ at: before?.at ?? '', kind: 'all', except: [] }, library)
    expect((await titled('Tides of today')).text).toBe('Everything else.')
  })

  test('changes nothing where the present cannot be backed up first', async () => {
    const { restoring, library, at, titled, backups } = await lived()
    await restoring.plan({ at }, library)
    fs.rmSync(backups.state().folder, { recursive: true })
    fs.writeFileSync(backups.state().folder, 'a file in the way')
    await expect(restoring.start({ at, kind: 'all', except: [] }, library)).rejects.toThrow(
      'Nothing is restored',
    )
    expect((await titled('Tides of today')).text).toBe('Everything else.')
  })

  test('names what is not in the folder any more, and leaves it alone', async () => {
    const { restoring, library, at, backups } = await lived()
    fs.rmSync(path.join(backups.state().folder, 'Test/Tides'), { recursive: true })
    expect(await restoring.plan({ at }, library)).toEqual({
      at,
      new: 1,
      changed: 0,
      same: 1,
      missing: 1,
      damaged: 0,
    })
    expect(await restoring.start({ at, kind: 'all', except: [] }, library)).toMatchObject({
      changed: 0,
      created: 1,
    })
  })

  test('takes nothing from a backup that is not as it was written, and says so', async () => {
    const { restoring, library, at, backups } = await lived()
    const folder = path.join(backups.state().folder, 'Test/Tides')
    const damage = () => {
      for (const name of fs.readdirSync(folder)) fs.truncateSync(path.join(folder, name), 60)
    }
    await restoring.plan({ at }, library)
    damage()
    expect(await restoring.start({ at, kind: 'all', except: [] }, library)).toMatchObject({
      changed: 0,
      failedCount: 1,
      failed: [{ why: expect.stringContaining('not as it was written') }],
    })
    damage()
    expect(await restoring.plan({ at }, library)).toMatchObject({ changed: 0, missing: 0, damaged: 1 })
    const { items } = await restoring.list({ at, offset: 0, limit: 9, find: '' }, library)
    expect(items.map(({ title, state }) => [title, state])).toContainEqual(['Tides', 'damaged'])
    expect(await restoring.start({ at, kind: 'all', except: [] }, library)).toMatchObject({
      changed: 0,
      failedCount: 0,
    })
  })

  test('leaves a text in conflict to its decision', async () => {
    const { restoring, library, at, tides, writer } = await lived()
    const remote = library.documents.read(tides.id)?.remoteId ?? ''
    const window = await writer.edit(tides.id)
    await changeThere(writer, remote, { content: 'Everything from elsewhere.' })
    await window.type('Everything from here.')
    await writer.pass(3_000)
    expect(writer.phase(tides.id)).toBe('conflicted')
    await restoring.plan({ at }, library)
    const { created, changed, failed } = await restoring.start({ at, kind: 'all', except: [] }, library)
    expect([created, changed, failed]).toEqual([
      1,
      0,
      [{ path: 'Tides', why: 'It needs your decision first.' }],
    ])
  })

  test('keeps what was typed between the dry run and the restore', async () => {
    const { restoring, library, at, tides } = await lived()
    await restoring.plan({ at }, library)
    library.documents.replace(tides.id, { text: 'Typed while it is looked at.', reason: 'replace' })
    await restoring.start({ at, kind: 'all', except: [] }, library)
    const kept = library.snapshots.list(tides.id).map(({ id }) => library.snapshots.read(id).text)
    expect(kept).toContain('Typed while it is looked at.')
  })
})

describe('many texts', () => {
  const MANY = 700

  test('are compared and listed in pages, restored with progress, and stop where they are told to', async () => {
    const one = withBackups()
    const { library, restoring, backups, mutex, progress } = one
    library.documents.createAll(
      Array.from({ length: MANY }, (_, number) => ({
        ...draft,
        title: `Text ${number}`,
        text: `Words ${number}.`,
      })),
    )
    await backups.runNow()
    const at = backups.state().lastAt ?? ''
    const page = { filter: {}, sort: 'created', descending: false, limit: 300, offset: 0 } as const
    const { items } = await library.catalog.documents(page)
    for (const { id } of items) library.documents.replace(id, { text: 'Spoilt.', reason: 'replace' })
    await one.writer.pass(1)
    expect(await restoring.plan({ at }, library)).toMatchObject({ changed: 300, same: MANY - 300 })
    expect((await restoring.list({ at, offset: 200, limit: 200, find: '' }, library)).items).toHaveLength(100)
    await one.writer.pass(1)
    progress.length = 0
    const running = restoring.start({ at, kind: 'all', except: [] }, library)
    while (progress.length < 10) await new Promise((resolve) => setImmediate(resolve))
    mutex.stop()
    const done = await running
    expect(done.isComplete).toBe(false)
    expect(done.changed).toBeLessThan(300)
    expect(await restoring.plan({ at }, library)).toMatchObject({ changed: 300 - done.changed })
  })

  test('are looked for and read several at a time, as each waits for what is sent meanwhile', async () => {
    const { library, restoring, backUpNow } = withBackups()
    const titles = Array.from({ length: 60 }, (_, number) => `Text ${number}`)
    library.documents.createAll(titles.map((title) => ({ ...draft, title, text: `Words of ${title}.` })))
    const at = await backUpNow()
    const page = { filter: {}, sort: 'created', descending: false, limit: 100, offset: 0 } as const
    const { items } = await library.catalog.documents(page)
    await library.documents.delete({ ids: items.map(({ id }) => id) })
    const reads: number[] = []
    let now = 0
    const real = fs.promises.readFile as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(fs.promises, 'readFile').mockImplementation(async (...args: unknown[]) => {
      reads.push(++now)
      return real(...args).finally(() => now--) as never
    })
    expect(await restoring.plan({ at }, library)).toMatchObject({ new: 60 })
    expect(await restoring.start({ at, kind: 'all', except: [] }, library)).toMatchObject({ created: 60 })
    // Each text is read three times: to check whether it can be restored, to get its properties, and when the document
    // is created.
    const [looked, known, made] = [reads.slice(0, 60), reads.slice(60, 120), reads.slice(120)]
    for (const together of [looked, known, made]) expect(Math.max(...together)).toBeGreaterThan(20)
    expect(made).toHaveLength(60)
  })
})
