import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { expect, test } from 'vitest'
import { createPresses } from './presses'

function page() {
  let now = 0
  const contents = new EventEmitter() as unknown as WebContents
  const presses = createPresses(() => now)
  presses.watch(contents)
  const input = (type: string) => contents.emit('input-event', {}, { type })
  const tries = (count: number) => Array.from({ length: count }, () => presses.allows(contents))
  return { input, tries, pass: (ms: number) => (now += ms) }
}

test('[L11] a page acts outside of the app once for each press of the writer', () => {
  const { input, tries } = page()
  expect(tries(3)).toEqual([true, true, true])
  for (const type of ['mouseDown', 'keyDown', 'rawKeyDown', 'touchStart']) {
    input(type)
    expect(tries(3)).toEqual([true, false, false])
  }
})

test('[L11] without a press, as assistive technology does it, three times a minute', () => {
  const { input, tries, pass } = page()
  expect(tries(5)).toEqual([true, true, true, false, false])
  input('mouseMove')
  expect(tries(1)).toEqual([false])
  pass(60_000)
  expect(tries(4)).toEqual([true, true, true, false])
  input('mouseDown')
  pass(5_000)
  expect(tries(1)).toEqual([false])
})
