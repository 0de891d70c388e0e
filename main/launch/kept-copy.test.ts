import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyOwner, createFirstPage } from './first-page'
import { createKeptCopy, type CopyOwner } from './kept-copy'

const copyOf = (text: string) =>
  JSON.stringify({
    nodes: [text],
    css: '',
    fonts: [],
    root: {},
    screen: { width: 1280, height: 800, ratio: 1, media: [false, false, false, false] },
    document: null,
  })
const owner: CopyOwner = { build: 'b', connection: 'embedded', asked: null }

let profile: string
const file = () => path.join(profile, 'as-left.json')
beforeEach(() => void (profile = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-copy-'))))
afterEach(() => fs.rmSync(profile, { recursive: true }))

test('a copy is kept at rest and taken at the next start', () => {
  const copy = createKeptCopy(profile)
  copy.await()
  expect(copy.keep(owner, copyOf('The tide'))).toBe(true)
  expect(createKeptCopy(profile).take(owner)?.html).toContain('The tide')
})

test('the first change takes it away, at once', () => {
  const copy = createKeptCopy(profile)
  copy.await()
  copy.keep(owner, copyOf('Old words'))
  copy.drop()
  expect(fs.existsSync(file())).toBe(false)
  expect(createKeptCopy(profile).take(owner)).toBeUndefined()
})

test('one that was looked at before main told something is not taken', () => {
  const copy = createKeptCopy(profile)
  expect(copy.keep(owner, copyOf('Never asked for'))).toBe(false)
  copy.await()
  copy.drop()
  expect(copy.keep(owner, copyOf('Old words'))).toBe(false)
  expect(fs.existsSync(file())).toBe(false)
})

test('a start drops what an earlier one has left', () => {
  const before = createKeptCopy(profile)
  before.await()
  before.keep(owner, copyOf('Old words'))
  createKeptCopy(profile).drop()
  expect(fs.existsSync(file())).toBe(false)
})

test.each<[string, CopyOwner]>([
  ['another build', { ...owner, build: 'c' }],
  ['another library', { ...owner, connection: 'c-1' }],
  ['another address', { ...owner, asked: 'http://127.0.0.1:9' }],
])('a copy of %s is not shown, and is removed', (_what, other) => {
  const copy = createKeptCopy(profile)
  copy.await()
  copy.keep(other, copyOf('Foreign words'))
  expect(createKeptCopy(profile).take(owner)).toBeUndefined()
  expect(fs.existsSync(file())).toBe(false)
})

test.each(['', '{"build":"b"', 'null', '{"build":"b","connection":"embedded","asked":null,"copy":7}'])(
  'a damaged file is not shown, and is removed: %s',
  (damaged) => {
    fs.writeFileSync(file(), damaged)
    expect(createKeptCopy(profile).take(owner)).toBeUndefined()
    expect(fs.existsSync(file())).toBe(false)
  },
)

test('what is no copy is not kept', () => {
  const copy = createKeptCopy(profile)
  copy.await()
  expect(copy.keep(owner, '{"nodes":[["script",{},[]]]}')).toBe(false)
  expect(fs.existsSync(file())).toBe(false)
})

test('only the first page of a start has it, and a page for one document never', async () => {
  const renderer = path.join(profile, 'renderer')
  fs.mkdirSync(renderer)
  fs.writeFileSync(path.join(renderer, 'index.html'), '<html>')
  const parts = { profile, renderer, service: undefined }
  const taken: CopyOwner[] = []
  const copy = { ...createKeptCopy(profile), take: (of: CopyOwner) => void taken.push(of) }
  const first = createFirstPage({ ...parts, copy })
  expect(first.asked('app://stet/index.html?document=d')).toBeUndefined()
  first.asked('app://stet/index.html')
  first.asked('app://stet/index.html')
  expect(taken).toHaveLength(1)
  expect(taken[0]).toMatchObject({ connection: 'embedded', asked: null })
  fs.writeFileSync(path.join(profile, 'connections.json'), '{"activeId":"c-7","connections":[]}')
  createFirstPage({ ...parts, copy }).asked('app://stet/index.html')
  expect(taken[1]?.connection).toBe('c-7')
  await first.isShown()
})

test('a page with a copy is shown when it asks for more than its first script', async () => {
  const renderer = path.join(profile, 'renderer')
  fs.mkdirSync(renderer)
  fs.writeFileSync(path.join(renderer, 'index.html'), '<html>')
  const copy = createKeptCopy(profile)
  copy.await()
  copy.keep(copyOwner(renderer, undefined, 'embedded'), copyOf('The tide'))
  const first = createFirstPage({ profile, renderer, service: undefined, copy })
  let isShown = false
  void first.isShown().then(() => (isShown = true))
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  expect(first.asked('app://stet/index.html')?.html).toContain('The tide')
  first.asked('app://stet/assets/index-D_x4.js')
  first.asked('app://stet/assets/mount-B_y5.css')
  await turn()
  expect(isShown).toBe(false)
  first.asked('app://stet/assets/mount-C_z6.js')
  await turn()
  expect(isShown).toBe(true)
})
