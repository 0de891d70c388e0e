import { expect, test } from 'vitest'
import { createVirtualClock } from '../system/clock.virtual'
import { createOpenLibraries, type OpenLibrary } from './open-libraries'
import { createWindowHolds } from './window-holds'

/** Libraries that have no unwritten words, and the windows that hold them. */
function world() {
  const libraries = createOpenLibraries({
    clock: createVirtualClock(),
    open: ({ id: connectionId }, epoch) =>
      ({
        epoch,
        connectionId,
        documents: { unwritten: () => [] as readonly string[] },
        close: () => Promise.resolve(),
      }) as unknown as OpenLibrary,
    closed: () => {},
    report: (error) => expect.fail(String(error)),
  })
  const hold = (id: string) =>
    libraries.hold({ id, name: id, kind: 'service', address: `https://${id}.test` })
  return { libraries, hold, windows: createWindowHolds() }
}

test('[W23] a library that a window left and came back to stays open until the window has left it again', async () => {
  const { libraries, hold, windows } = world()
  const first = await hold('first')
  const { epoch } = first.library
  windows.begin(1, first)
  const second = await hold('second')
  windows.switchOver(epoch, second)
  first.release()
  // The writer returns before the window has handed over everything: the library is still open, under the same epoch.
  const again = await hold('first')
  expect(again.library.epoch).toBe(epoch)
  windows.switchOver(second.library.epoch, again)
  second.release()
  windows.left(1, epoch)
  windows.left(1, second.library.epoch)
  // She leaves again: words that the window has received since then belong to this epoch.
  const third = await hold('second')
  windows.switchOver(epoch, third)
  again.release()
  expect(libraries.of(epoch)).toBeDefined()
  expect(libraries.of(third.library.epoch)).toBeDefined()
  windows.left(1, epoch)
  expect(libraries.of(epoch)).toBeUndefined()
})

test('[W23] a window that is gone, or begins anew, holds no library that it came back to', async () => {
  const { libraries, hold, windows } = world()
  const first = await hold('first')
  const second = await hold('second')
  const { epoch } = first.library
  windows.begin(1, first)
  windows.switchOver(epoch, second)
  windows.switchOver(second.library.epoch, first)
  windows.begin(1, second)
  first.release()
  expect(libraries.of(epoch)).toBeUndefined()
  second.release()
  windows.gone(1)
  expect(libraries.all()).toEqual([])
})
