import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SAVED_SEARCHES_MAX, type SavedSearch } from '../../shared/ipc/ipc-saved-searches'
import { openSavedSearches } from './saved-searches'

let folder: string
let number = 0
let told: (readonly SavedSearch[])[]
let warnings: string[]

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-saved-'))
  told = []
  warnings = []
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const open = () =>
  openSavedSearches({
    folder,
    newUuid: () => `s-${++number}`,
    onChange: (all) => told.push(all),
    warn: (sentence) => warnings.push(sentence),
  })
const bees = { name: 'Bees', query: 'bees and honey', way: 'meaning', below: false } as const
const tides = {
  name: 'Tides',
  query: 'tide -bees',
  way: 'words',
  folderId: 'f',
  below: true,
  status: 'draft',
  tagId: 't',
  withinDays: 7,
} as const
const file = () => path.join(folder, 'saved-searches.json')
const names = (searches: readonly SavedSearch[]) => searches.map(({ name }) => name)

test('saved, renamed, saved again under its name: all of it is there after a restart, and told', () => {
  const first = open()
  const { id } = first.create(bees)
  first.create(tides)
  first.change({ ...bees, id, name: 'Honey' })
  first.change({ ...bees, id, name: 'Honey', query: 'honey', status: 'published' })
  expect(open().list()).toEqual([
    { ...bees, id, name: 'Honey', query: 'honey', status: 'published' },
    { ...tides, id: expect.any(String) as string },
  ])
  expect(told.map(names)).toEqual([['Bees'], ['Bees', 'Tides'], ['Honey', 'Tides'], ['Honey', 'Tides']])
})

test('deleted, and put back where it stood', () => {
  const saved = open()
  const ids = [bees, tides, { ...bees, name: 'Last' }].map((search) => saved.create(search).id)
  saved.delete(ids[1]!)
  expect(names(open().list())).toEqual(['Bees', 'Last'])
  saved.restore(ids[1]!)
  expect(names(open().list())).toEqual(['Bees', 'Tides', 'Last'])
  expect(() => saved.restore(ids[1]!)).toThrow(/no longer be undone/)
  saved.delete(ids[0]!)
  expect(() => saved.change({ ...bees, id: ids[0]! })).toThrow(/not saved any more/)
  expect(() => saved.delete(ids[0]!)).toThrow(/not saved any more/)
})

test.each([
  ['one entry', (text: string) => text.replace('"way": "meaning"', '"way": "guess"'), ['Tides']],
  ['an entry twice', (text: string) => text.replace(/s-\d+/g, 's-same'), ['Bees']],
  ['the whole file', (text: string) => text.slice(0, -10), []],
  ['nothing but zeros', (text: string) => '\0'.repeat(text.length), []],
])('damaged: %s; the rest stays, the file is set aside, and it is said once', (_what, damage, left) => {
  const first = open()
  first.create(bees)
  first.create(tides)
  const damaged = damage(fs.readFileSync(file(), 'utf8'))
  fs.writeFileSync(file(), damaged)
  expect(names(open().list())).toEqual(left)
  expect(warnings).toHaveLength(1)
  const aside = fs.readdirSync(folder).find((name) => name.startsWith('saved-searches.damaged-')) ?? ''
  expect(fs.readFileSync(path.join(folder, aside), 'utf8')).toBe(damaged)
  const again = open()
  again.create({ ...bees, name: 'After it' })
  expect(names(open().list())).toEqual([...left, 'After it'])
  expect(warnings).toHaveLength(1)
})

test('there is an end to how many are kept', () => {
  const searches = Array.from({ length: SAVED_SEARCHES_MAX }, (_, at) => ({ ...bees, id: `n-${at}` }))
  fs.writeFileSync(file(), JSON.stringify({ searches }))
  const saved = open()
  expect(() => saved.create(tides)).toThrow(/Delete one first/)
  expect(saved.list()).toHaveLength(SAVED_SEARCHES_MAX)
})
