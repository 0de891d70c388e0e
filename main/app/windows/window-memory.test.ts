import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EMBEDDED_ID } from '../../connections/list/connection-list'
import { openSettings, type SettingsFile } from '../../system/settings'
import { createWindowMemories, swapWindowMemory, type WindowMemories } from './window-memory'

const [FIRST, SECOND] = [1, 2]

let folder: string
let settings: SettingsFile
let memories: WindowMemories
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'stet-windows-'))
  settings = openSettings(folder)
  swapWindowMemory(settings, EMBEDDED_ID)
  memories = createWindowMemories(settings)
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const keep = (window: number, openTabs: readonly string[], activeTab: string, connectionId = EMBEDDED_ID) =>
  memories.keep(window, connectionId, { openTabs: [...openTabs], activeTab })
const shownIn = (window: number) => {
  const { openTabs, activeTab } = memories.settingsFor(window)
  return { openTabs, activeTab }
}

test('each window comes back with its own documents, whichever wrote last', () => {
  keep(FIRST, ['a', 'b'], 'b')
  keep(SECOND, ['c'], 'c')
  expect(shownIn(FIRST)).toEqual({ openTabs: ['a', 'b'], activeTab: 'b' })
  expect(shownIn(SECOND)).toEqual({ openTabs: ['c'], activeTab: 'c' })
  // A setting for all windows is the same in each of them.
  settings.set({ theme: 'dark' })
  expect(memories.settingsFor(FIRST).theme).toBe('dark')
})

test('a window that has begun and reports nothing keeps its documents while another window changes its own', () => {
  keep(SECOND, ['a', 'b'], 'b')
  expect(shownIn(FIRST)).toEqual({ openTabs: ['a', 'b'], activeTab: 'b' })
  keep(SECOND, ['c', 'd'], 'd')
  expect(shownIn(FIRST)).toEqual({ openTabs: ['a', 'b'], activeTab: 'b' })
  expect(memories.of(FIRST, EMBEDDED_ID)).toMatchObject({ openTabs: ['a', 'b'], activeTab: 'b' })
})

test('a new window begins as the last one left it, and with the document that it is opened for', () => {
  keep(FIRST, ['a', 'b'], 'b')
  expect(shownIn(SECOND)).toEqual({ openTabs: ['a', 'b'], activeTab: 'b' })
  memories.begin(SECOND, { id: 'c', connectionId: EMBEDDED_ID })
  expect(shownIn(SECOND)).toEqual({ openTabs: ['a', 'b', 'c'], activeTab: 'c' })
  expect(shownIn(FIRST)).toEqual({ openTabs: ['a', 'b'], activeTab: 'b' })
})

test('a window that comes back has its own tabs and split, not those of the one that changed last', () => {
  const split = { sideDocument: 'd', side: 'right' } as const
  memories.keep(SECOND, EMBEDDED_ID, { openTabs: ['c', 'd'], activeTab: 'c', split })
  const memory: unknown = JSON.parse(JSON.stringify(memories.of(SECOND, EMBEDDED_ID)))
  keep(FIRST, ['a'], 'a')
  memories.begin(3, { id: 'c', connectionId: EMBEDDED_ID, memory })
  expect(shownIn(3)).toEqual({ openTabs: ['c', 'd'], activeTab: 'c' })
  expect(memories.settingsFor(3).split).toEqual(split)
  memories.begin(4, { id: 'c', connectionId: EMBEDDED_ID, memory: { openTabs: 'damaged' } })
  expect(shownIn(4)).toEqual({ openTabs: ['a', 'c'], activeTab: 'c' })
})

test('what a window shows at the end is what it begins with at the next start, also without a document', () => {
  keep(FIRST, ['a', 'b'], 'b')
  memories.keep(SECOND, EMBEDDED_ID, { openTabs: [], activeTab: null, listFilter: { smart: 'drafts' } })
  const [first, second] = [FIRST, SECOND].map((window) => JSON.parse(JSON.stringify(memories.left(window))))
  expect(memories.left(3)).toBeUndefined()
  const next = createWindowMemories(settings)
  next.begin(FIRST, first)
  next.begin(SECOND, second)
  expect(next.settingsFor(FIRST)).toMatchObject({ openTabs: ['a', 'b'], activeTab: 'b', listFilter: {} })
  expect(next.settingsFor(SECOND)).toMatchObject({
    openTabs: [],
    activeTab: null,
    listFilter: { smart: 'drafts' },
  })
})

test('after a library was left and is on screen again, each window shows there what it showed', () => {
  keep(FIRST, ['a'], 'a')
  keep(SECOND, ['b'], 'b')
  swapWindowMemory(settings, 'press')
  expect(shownIn(FIRST)).toEqual({ openTabs: [], activeTab: null })
  keep(FIRST, ['x'], 'x', 'press')
  // This arrives late: it belongs to the library that was left.
  keep(SECOND, ['b', 'c'], 'c')
  swapWindowMemory(settings, EMBEDDED_ID)
  expect(shownIn(FIRST)).toEqual({ openTabs: ['a'], activeTab: 'a' })
  expect(shownIn(SECOND)).toEqual({ openTabs: ['b', 'c'], activeTab: 'c' })
})

test('the tabs of all windows count as tabs, until a window is closed', () => {
  keep(FIRST, ['a', 'b'], 'b')
  keep(SECOND, ['b', 'c'], 'c')
  expect(memories.tabs(EMBEDDED_ID).toSorted()).toEqual(['a', 'b', 'c'])
  expect(memories.tabs('press')).toEqual([])
  memories.forget(FIRST)
  expect(memories.tabs(EMBEDDED_ID).toSorted()).toEqual(['b', 'c'])
})

test('on a full disk a window comes back all the same', () => {
  const refusing: SettingsFile = {
    ...settings,
    set() {
      throw new Error('no room')
    },
  }
  memories = createWindowMemories(refusing)
  expect(() => keep(FIRST, ['a'], 'a')).toThrow('no room')
  expect(shownIn(FIRST)).toEqual({ openTabs: ['a'], activeTab: 'a' })
})
