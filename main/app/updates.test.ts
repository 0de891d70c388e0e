import { expect, test } from 'vitest'
import type { UpdateState } from '../../shared/ipc/ipc-window'
import { createVirtualClock } from '../system/clock.virtual'
import { createUpdates, TOO_LARGE, type UpdateSource } from './updates'

const NEWER = { version: '0.2.0', notes: 'Quotes stay where they were.' }
const quietLog = { error() {}, info() {} }
const settled = () => new Promise((resolve) => setImmediate(resolve))

function updatesOver(source: Partial<UpdateSource> | undefined, wanted = { is: true }) {
  const told: UpdateState[] = []
  const done: string[] = []
  const clock = createVirtualClock()
  const updates = createUpdates({
    source: source && {
      isBySystem: false,
      check: async () => NEWER,
      download: async () => {},
      installAndStart: () => void done.push('installed'),
      ...source,
    },
    isWanted: () => wanted.is,
    tell: (state) => told.push(state),
    clock,
    log: quietLog,
    quit: () => void done.push('asked to end'),
  })
  return { updates, told, done, clock, wanted }
}

test('without a feed nothing is looked for, and nothing can be downloaded', async () => {
  const { updates, told } = updatesOver(undefined)
  updates.begin()
  await updates.download()
  expect(updates.hasFeed).toBe(false)
  expect(told).toEqual([])
})

test('a newer version is told and not downloaded before the writer asks for it', async () => {
  let downloads = 0
  const { updates } = updatesOver({ download: async () => void downloads++ })
  updates.begin()
  await settled()
  expect(updates.state()).toEqual({ kind: 'available', bySystem: false, ...NEWER })
  expect(downloads).toBe(0)
})

test('a feed that cannot be read is asked again a day later, and the writer hears nothing of it', async () => {
  let asked = 0
  const { updates, told, clock } = updatesOver({
    async check() {
      asked++
      throw new Error('fetch failed')
    },
  })
  updates.begin()
  await settled()
  await clock.advance(24 * 3_600_000)
  await settled()
  expect(asked).toBe(2)
  expect(told).toEqual([])
})

test('a writer who wants no updates is asked about none, and the feed is not asked either', async () => {
  let asked = 0
  const { updates, wanted } = updatesOver({
    async check() {
      asked++
      return NEWER
    },
  })
  updates.begin()
  await settled()
  wanted.is = false
  updates.settingsChanged()
  expect(updates.state()).toEqual({ kind: 'none' })
  expect(asked).toBe(1)
  wanted.is = true
  updates.settingsChanged()
  await settled()
  expect(updates.state().kind).toBe('available')
})

test('a version that the system installs is told, and downloaded by nobody here', async () => {
  const { updates } = updatesOver({
    isBySystem: true,
    download: async () => expect.unreachable(),
  })
  updates.begin()
  await settled()
  await updates.download()
  expect(updates.state()).toMatchObject({ kind: 'available', bySystem: true })
})

test('[W23] what is ready is installed at the end of the one way of leaving, never before', async () => {
  const { updates, done } = updatesOver({})
  updates.begin()
  await settled()
  updates.install()
  expect(done).toEqual([])
  await updates.download()
  expect(updates.state()).toEqual({ kind: 'ready', ...NEWER })
  updates.install()
  expect(done).toEqual(['asked to end'])
  // The writer stays: the next quit is an ordinary one.
  updates.stayed()
  expect(updates.atEnd()).toBe(false)
  updates.install()
  expect(updates.atEnd()).toBe(true)
  expect(done).toEqual(['asked to end', 'asked to end', 'installed'])
})

test.each([
  ['sha512 checksum mismatch, expected A, got B', 'What was downloaded is not what was announced.'],
  [TOO_LARGE, TOO_LARGE],
  ['net::ERR_CONNECTION_RESET', 'it can be tried again'],
])('a download that fails with "%s" says so, installs nothing and can be tried again', async (why, words) => {
  let fails = true
  const { updates, done } = updatesOver({
    async download() {
      if (fails) throw new Error(why)
    },
  })
  updates.begin()
  await settled()
  await updates.download()
  expect(updates.state()).toMatchObject({ kind: 'failed', reason: expect.stringContaining(words) as unknown })
  updates.install()
  expect(updates.atEnd()).toBe(false)
  expect(done).toEqual([])
  fails = false
  await updates.download()
  expect(updates.state().kind).toBe('ready')
})
