import { expect, test, vi } from 'vitest'
import { createWindowFlush } from './window-flush'

test('quit waits for every window, and for no longer than it was told', async () => {
  vi.useFakeTimers()
  const request = vi.fn()
  const flush = createWindowFlush(request)
  const over = vi.fn()
  void flush.all([1, 2], 2_000).then(over)
  expect(request).toHaveBeenCalledOnce()
  flush.done(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(over).not.toHaveBeenCalled()
  flush.done(2)
  await vi.advanceTimersByTimeAsync(0)
  expect(over).toHaveBeenCalledOnce()

  const hung = vi.fn()
  void flush.all([3], 2_000).then(hung)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(hung).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(hung).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('no window, no waiting', async () => {
  const request = vi.fn()
  await createWindowFlush(request).all([], 2_000)
  expect(request).not.toHaveBeenCalled()
})
