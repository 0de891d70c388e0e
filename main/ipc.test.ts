import { expect, test, vi } from 'vitest'
import type { Handlers } from '../shared/ipc'
import { AppError, problem } from '../shared/problem'
import { createCommandGate } from './ipc'
import { isOwnPage } from './own-page'

const own = { sender: 1, known: true }

function gateWith(handlers: Partial<Handlers<number>>) {
  const report = vi.fn()
  return { gate: createCommandGate(handlers as Handlers<number>, report), report }
}

test('an unknown sender reaches no handler', async () => {
  const handler = vi.fn()
  const { gate } = gateWith({ 'settings.get': handler })
  const answer = await gate({ sender: 1, known: false }, 'settings.get', undefined)
  expect(answer).toMatchObject({ ok: false, problem: { code: 'unknown-sender' } })
  expect(handler).not.toHaveBeenCalled()
})

test.each(['constructor', '__proto__', 'toString', 'document.opened', '', 7, null, undefined, {}])(
  'a name that is no command is refused: %s',
  async (name) => {
    const { gate } = gateWith({})
    expect(await gate(own, name, undefined)).toMatchObject({
      ok: false,
      problem: { code: 'unknown-command' },
    })
  },
)

test('input that does not fit the schema reaches no handler, and the message names the place', async () => {
  const handler = vi.fn()
  const { gate } = gateWith({ 'document.open': handler })
  const answer = await gate(own, 'document.open', { id: 7 })
  expect(answer).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  expect(answer).toMatchObject({ problem: { message: expect.stringContaining('id') } })
  expect(handler).not.toHaveBeenCalled()
})

test('a thrown AppError keeps its problem, anything else is unexpected and reported', async () => {
  const { gate, report } = gateWith({
    'settings.get': () => {
      throw new AppError(problem('damaged', 'The settings cannot be read.'))
    },
    'library.get': () => {
      throw new TypeError('secret detail')
    },
  })
  expect(await gate(own, 'settings.get', undefined)).toMatchObject({ problem: { code: 'damaged' } })
  expect(report).not.toHaveBeenCalled()
  const answer = await gate(own, 'library.get', undefined)
  expect(answer).toMatchObject({ problem: { code: 'unexpected' } })
  expect(JSON.stringify(answer)).not.toContain('secret')
  expect(report).toHaveBeenCalledOnce()
})

test('only our own scheme and host are known pages', () => {
  expect(isOwnPage('app://stet/index.html')).toBe(true)
  for (const url of [
    'app://other/index.html',
    'https://stet/',
    'file:///index.html',
    'data:text/html,x',
    'about:blank',
    'http://localhost:5173/',
    '',
    'null',
  ])
    expect(isOwnPage(url)).toBe(false)
})
