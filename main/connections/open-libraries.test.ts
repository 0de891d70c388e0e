import { expect, test } from 'vitest'
import type { LibraryEpoch } from '../../shared/terms'
import { createVirtualClock } from '../system/clock.virtual'
import type { KnownConnection } from './list/connection-list'
import { createOpenLibraries, type OpenLibrary } from './open-libraries'
import { createWindowHolds } from './window-holds'

const known = (id: string): KnownConnection => ({
  id,
  name: id,
  kind: 'service',
  address: `https://${id}.test`,
})

/** Libraries that count how often their databases are open; closing takes as long as `end` says. */
function world() {
  const clock = createVirtualClock()
  const databases = new Map<string, number>()
  const unwritten = new Map<string, readonly string[]>()
  const closings: (() => void)[] = []
  let isSlow = false
  const libraries = createOpenLibraries({
    clock,
    open({ id }, epoch) {
      databases.set(id, (databases.get(id) ?? 0) + 1)
      if (databases.get(id) !== 1) throw new Error(`${id} is open twice`)
      const close = async () => {
        if (isSlow) await new Promise<void>((resolve) => closings.push(resolve))
        databases.set(id, 0)
      }
      const documents = { unwritten: () => unwritten.get(id) ?? [] }
      return { epoch, connectionId: id, documents, close } as unknown as OpenLibrary
    },
    closed: () => {},
    report(error) {
      throw error
    },
  })
  return {
    clock,
    libraries,
    unwritten,
    isOpen: (id: string) => databases.get(id) === 1,
    slowly: () => (isSlow = true),
    end: () => closings.splice(0).forEach((run) => run()),
  }
}

test('[L15] one database is open once, whoever asks and however often', async () => {
  const { libraries, isOpen } = world()
  const [first, second] = await Promise.all([libraries.hold(known('a')), libraries.hold(known('a'))])
  expect(second.library).toBe(first.library)
  first.release()
  first.release()
  expect(isOpen('a')).toBe(true)
  second.release()
  await libraries.whenClosed('a')
  expect(isOpen('a')).toBe(false)
})

test('[L15] a library that is closing opens anew only once it is closed, under another epoch', async () => {
  const { libraries, slowly, end } = world()
  const before = await libraries.hold(known('a'))
  slowly()
  before.release()
  expect(libraries.of(before.library.epoch)).toBeUndefined()
  const again = libraries.hold(known('a'))
  end()
  const { library } = await again
  expect(library.epoch).not.toBe(before.library.epoch)
  expect(libraries.of(before.library.epoch)).toBeUndefined()
  expect(libraries.of(library.epoch)).toBe(library)
  expect(libraries.connectionOf(before.library.epoch)).toBe('a')
})

test('[H2] a library with words that no disk took stays open until a disk has them', async () => {
  const { libraries, unwritten, clock, isOpen } = world()
  unwritten.set('a', ['one'])
  const hold = await libraries.hold(known('a'))
  hold.release()
  await clock.advance(60 * 60_000)
  expect(libraries.all()).toEqual([hold.library])
  // The writer returns to the same words.
  const again = await libraries.hold(known('a'))
  expect(again.library).toBe(hold.library)
  again.release()
  unwritten.delete('a')
  await clock.advance(10_000)
  expect(isOpen('a')).toBe(false)
})

test('[W23] a library that was left stays open until each window that had it has left it or is gone', async () => {
  const { libraries, isOpen, clock } = world()
  const windows = createWindowHolds()
  const first = await libraries.hold(known('a'))
  for (const window of [1, 2, 3]) windows.begin(window, first)
  const second = await libraries.hold(known('b'))
  windows.switchOver(first.library.epoch, second)
  first.release()
  windows.left(1, first.library.epoch)
  windows.gone(2)
  await clock.advance(24 * 60 * 60_000)
  expect(isOpen('a')).toBe(true)
  // A reloaded page has none of the words of the page before it.
  windows.begin(3, second)
  await libraries.whenClosed('a')
  expect(isOpen('b')).toBe(true)
  second.release()
  expect(isOpen('b')).toBe(true)
  windows.gone(1)
  windows.gone(3)
  await libraries.whenClosed('b')
})

test('a library that cannot be opened is in nobody’s way at the next try', async () => {
  let mayOpen = false
  const libraries = createOpenLibraries({
    clock: createVirtualClock(),
    open(_known, epoch) {
      if (!mayOpen) throw new Error('no room')
      return { epoch, documents: { unwritten: () => [] }, close: async () => {} } as unknown as OpenLibrary
    },
    closed: () => {},
    report: () => {},
  })
  await expect(libraries.hold(known('a'))).rejects.toThrow('no room')
  expect(libraries.all()).toEqual([])
  mayOpen = true
  expect((await libraries.hold(known('a'))).library.epoch).toMatch(/^a:/)
  await libraries.closeAll()
  await expect(libraries.hold(known('b'))).rejects.toThrow('The app is closing')
})

test('no epoch is used twice, and one of another library is none', async () => {
  const { libraries } = world()
  const epochs = new Set<LibraryEpoch>()
  for (let round = 0; round < 20; round++)
    for (const id of ['a', 'b']) {
      const hold = await libraries.hold(known(id))
      epochs.add(hold.library.epoch)
      hold.release()
      await libraries.whenClosed(id)
    }
  expect(epochs.size).toBe(40)
  expect(libraries.of('a:1' as LibraryEpoch)).toBeUndefined()
})
