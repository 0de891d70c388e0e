import fc from 'fast-check'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../shared/ipc/default-settings'
import { EMBEDDED_ID, openConnectionList } from '../connections/list/connection-list'
import { openKeptOffline } from '../library/kept-offline'
import { openFixedFolder } from '../search/fixed-folder'
import { openSavedSearches } from '../search/saved-searches'
import { openIgnoredWords } from '../spelling/ignored-words'
import { openPersonalWords } from '../spelling/personal-words'
import { openSettings } from './settings'

let folder: string
let warnings: string[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-profile-'))
  warnings = []
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const warn = (sentence: string) => void warnings.push(sentence)

/**
 * Every small JSON file of the profile: how it is opened, its first content, and the content that later replaces it.
 */
const FILES = [
  {
    file: 'settings.json',
    first: () => void openSettings(folder, warn).set({ theme: 'sepia' }),
    later: () => void openSettings(folder, warn).set({ textSize: 20 }),
  },
  {
    file: 'connections.json',
    first: () => openConnectionList(folder, warn).put(SERVICE),
    later: () => openConnectionList(folder, warn).put({ ...SERVICE, id: 'c-2' }),
  },
  {
    file: 'saved-searches.json',
    first: () => void savedSearches().create(BEES),
    later: () => void savedSearches().create({ ...BEES, name: 'Honey' }),
  },
  {
    file: 'kept-offline.json',
    first: () => openKeptOffline(folder, warn).set('f-1', true),
    later: () => openKeptOffline(folder, warn).set('f-2', true),
  },
  {
    file: 'fixed-folder.json',
    first: () => openFixedFolder(folder, warn).set('f-1'),
    later: () => openFixedFolder(folder, warn).set('f-2'),
  },
  {
    file: 'dictionary.json',
    first: () => openPersonalWords(folder, warn).change({ add: ['tidewrack'] }),
    later: () => openPersonalWords(folder, warn).change({ add: ['saltroad'] }),
  },
  {
    file: 'ignored-words.json',
    first: () => ignoredWords().ignore('d-1', 'tidewrack'),
    later: () => ignoredWords().ignore('d-2', 'tidewrack'),
  },
] as const

const SERVICE = { id: 'c-1', name: 'Work', kind: 'service', address: 'https://cms.test/api' } as const
const BEES = { name: 'Bees', query: 'bees', way: 'words', below: false } as const
let number = 0
const savedSearches = () =>
  openSavedSearches({ folder, newUuid: () => `s-${++number}`, onChange: () => {}, warn })
const ignoredWords = () => openIgnoredWords({ folder, onChange: () => {}, warn })
const asides = () => fs.readdirSync(folder).filter((name) => name.includes('.damaged-'))

test.each(FILES)(
  '[H5] $file: bytes that are no JSON are set aside once, said once, and never lost',
  (one) => {
    one.first()
    const damaged = fs.readFileSync(path.join(folder, one.file), 'utf8').slice(0, -9)
    fs.writeFileSync(path.join(folder, one.file), damaged)
    one.later()
    one.later()
    expect(asides()).toHaveLength(1)
    expect(fs.readFileSync(path.join(folder, asides()[0]!), 'utf8')).toBe(damaged)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(asides()[0])
  },
)

test.each(FILES)('[H5] $file: one that an editor has saved with a mark before it is read as it is', (one) => {
  one.first()
  const file = path.join(folder, one.file)
  fs.writeFileSync(file, `\uFEFF${fs.readFileSync(file, 'utf8')}`)
  one.later()
  expect([asides(), warnings]).toEqual([[], []])
})

test.each(FILES)('[H5] $file: a folder in its place is moved aside, and it is said', (one) => {
  fs.mkdirSync(path.join(folder, one.file))
  one.later()
  expect(asides()).toHaveLength(1)
  expect(warnings).toHaveLength(1)
})

test.each(FILES)('[H5] $file: whatever JSON stands there, it opens, and can be written', (one) => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      fs.writeFileSync(path.join(folder, one.file), JSON.stringify(json))
      one.later()
      one.later()
    }),
    { seed: 5, numRuns: 60 },
  )
})

test.each(FILES)(
  '[H5] $file: a disk that takes no copy is said, and nothing is written over the file',
  (one) => {
    const damaged = '{"half": '
    fs.writeFileSync(path.join(folder, one.file), damaged)
    const open = fs.openSync
    // A folder that accepts no new file, as on a full disk.
    fs.openSync = (...given: Parameters<typeof open>) => {
      if (given[1] === 'w') throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      return open(...given)
    }
    try {
      expect(one.later).toThrow(/^The disk that holds (your|the|its) .+ is full/)
    } finally {
      fs.openSync = open
    }
    expect(warnings[0]).toContain('the disk has no room for a copy')
    expect(fs.readFileSync(path.join(folder, one.file), 'utf8')).toBe(damaged)
    expect(fs.readdirSync(folder)).toEqual([one.file])
  },
)

test('[H5] settings of a newer version stay in the file, and one that does not fit falls back alone', () => {
  const file = path.join(folder, 'settings.json')
  fs.writeFileSync(file, '{"theme": "pink", "textSize": 24, "gestures": {"swipe": "back"}}')
  const opened = openSettings(folder, warn)
  expect(opened.get()).toEqual({ ...DEFAULT_SETTINGS, textSize: 24 })
  opened.set({ textSize: 20 })
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({
    theme: 'pink',
    textSize: 20,
    gestures: { swipe: 'back' },
  })
})

test('[H5] one damaged library in the list takes no other with it, and stays in the file', () => {
  const file = path.join(folder, 'connections.json')
  const list = openConnectionList(folder, warn)
  list.put(SERVICE)
  list.activate(SERVICE.id)
  const text = JSON.parse(fs.readFileSync(file, 'utf8')) as { connections: unknown[] }
  const newer = { id: 'c-9', kind: 'peer', mesh: ['a', 'b'] }
  fs.writeFileSync(
    file,
    JSON.stringify({ ...text, connections: [newer, ...text.connections, 7], order: 'own' }),
  )
  const again = openConnectionList(folder, warn)
  expect(again.all().map(({ id }) => id)).toEqual([EMBEDDED_ID, 'c-1'])
  expect(again.active().id).toBe('c-1')
  expect(warnings).toHaveLength(1)
  again.put({ ...SERVICE, name: 'Office' })
  const written = JSON.parse(fs.readFileSync(file, 'utf8')) as { connections: unknown[]; order: unknown }
  expect(written.order).toBe('own')
  expect(written.connections).toContainEqual(newer)
  expect(written.connections).toContainEqual(7)
  expect(
    openConnectionList(folder, warn)
      .all()
      .map(({ name }) => name),
  ).toContain('Office')
  expect(warnings).toHaveLength(1)
})

test('[H5] a library with a very long name is kept, with the beginning of its name', () => {
  const host = `${'a'.repeat(60)}.`.repeat(4)
  openConnectionList(folder, warn).put({ ...SERVICE, name: `${host}😀` })
  const again = openConnectionList(folder, warn)
  expect(again.all().map(({ id }) => id)).toEqual([EMBEDDED_ID, 'c-1'])
  expect(again.all()[1]?.name).toBe(host.slice(0, 100))
  expect(warnings).toEqual([])
})

test('[H5] what a newer version wrote into a library of the list outlives a rename', () => {
  const file = path.join(folder, 'connections.json')
  openConnectionList(folder, warn).put(SERVICE)
  const text = JSON.parse(fs.readFileSync(file, 'utf8')) as { connections: object[] }
  text.connections = text.connections.map((one) => ({ ...one, colour: 'green' }))
  fs.writeFileSync(file, JSON.stringify(text))
  openConnectionList(folder, warn).put({ ...SERVICE, name: 'Office' })
  const written = JSON.parse(fs.readFileSync(file, 'utf8')) as { connections: object[] }
  expect(written.connections).toContainEqual({ ...SERVICE, name: 'Office', colour: 'green' })
})

/** Makes a folder like that of a library on this device. */
function libraryFolder(id: string): void {
  fs.mkdirSync(path.join(folder, 'connections', id), { recursive: true })
  fs.writeFileSync(path.join(folder, 'connections', id, 'library.db'), '')
}

test('[H5] libraries on this device are in the list again when the list itself is gone', () => {
  const list = openConnectionList(folder, warn)
  libraryFolder('c-1')
  list.put(SERVICE)
  libraryFolder('c-unknown')
  fs.mkdirSync(path.join(folder, 'connections', 'no library'), { recursive: true })
  fs.rmSync(path.join(folder, 'connections.json'))
  const found = openConnectionList(folder, warn).all()
  expect(found[1]).toEqual(SERVICE)
  expect(found[2]).toMatchObject({ id: 'c-unknown', kind: 'service' })
  expect(() => new URL(found[2]!.address)).not.toThrow()
  expect(found).toHaveLength(3)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('2 libraries')
  expect(openConnectionList(folder, warn).all()).toEqual(found)
  expect(warnings).toHaveLength(1)
})

test('[H5] a library whose entry cannot be read is listed by what its folder says', () => {
  const file = path.join(folder, 'connections.json')
  const list = openConnectionList(folder, warn)
  libraryFolder('c-1')
  list.put(SERVICE)
  fs.writeFileSync(file, JSON.stringify({ activeId: 'c-1', connections: [{ id: 'c-1', kind: 'peer' }] }))
  expect(openConnectionList(folder, warn).active()).toEqual(SERVICE)
  expect(openConnectionList(folder, warn).all()[1]).toEqual(SERVICE)
  expect(fs.readFileSync(file, 'utf8')).toContain('"peer"')
  expect(warnings).toHaveLength(2)
})

test('[M7] a removed library is out of the list, comes back from it, and keeps its place on this device', () => {
  const list = openConnectionList(folder, warn)
  list.put(SERVICE)
  libraryFolder('c-1')
  list.put({ ...SERVICE, removedAt: 1_000, unsent: 2 })
  const again = openConnectionList(folder, warn)
  expect(again.all().map(({ id }) => id)).toEqual([EMBEDDED_ID])
  expect(again.removed()).toEqual([{ ...SERVICE, removedAt: 1_000, unsent: 2 }])
  again.put(SERVICE)
  expect(openConnectionList(folder, warn).all()[1]).toEqual(SERVICE)
  fs.rmSync(path.join(folder, 'connections', 'c-1'), { recursive: true })
  again.remove(SERVICE.id)
  expect(openConnectionList(folder, warn).removed()).toEqual([])
  expect(warnings).toEqual([])
})
