import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../../shared/problem'
import { planLibrary } from '../../main/porting/library-plan'
import { runExport } from '../../main/porting/export'
import { countNew } from '../../main/porting/import'
import { thinLists, type ServiceVariant } from '../foreign/service-variants'
import { createFileDisk } from './disk'
import { changeThere, createThere, deleteThere, openWriter, thereOf, type Writer } from './writer'
import type { WriterOptions } from './writer'

const clearing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const clear of clearing.splice(0).reverse()) await clear()
})

function start(options: WriterOptions = {}): Writer {
  const writer = openWriter(options)
  clearing.push(() => writer.close())
  return writer
}

const BYTES = 100
const textOf = (name: string) => `Text of ${name}. `.padEnd(BYTES, '-')
const MINUTE = 60_000

/** A service with these documents, the oldest first, and a device with space for `room` of their texts. */
async function library(names: readonly string[], room: number, options: WriterOptions = {}) {
  const first = start()
  const ids = new Map<string, string>()
  for (const name of names) {
    ids.set(name, await createThere(first, { title: name, content: textOf(name) }))
    await first.pass(1_000)
  }
  const writer = start({
    service: first.service,
    clock: first.clock,
    name: 'device',
    heldBytesMax: room * BYTES,
    ...options,
  })
  writer.workspace.attend('focused')
  await writer.pass(MINUTE)
  const idOf = (name: string) => writer.workspace.documents.known(ids.get(name)!)!.id
  return { writer, first, idOf, there: (name: string) => thereOf(writer, ids.get(name)!), ids }
}

const titles = (writer: Writer) =>
  writer.workspace.catalog
    .find({ query: '', limit: 100 })
    .map(({ title }) => title)
    .sort()

/** The titles of the documents whose text is on the device. */
const heldBy = (writer: Writer) =>
  writer.workspace.catalog
    .find({ query: '', limit: 100 })
    .filter(({ id }) => writer.workspace.documents.read(id) !== undefined)
    .map(({ title }) => title)
    .sort()

const problemOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof AppError) return error.problem.code
    throw error
  }
  return 'none'
}

/** Records every write that reached the service: method and text. */
function watched(writes: string[]): ServiceVariant {
  return (app) => async (request) => {
    if (request.method !== 'GET') {
      const body = request.headers.get('Content-Type')?.includes('json')
        ? ((await request.clone().json()) as { content?: string })
        : {}
      writes.push(`${request.method} ${body.content ?? ''}`)
    }
    return app(request)
  }
}

describe('the first pull', () => {
  test('brings all titles, and the texts that were changed last as far as there is room', async () => {
    const { writer } = await library(['a', 'b', 'c', 'd', 'e', 'f'], 2)
    expect(titles(writer)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(heldBy(writer)).toEqual(['e', 'f'])
    expect(writer.workspace.catalog.library().withoutText).toBe(4)
    const [oldest] = writer.workspace.catalog.find({ query: 'a', limit: 1 })
    expect(oldest).toMatchObject({ title: 'a', excerpt: expect.stringContaining('Text of a.') })
  })

  test('does the same where lists come without texts, and asks for no text that there is no room for', async () => {
    let reads = 0
    const counted: ServiceVariant = (app) => (request) => {
      if (/documents\/\d+$/.test(new URL(request.url).pathname) && request.method === 'GET') reads++
      return app(request)
    }
    const { writer } = await library(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 2, {
      variant: (app) => counted(thinLists(app)),
    })
    expect(titles(writer)).toHaveLength(8)
    expect(heldBy(writer)).toEqual(['g', 'h'])
    expect(reads).toBeLessThan(6)
  })

  test('with room for all keeps all', async () => {
    const { writer } = await library(['a', 'b', 'c'], 3)
    expect(heldBy(writer)).toEqual(['a', 'b', 'c'])
    expect(writer.workspace.catalog.library().withoutText).toBe(0)
  })
})

describe('when the writer gives this device', () => {
  const give = async (writer: Writer, texts: number) => {
    writer.settings.storageLimits = { ...writer.settings.storageLimits, textBytes: texts * BYTES }
    writer.workspace.roomMoved()
    await writer.pass(5_000)
  }

  test('less room, what was changed or opened the longest ago goes, and stays away', async () => {
    const { writer } = await library(['a', 'b', 'c', 'd'], 4)
    await give(writer, 2)
    expect(heldBy(writer)).toEqual(['c', 'd'])
    await writer.pass(10 * MINUTE)
    expect(heldBy(writer)).toEqual(['c', 'd'])
  })

  test('more room, the texts that had none come, as far as there is room', async () => {
    const { writer } = await library(['a', 'b', 'c', 'd'], 1)
    expect(heldBy(writer)).toEqual(['d'])
    await give(writer, 3)
    expect(heldBy(writer)).toEqual(['b', 'c', 'd'])
    await give(writer, Infinity)
    expect(heldBy(writer)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('more room while the service is away, they come when it is back', async () => {
    const { writer } = await library(['a', 'b', 'c'], 1)
    writer.faults.offline(true)
    await writer.pass(2 * MINUTE)
    await give(writer, 3)
    expect(heldBy(writer)).toEqual(['c'])
    writer.faults.offline(false)
    await writer.pass(5 * MINUTE)
    expect(heldBy(writer)).toEqual(['a', 'b', 'c'])
  })

  test('less room in the middle of a key, the words that are not sent stay', async () => {
    const { writer, idOf } = await library(['a', 'b', 'c'], 3)
    writer.faults.offline(true)
    const window = await writer.edit(idOf('a'))
    await window.append(' kept')
    window.close()
    await give(writer, 1)
    expect(writer.workspace.documents.read(idOf('a'))?.text).toContain(' kept')
  })
})

describe('beyond the bound', () => {
  test('what was changed or opened the longest ago goes first', async () => {
    const { writer, idOf, ids } = await library(['a', 'b', 'c'], 2)
    expect(heldBy(writer)).toEqual(['b', 'c'])
    const window = await writer.edit(idOf('a'))
    await writer.pass(1_000)
    expect(window.text()).toBe(textOf('a'))
    expect(heldBy(writer)).toEqual(['a', 'c'])
    window.close()
    await writer.pass(1_000)
    await changeThere(writer, ids.get('b')!, { content: textOf('b, changed') })
    await writer.pass(2 * MINUTE)
    expect(heldBy(writer)).toEqual(['a', 'b'])
  })

  test('nothing goes that is open, in a tab, unsent, undecided, or in a folder that is kept offline', async () => {
    const { writer, idOf, ids } = await library(['open', 'tab', 'unsent', 'conflict', 'free'], 5)
    const folder = await writer.workspace.organise.createFolder({ name: 'Kept', parentId: null })
    const inner = await writer.workspace.organise.createFolder({ name: 'In it', parentId: folder.id })
    await writer.pass(MINUTE)
    const folders = writer.workspace.catalog.library().folders
    expect(folders).toHaveLength(2)
    const pinned = await createThere(writer, { title: 'pinned', content: textOf('pinned') })
    await writer.pass(2 * MINUTE)
    await writer.workspace.documents.editFields({
      id: writer.workspace.documents.known(pinned)!.id,
      folderId: inner.id,
    })
    await writer.pass(MINUTE)
    writer.workspace.keepOffline({ id: folder.id, kept: true })
    const window = await writer.edit(idOf('open'))
    expect(window.text()).toBe(textOf('open'))
    writer.settings.openTabs = [idOf('tab')]
    const clash = await writer.edit(idOf('conflict'))
    writer.faults.offline(true)
    await clash.type('Mine.')
    clash.close()
    const unsent = await writer.edit(idOf('unsent'))
    await unsent.type(`${textOf('unsent')} More.`)
    unsent.close()
    await changeThere(writer, ids.get('conflict')!, { content: 'Theirs.' })
    const newer = []
    for (const name of ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'])
      newer.push(await createThere(writer, { title: name, content: textOf(name) }))
    // Sending is paused, but the state of the service is read.
    writer.workspace.outbox.pause(true)
    writer.faults.offline(false)
    writer.workspace.retry()
    await writer.pass(3 * MINUTE)
    expect(heldBy(writer)).toEqual(expect.arrayContaining(['conflict', 'open', 'pinned', 'tab', 'unsent']))
    expect(heldBy(writer)).not.toContain('free')
    expect(titles(writer)).toHaveLength(12)
    writer.workspace.outbox.pause(false)
    await writer.pass(3 * MINUTE)
    expect((await thereOf(writer, ids.get('unsent')!)).content).toBe(`${textOf('unsent')} More.`)
    expect(writer.phase(idOf('conflict'))).toBe('conflicted')
  })

  test('a text that names a file which is not uploaded yet stays until its link is rewritten', async () => {
    const { writer, idOf } = await library(['a', 'b'], 2)
    const bytes = new Uint8Array([1, 2, 3])
    const { link } = (await writer.workspace.attachments.add({ name: 'x.bin', bytes })) as { link: string }
    writer.workspace.outbox.pause(true)
    const window = await writer.edit(idOf('a'))
    await window.type(`${textOf('a')} [x](${link})`)
    window.close()
    writer.workspace.outbox.pause(false)
    for (const name of ['c', 'd', 'e']) await createThere(writer, { title: name, content: textOf(name) })
    await writer.pass(20 * MINUTE)
    const text = (await writer.workspace.documents.fetch(idOf('a'))).text
    expect(text).toContain('/serve')
    expect(text).not.toContain('stet-file:')
    const [file] = writer.workspace.attachments.list()
    expect(file).toMatchObject({ uses: 1, state: 'stored' })
  })

  test('a document that is deleted elsewhere leaves the lists, its text here or not', async () => {
    const { writer, ids } = await library(['a', 'b', 'c'], 1)
    await deleteThere(writer, ids.get('a')!)
    await writer.pass(6 * MINUTE)
    expect(titles(writer)).toEqual(['b', 'c'])
  })

  test('a title, folder or tag that changes elsewhere is shown of a text that is not here', async () => {
    const { writer, ids } = await library(['a', 'b', 'c'], 1)
    await changeThere(writer, ids.get('a')!, { title: 'Renamed', content: textOf('x').repeat(9) })
    await writer.pass(2 * MINUTE)
    expect(titles(writer)).toEqual(['Renamed', 'b', 'c'])
    expect(heldBy(writer)).toEqual(['c'])
  })
})

describe('a text that is not here', () => {
  test('is read when it is opened, and can be written at once', async () => {
    const { writer, idOf, there } = await library(['a', 'b', 'c'], 1)
    const window = await writer.edit(idOf('a'))
    expect(window.text()).toBe(textOf('a'))
    await window.append('More.')
    await writer.pass(MINUTE)
    expect((await there('a')).content).toBe(`${textOf('a')}More.`)
    expect(writer.phase(idOf('a'))).toBe('clean')
  })

  test('offline, says so in a sentence, and nothing that is done to it writes anything over it', async () => {
    const writes: string[] = []
    const { writer, idOf, there } = await library(['a', 'b', 'c'], 1, { variant: watched(writes) })
    writer.faults.offline(true)
    await writer.pass(1_000)
    const id = idOf('a')
    const { documents } = writer.workspace
    await expect(documents.open({ id })).rejects.toThrow(
      'This text is not on this device, and the service cannot be reached now.',
    )
    const changes = [{ from: 0, to: 0, insert: 'Over it.' }]
    const attempts: (() => unknown)[] = [
      () => documents.save({ id, reason: 'key' }),
      () => documents.save({ id, reason: 'publish' }),
      () => documents.editFields({ id, title: 'Other' }),
      () => documents.editFields({ id, tagIds: [] }),
      () => documents.delete({ ids: [id] }),
      () => documents.restore({ ids: [id] }),
      () => documents.replace(id, { text: '', reason: 'replace' }),
      () => documents.undoMerge({ id }),
      () => documents.resolve({ id, reviewed: '', mine: '', resolution: { kind: 'keep-mine' } }),
    ]
    for (const attempt of attempts)
      expect(['unreachable', 'not-found-here']).toContain(await problemOf(attempt))
    expect(await documents.change({ id, clientId: 'w', version: 0, updates: [changes] })).toEqual({
      kind: 'reopen',
    })
    documents.rewrite(id, () => '')
    writer.crash()
    writer.faults.offline(false)
    writer.workspace.retry()
    await writer.pass(10 * MINUTE)
    expect(writes).toEqual([])
    expect(await there('a')).toMatchObject({ title: 'a', content: textOf('a') })
    expect((await writer.edit(idOf('a'))).text()).toBe(textOf('a'))
  })

  test('among others that are deleted, it stays and is named; the others come back alone', async () => {
    const { writer, idOf } = await library(['a', 'b', 'c'], 1)
    const { documents } = writer.workspace
    writer.faults.offline(true)
    await writer.pass(1_000)
    const { left } = await documents.delete({ ids: [idOf('a'), idOf('b'), idOf('c')] })
    expect(left).toMatchObject({ ids: [idOf('a'), idOf('b')], problem: { code: 'unreachable' } })
    expect(titles(writer)).toEqual(['a', 'b'])
    expect(await documents.restore({ ids: [idOf('c')] })).toEqual({})
    expect(titles(writer)).toEqual(['a', 'b', 'c'])
  })

  test('[W10] a page of the list that was asked for before it was read does not bring an older text back', async () => {
    const { writer, idOf, ids } = await library(['a', 'b', 'c'], 1)
    const { documents } = writer.workspace
    const asked = documents.asking()
    const { etag: _etag, ...before } = await thereOf(writer, ids.get('a')!)
    await changeThere(writer, ids.get('a')!, { content: 'Newer.' })
    const window = await writer.edit(idOf('a'))
    expect(window.text()).toBe('Newer.')
    documents.applyUpdates([{ seen: before, asked }])
    expect(window.text()).toBe('Newer.')
    await window.append(' Mine.')
    await writer.pass(MINUTE)
    expect((await thereOf(writer, ids.get('a')!)).content).toBe('Newer. Mine.')
    window.close()
    await writer.pass(3 * MINUTE)
    documents.applyUpdates([{ seen: before, asked }])
    expect((await documents.fetch(idOf('a'))).text).toBe('Newer. Mine.')
  })

  test('[W1, W3] the app dies after any transaction while texts come and go: every word is there, nothing empty is sent', async () => {
    for (let commits = 1; commits <= 24; commits++) {
      const writes: string[] = []
      const { writer, first, idOf, there } = await library(['a', 'b', 'c'], 1, {
        variant: watched(writes),
      })
      writer.dieAfter(commits)
      const work = async () => {
        for (const name of ['a', 'b', 'c', 'a']) {
          const window = await writer.edit(idOf(name))
          await window.append(name)
          await writer.workspace.documents.save({ id: idOf(name), reason: 'key' })
          await writer.pass(500)
          window.close()
          await writer.pass(1_000)
        }
      }
      let isOver = false
      void work().then(
        () => (isOver = true),
        () => (isOver = true),
      )
      for (let turn = 0; turn < 40 && !isOver && writer.isAlive(); turn++) await first.pass(500)
      if (!writer.isAlive()) writer.revive()
      await writer.pass(10 * MINUTE)
      for (const name of ['a', 'b', 'c']) {
        const { content = '' } = await there(name)
        expect(content.startsWith(textOf(name)), `${commits}: ${name} is ${content}`).toBe(true)
        expect((await writer.workspace.documents.fetch(idOf(name))).text).toBe(content)
      }
      for (const write of writes) expect(write).toMatch(/^PUT Text of /)
    }
  }, 60_000)
})

describe('a folder that is kept offline', () => {
  test('has all texts of it and of the folders in it here, also those that come later, after a restart too', async () => {
    const { writer, ids, idOf } = await library(['a', 'b', 'c', 'd', 'e'], 1)
    const parent = await writer.other.call('folders.create', { body: { name: 'Trip' } })
    if (parent.kind !== 'ok') throw new Error('no folder')
    const child = await writer.other.call('folders.create', {
      body: { name: 'Day', parent_id: Number(parent.data.id) },
    })
    if (child.kind !== 'ok') throw new Error('no folder')
    const move = (name: string, to: string) => changeThere(writer, ids.get(name)!, { folder_id: Number(to) })
    await move('a', parent.data.id)
    await move('b', child.data.id)
    await writer.pass(2 * MINUTE)
    expect(writer.workspace.keepOffline({ id: parent.data.id, kept: true })).toEqual({ withoutText: 1 })
    await writer.pass(2_000)
    expect(heldBy(writer)).toEqual(expect.arrayContaining(['a', 'b']))
    const { folders } = writer.workspace.catalog.library()
    expect(folders.map(({ name, offline }) => [name, offline])).toEqual([
      ['Trip', 'chosen'],
      ['Day', 'within'],
    ])
    writer.crash()
    await move('c', child.data.id)
    await writer.pass(6 * MINUTE)
    expect(heldBy(writer)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
    writer.faults.offline(true)
    expect((await writer.edit(idOf('a'))).text()).toBe(textOf('a'))
    writer.faults.offline(false)
    writer.workspace.keepOffline({ id: parent.data.id, kept: false })
    await writer.pass(6 * MINUTE)
    expect(heldBy(writer)).toHaveLength(1)
    expect(await problemOf(() => writer.workspace.keepOffline({ id: 'none', kept: true }))).toBe(
      'not-found-here',
    )
  })

  test('chosen offline, its texts come when the service can be reached again', async () => {
    const { writer, ids } = await library(['a', 'b', 'c'], 1)
    const made = await writer.other.call('folders.create', { body: { name: 'Trip' } })
    if (made.kind !== 'ok') throw new Error('no folder')
    for (const name of ['a', 'b'])
      await changeThere(writer, ids.get(name)!, { folder_id: Number(made.data.id) })
    await writer.pass(2 * MINUTE)
    await changeThere(writer, ids.get('c')!, { content: textOf('c, again') })
    await writer.pass(2 * MINUTE)
    writer.faults.offline(true)
    await writer.pass(1_000)
    const { withoutText } = writer.workspace.keepOffline({ id: made.data.id, kept: true })
    expect(withoutText).toBe(2)
    writer.faults.offline(false)
    writer.workspace.retry()
    await writer.pass(MINUTE)
    expect(heldBy(writer)).toEqual(['a', 'b'])
  })
})

describe('what looks through all texts', () => {
  const exported = async (writer: Writer) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stet-'))
    clearing.push(() => rmSync(folder, { recursive: true, force: true }))
    const done = await runExport(writer.workspace, {
      folder,
      folderId: null,
      withVersions: false,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    return { folder, done }
  }

  test('an export reads the missing texts; what cannot be read is listed as not written', async () => {
    const { writer } = await library(['a', 'b', 'c'], 1)
    const { folder, done } = await exported(writer)
    expect(done).toMatchObject({ documents: 3, failed: [], isComplete: true })
    expect(readFileSync(path.join(folder, 'a.md'), 'utf8')).toContain(textOf('a'))
    await writer.pass(MINUTE)
    expect(heldBy(writer)).toHaveLength(1)
    writer.faults.offline(true)
    const offline = await exported(writer)
    expect(offline.done.documents).toBe(1)
    expect(offline.done.failed.map((one) => one.path).sort()).toHaveLength(2)
    expect(offline.done.failed[0]!.why).toBe('Its text is not on this device and cannot be read now.')
  })

  test('a move reads them and keeps them until it is done; an import knows again what is not here', async () => {
    const { writer } = await library(['a', 'b', 'c'], 1)
    const release = writer.workspace.documents.pinAll()
    const plan = await planLibrary(writer.workspace)
    await writer.pass(5 * MINUTE)
    expect(plan.left).toEqual([])
    const asItIs = () => undefined
    const texts = await Promise.all(plan.documents.map((document) => document.textOf(asItIs)))
    expect(texts.sort()).toEqual(['a', 'b', 'c'].map(textOf))
    release()
    await writer.pass(MINUTE)
    expect(heldBy(writer)).toHaveLength(1)
    expect(await countNew(plan, writer.workspace)).toMatchObject({ duplicates: 3 })
    const missing = plan.documents.find(({ title }) => !heldBy(writer).includes(title))!
    await expect(missing.textOf(asItIs)).rejects.toThrow('left this device')
  })

  test('words find the titles of all and the texts of those that are here', async () => {
    const { writer } = await library(['alpha', 'beta', 'gamma'], 1, { disk: createFileDisk })
    const find = async (query: string) =>
      (await writer.workspace.search.words({ query, filter: {}, limit: 10 })).hits.map(({ title }) => title)
    expect(await find('alpha')).toEqual(['alpha'])
    expect((await find('text')).sort()).toEqual(['gamma'])
  })
})
