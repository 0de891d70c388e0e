import { DatabaseSync } from '@photostructure/sqlite'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConnectionList, folderOf } from '../../main/connections/list/connection-list'
import { createConnections, type Connections } from '../../main/connections/connections'
import { openSecrets } from '../../main/connections/keys/secrets'
import { createFileDisk } from './disk'
import { changeThere, openLibraryOf, openWriter, type Writer } from './writer'

const DAY_MS = 86_400_000
const SERVICE = { id: 'c-1', name: 'Press', kind: 'service', address: 'https://press.test' } as const

const noKeychain = () => Promise.reject(new Error('no keychain'))
const NO_KEYCHAIN = { isAvailable: () => Promise.resolve(false), encrypt: noKeychain, decrypt: noKeychain }

let profile: string
let chosen: string
let writer: Writer
let now = 1_000 * DAY_MS
beforeEach(() => {
  profile = fs.mkdtempSync(path.join(tmpdir(), 'stet-removing-'))
  chosen = path.join(profile, 'export')
  fs.mkdirSync(chosen)
  fs.mkdirSync(folderOf(profile, SERVICE.id), { recursive: true })
  fs.writeFileSync(path.join(folderOf(profile, SERVICE.id), 'library.db'), 'words')
  openConnectionList(profile).put(SERVICE)
  writer = openWriter({ disk: createFileDisk })
})
afterEach(async () => {
  await writer.close()
  fs.rmSync(profile, { recursive: true, force: true })
})

/** The real list, keys and commands after a start; every library that is opened is the writer's. */
function start(whenClosed = (_id: string): Promise<void> => Promise.resolve(), its = writer): Connections {
  const list = openConnectionList(profile)
  return createConnections({
    profile,
    list,
    secrets: openSecrets(profile, NO_KEYCHAIN),
    workspaces: {
      active: () => openLibraryOf(writer),
      current: () => list.active(),
      listed: (id) => list.all().find((one) => one.id === id)!,
      list: () => [],
      activate: () => Promise.resolve(),
      keyChanged: () => Promise.resolve(),
      visit: async (_known, ask) => ask(openLibraryOf(its)),
      open: { whenClosed },
      stopSending: () => {},
    },
    fetch: () => Promise.reject(new Error('offline')),
    clock: { now: () => now, after: () => () => {} },
    newUuid: () => 'new',
    chooseFolder: () => Promise.resolve(chosen),
  })
}
const isOnDisk = () => fs.existsSync(path.join(folderOf(profile, SERVICE.id), 'library.db'))
const idOf = { id: SERVICE.id }

/** Passes days of work, with one start of the app per week. */
async function passDays(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 7) {
    now += Math.min(left, 7) * DAY_MS
    await start().deleteExpired()
  }
}

/** Creates an edit, a file, a folder and a tag that the service never receives, and a recovered text. */
async function workOffline(): Promise<void> {
  const { id } = await writer.workspace.documents.create({ title: 'Known', text: 'One.' })
  await writer.pass(10_000)
  writer.faults.offline(true)
  const window = await writer.edit(id)
  await window.append(' Two.')
  await writer.workspace.attachments.add({ name: 'map.png', bytes: new Uint8Array([1, 2, 3]) })
  await writer.workspace.organise.createFolder({ name: 'Letters', parentId: null })
  await writer.workspace.organise.createTag({ name: 'sea' })
  const gone = await writer.workspace.documents.create({ title: 'Gone', text: 'Deleted words.' })
  await writer.workspace.documents.delete({ ids: [gone.id] })
  await writer.pass(1_000)
}

test('[M7] removing shows all that only this device has, and the export holds it', async () => {
  await workOffline()
  const connections = start()
  const only = await connections.unsent(idOf)
  expect(only.texts.map(({ title }) => title)).toEqual(['Known'])
  expect(only.changes).toEqual(['New folder “Letters”', 'New tag “sea”', 'Upload “map.png” · 3 bytes'])
  expect(only.recovered).toBeGreaterThan(0)
  fs.writeFileSync(path.join(chosen, 'Known.md'), 'mine')
  const { files } = await connections.exportUnsent(idOf)
  const written = fs
    .readdirSync(chosen, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  expect(written).toHaveLength(files + 1)
  const read = (name: string) => fs.readFileSync(path.join(chosen, name), 'utf8')
  expect(read('Known.md')).toBe('mine')
  expect(read('Known 2.md')).toBe('One. Two.')
  expect([...fs.readFileSync(path.join(chosen, 'Files', 'map.png'))]).toEqual([1, 2, 3])
  expect(read('Changes not sent.txt')).toContain('Letters')
  expect(written.map((file) => fs.readFileSync(file, 'utf8'))).toContain('Deleted words.')
})

test('[M7] the export holds what was typed for a conflict that is not decided: the words for a place and the merged text', async () => {
  const { documents } = writer.workspace
  const { id } = await documents.create({ title: 'Known', text: 'One.' })
  await writer.pass(10_000)
  writer.faults.offline(true)
  const window = await writer.edit(id)
  await window.type('One of mine.')
  await writer.pass(1_000)
  await changeThere(writer, documents.read(id)!.remoteId!, { content: 'One of theirs.' })
  writer.faults.offline(false)
  writer.workspace.retry()
  await writer.pass(60_000)
  const { reviewed, mine } = (await documents.conflict({ id }))!
  await documents.decide({ id, reviewed, decisions: {}, texts: { 0: 'One of us both.' } })
  await documents.decide({ id, reviewed, decisions: {}, draft: { text: 'One, merged by hand.', mine } })
  const { files } = await start().exportUnsent(idOf)
  const read = (...names: string[]) => fs.readFileSync(path.join(chosen, ...names), 'utf8')
  expect(read('Known.md')).toBe('One of mine.')
  expect(read('Decisions not finished', 'Known.md')).toBe('One of us both.')
  expect(read('Decisions not finished', 'Known 2.md')).toBe('One, merged by hand.')
  expect(files).toBeGreaterThanOrEqual(3)
})

test('[M7] a removed library that its service has in full goes after 90 days, and can be brought back until then', async () => {
  const connections = start()
  await connections.remove(idOf)
  expect((await connections.list()).removed).toMatchObject([{ id: 'c-1', name: 'Press' }])
  await passDays(89)
  expect(isOnDisk()).toBe(true)
  await start().restore(idOf)
  expect(openConnectionList(profile).all()[1]).toEqual(SERVICE)
  await start().remove(idOf)
  await passDays(91)
  expect(isOnDisk()).toBe(false)
  expect((await start().list()).removed).toEqual([])
})

test('[M7] a clock that is set a year ahead at one start deletes no removed library', async () => {
  await start().remove(idOf)
  await passDays(60)
  now += 365 * DAY_MS
  await start().deleteExpired()
  expect(isOnDisk()).toBe(true)
  const shown = (await start().list()).removed[0]?.deletedAt
  expect(shown).toBe(now + 23 * DAY_MS)
  // The first start with the corrected clock does not count.
  now -= 365 * DAY_MS
  await passDays(22)
  expect(isOnDisk()).toBe(true)
  await passDays(16)
  expect(isOnDisk()).toBe(false)
})

test('[M7] a removed library with changes that were never sent stays until the writer deletes it', async () => {
  await workOffline()
  await start().remove(idOf)
  now += 400 * DAY_MS
  const later = start()
  await later.deleteExpired()
  expect(isOnDisk()).toBe(true)
  expect((await later.list()).removed[0]).not.toHaveProperty('deletedAt')
  await later.delete(idOf)
  expect(isOnDisk()).toBe(false)
})

test('[M7] captured words that are in no document yet are shown, exported, and keep a removed library', async () => {
  const { captured } = writer.workspace
  captured.keep('', 'Ask about the honey')
  const connections = start()
  expect((await connections.unsent(idOf)).captured).toBe('Ask about the honey')
  expect((await connections.exportUnsent(idOf)).files).toBe(1)
  expect(fs.readFileSync(path.join(chosen, 'Captured words.md'), 'utf8')).toBe('Ask about the honey')
  await connections.remove(idOf)
  await passDays(120)
  expect(isOnDisk()).toBe(true)
  await start().restore(idOf)
  captured.keep('Ask about the honey', '')
  await start().remove(idOf)
  await passDays(91)
  expect(isOnDisk()).toBe(false)
})

test('[M7] [W16] what was set aside as damaged, or typed after the library was left, keeps a removed library', async () => {
  const { id } = await writer.workspace.documents.create({ title: 'Known', text: 'One.' })
  await writer.pass(10_000)
  await (await writer.edit(id)).append(' Two, unsaved.')
  writer.faults.offline(true)
  writer.crash((file) => {
    const database = new DatabaseSync(file)
    database.exec("UPDATE heads SET body = CAST('{broken' AS BLOB)")
    database.close()
  })
  writer.faults.offline(false)
  await writer.pass(10_000)
  const kept = writer.workspace.snapshots.list()
  expect(kept.map((one) => writer.workspace.snapshots.read(one.id).text)).toContain('One. Two, unsaved.')
  expect((await start().unsent(idOf)).texts).toEqual([])
  await start().remove(idOf)
  await passDays(120)
  expect(isOnDisk()).toBe(true)
  await start().restore(idOf)
  const other = openWriter()
  try {
    other.workspace.keepText({ documentId: id, title: 'Known', text: 'Typed too late.' })
    await start(undefined, other).remove(idOf)
    await passDays(120)
    expect(isOnDisk()).toBe(true)
  } finally {
    await other.close()
  }
})

/** A library that windows keep open until `close` is called. */
function stillOpen() {
  let close = () => {}
  const closed = new Promise<void>((resolve) => (close = resolve))
  return { connections: start(() => closed), close: () => close() }
}

test('[M7] a library that is brought back while windows still leave it is removed no more', async () => {
  const { connections } = stillOpen()
  const removed = connections.remove(idOf)
  await expect.poll(async () => (await connections.list()).removed).toHaveLength(1)
  await connections.restore(idOf)
  await connections.restore(idOf)
  await removed
  expect(openConnectionList(profile).all()[1]).toEqual(SERVICE)
})

test('[M7] a library that is brought back before its files could be deleted keeps them', async () => {
  await start().remove(idOf)
  const { connections, close } = stillOpen()
  const deleted = connections.delete(idOf)
  await connections.restore(idOf)
  close()
  await deleted
  expect(isOnDisk()).toBe(true)
  expect(openConnectionList(profile).all()[1]).toEqual(SERVICE)
})

test('[M7] a kill at any moment of a deletion leaves a library that is whole, or none', async () => {
  await start().remove(idOf)
  const folder = folderOf(profile, SERVICE.id)
  fs.mkdirSync(path.join(folder, 'files'))
  for (let n = 0; n < 500; n++) fs.writeFileSync(path.join(folder, 'files', String(n)), 'bytes')
  const filesIn = () => (fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }).length : 0)
  const found = () => `${openConnectionList(profile).removed().length} listed, ${filesIn()} files`
  const whole = found()
  const deletion = { isDone: false }
  const deleted = start()
    .delete(idOf)
    .finally(() => (deletion.isDone = true))
  const seen = new Set<string>()
  while (!deletion.isDone) {
    seen.add(found())
    await new Promise(setImmediate)
  }
  await deleted
  for (const one of [...seen, found()]) expect([whole, '0 listed, 0 files']).toContain(one)
  const aside = path.join(profile, 'deleted', 'c-2', 'files')
  fs.mkdirSync(aside, { recursive: true })
  await start().deleteExpired()
  expect(fs.existsSync(path.dirname(aside))).toBe(false)
})

test('[M7] a library whose folder cannot be taken away is still in the list of the removed ones, whole', async () => {
  await start().remove(idOf)
  // A file has the path of the folder for deleted libraries.
  fs.writeFileSync(path.join(profile, 'deleted'), '')
  await expect(start().delete(idOf)).rejects.toThrow(/Stet cannot write/)
  expect(isOnDisk()).toBe(true)
  expect((await start().list()).removed).toMatchObject([{ id: SERVICE.id }])
  await start().restore(idOf)
  expect(openConnectionList(profile).all()[1]).toEqual(SERVICE)
})

test('[M7] a removed library that cannot be deleted keeps no other one, and no left folder, from being deleted', async () => {
  const second = { ...SERVICE, id: 'c-2', removedAt: now }
  await start().remove(idOf)
  openConnectionList(profile).put(second)
  const left = path.join(profile, 'deleted', 'c-3')
  fs.mkdirSync(left, { recursive: true })
  await passDays(84)
  fs.mkdirSync(left, { recursive: true })
  now += 7 * DAY_MS
  const isFree = (id: string) => (id === SERVICE.id ? Promise.reject(new Error('in use')) : Promise.resolve())
  await expect(start(isFree).deleteExpired()).rejects.toThrow('in use')
  expect(openConnectionList(profile).removed()).toMatchObject([{ id: SERVICE.id }])
  expect(fs.existsSync(left)).toBe(false)
})

test('[M7] the key of a library goes with it, also where the app was ended while it was removed', async () => {
  const key = () => fs.readFileSync(path.join(profile, 'secrets.json'), 'utf8')
  const secrets = openSecrets(profile, NO_KEYCHAIN)
  await secrets.set(SERVICE, 'mk_secret', 'unprotected')
  const { connections } = stillOpen()
  void connections.remove(idOf)
  await expect.poll(key).not.toContain('mk_secret')
  // If the app ends between writing the list and the keys, the key of a removed library remains.
  await secrets.set(SERVICE, 'mk_secret', 'unprotected')
  expect(key()).toContain('mk_secret')
  await start().deleteExpired()
  expect(key()).not.toContain('mk_secret')
})
