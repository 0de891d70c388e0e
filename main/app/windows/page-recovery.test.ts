import type { BrowserWindow } from 'electron'
import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import { ASK_AGAIN_MS, createHangQuestion, createRecoveries, recoverPage } from './page-recovery'

test('a page that ends is loaded anew once; one that ends again soon says so instead', async () => {
  const clock = createVirtualClock(0)
  const next = createRecoveries(clock)
  expect([next(), next()]).toEqual(['load-anew', 'say-so'])
  await clock.advance(61_000)
  expect([next(), next()]).toEqual(['load-anew', 'say-so'])
})

/** A window that does not respond, with the writer's answers, in order. */
function standingStill(...answers: readonly ('wait' | 'load-anew')[]) {
  const clock = createVirtualClock(0)
  const left = [...answers]
  const signals: AbortSignal[] = []
  let loads = 0
  const hang = createHangQuestion(
    clock,
    (answered) => {
      signals.push(answered)
      const answer = left.shift()
      if (answer !== undefined) return Promise.resolve(answer)
      return new Promise((resolve) => answered.addEventListener('abort', () => resolve('wait')))
    },
    () => loads++,
  )
  return { clock, hang, signals, loads: () => loads }
}

test('[W23] no time-out ends a window that does not answer: the writer is asked once, however long it takes', async () => {
  const { clock, hang, signals, loads } = standingStill()
  hang.unresponsive()
  hang.unresponsive()
  await clock.advance(3_600_000)
  expect([signals.length, loads()]).toEqual([1, 0])
})

test('[W23] the writer who waits is asked again later; only the writer has the window loaded anew', async () => {
  const { clock, hang, signals, loads } = standingStill('wait', 'load-anew')
  hang.unresponsive()
  await clock.advance(ASK_AGAIN_MS - 1)
  expect([signals.length, loads()]).toEqual([1, 0])
  await clock.advance(1)
  expect([signals.length, loads()]).toEqual([2, 1])
})

test('[W23] the question is withdrawn when the window answers again, and no later one comes', async () => {
  const open = standingStill()
  open.hang.unresponsive()
  open.hang.over()
  expect(open.signals[0]?.aborted).toBe(true)

  const waited = standingStill('wait')
  waited.hang.unresponsive()
  await waited.clock.advance(1)
  waited.hang.over()
  await waited.clock.advance(ASK_AGAIN_MS * 2)
  expect([waited.signals.length, waited.loads()]).toEqual([1, 0])
  waited.hang.unresponsive()
  expect(waited.signals.length).toBe(2)
})

// As at a failed start: the window is closed while the process of its page is just starting.
test('a page whose process ends after its window is told of, and loads nothing', async () => {
  const clock = createVirtualClock(0)
  const page = new EventEmitter()
  let isDestroyed = false
  const window = Object.assign(new EventEmitter(), {
    isDestroyed: () => isDestroyed,
    loadURL: vi.fn<(address: string) => void>(),
  })
  // Electron's windows must not be used once they are closed.
  Object.defineProperty(window, 'webContents', {
    get() {
      if (isDestroyed) throw new TypeError('Object has been destroyed')
      return page
    },
  })
  const gone = vi.fn<(page: unknown) => void>()
  recoverPage(window as unknown as BrowserWindow, clock, {
    askUnresponsive: () => Promise.resolve('wait'),
    gone,
    copyReport() {},
  })
  isDestroyed = true
  window.emit('closed')
  page.emit('render-process-gone', {}, { reason: 'killed' })
  await clock.advance(1)
  expect(gone.mock.calls).toEqual([[page]])
  expect(window.loadURL).not.toHaveBeenCalled()
})
