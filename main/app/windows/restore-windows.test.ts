import { expect, test } from 'vitest'
import { restoreWindows } from './restore-windows'
import type { Shown, WindowState } from './window-states'

const bounds = { x: 10, y: 20, width: 900, height: 600, maximized: false }
const shown = (id: string): Shown => ({ connectionId: 'press', memory: { activeTab: id } })
const STATES: readonly WindowState[] = [
  { ...bounds, shown: shown('a') },
  { ...bounds, x: 50, shown: shown('b') },
  { ...bounds, x: 90 },
]

function restore(isEnding: boolean) {
  const begun = new Map<number, Shown>()
  const opened: unknown[] = []
  let unopened: (() => readonly WindowState[]) | undefined
  let firstPainted = () => {}
  restoreWindows({
    windows: { ids: () => [7], recordFrom: (_shown, still) => void (unopened = still), record() {} },
    memories: { begin: (id, what) => void begun.set(id, what), left: () => undefined, whenKept() {} },
    states: STATES,
    painted: new Promise<void>((resolve) => (firstPainted = resolve)),
    isEnding: () => isEnding,
    open: (what, where) => void opened.push({ ...where, ...(what && { shown: what }) }),
  })
  const paint = async () => {
    firstPainted()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, opened, unopened: () => unopened?.(), paint }
}

test('the first window begins with its own state; the others open once it is painted', async () => {
  const { begun, opened, unopened, paint } = restore(false)
  expect([...begun]).toEqual([[7, shown('a')]])
  expect(opened).toEqual([])
  expect(unopened()).toEqual(STATES.slice(1))
  await paint()
  expect(opened).toEqual(STATES.slice(1))
  expect(unopened()).toEqual([])
})

test('an app that ends before it has opened the other windows keeps them for the next start', async () => {
  const { opened, unopened, paint } = restore(true)
  await paint()
  expect(opened).toEqual([])
  expect(unopened()).toEqual(STATES.slice(1))
})
