import { expect, test, vi } from 'vitest'
import { IPC_COMMANDS, type CommandName, type Handlers } from '../../shared/ipc/ipc'
import type { LibraryEpoch } from '../../shared/terms'
import { appError } from '../../shared/problem'
import { createCommandGate } from './ipc'
import { isAppPage } from '../app/app-page'

const own = { sender: 1, known: true }

const HERE = 'c-1:1' as LibraryEpoch
const THERE = 'c-2:2' as LibraryEpoch

/** Two libraries are open, named after their connections. */
function gateWith(handlers: Partial<Handlers<number, string>>) {
  const report = vi.fn<(error: unknown) => void>()
  const libraries = new Map([
    [HERE, 'here'],
    [THERE, 'there'],
  ])
  const gate = createCommandGate(
    handlers as Handlers<number, string>,
    { of: (epoch) => libraries.get(epoch) },
    report,
  )
  return { gate, report, libraries }
}

test('an unknown sender reaches no handler', async () => {
  const handler = vi.fn<Handlers<number, string>['settings.get']>()
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

test('[W22] a command about a library reaches that library, whatever is on screen', async () => {
  const { gate } = gateWith({ 'document.create': (_input, library) => ({ id: `made ${library}` }) })
  expect(await gate(own, 'document.create', {}, HERE)).toEqual({ ok: true, value: { id: 'made here' } })
  expect(await gate(own, 'document.create', {}, THERE)).toEqual({ ok: true, value: { id: 'made there' } })
})

test('[W22] without a library, or with one that is not open, nothing is looked at', async () => {
  const handler = vi.fn<Handlers<number, string>['document.change']>()
  const { gate, libraries } = gateWith({ 'document.change': handler })
  const typed = { id: '1', clientId: 'a', version: 0, updates: [[{ from: 0, to: 0, insert: 'x' }]] }
  libraries.delete(THERE)
  for (const epoch of [undefined, null, '', 'c-1', 'c-1:2', THERE, {}, 7])
    expect(await gate(own, 'document.change', typed, epoch)).toMatchObject({
      ok: false,
      problem: { code: 'other-library' },
    })
  // The answer does not even reveal whether the input would be valid.
  expect(await gate(own, 'document.change', 'nonsense')).toMatchObject({ problem: { code: 'other-library' } })
  expect(handler).not.toHaveBeenCalled()
})

test('[W22] whatever names a document, folder, tag, file or version is about a library', () => {
  const about =
    /^(document|documents|folder|tag|file|files|history|search|replace|outbox|log|snapshot|snapshots|saved-search|saved-searches|import|export|drafts|move)\./
  const names = Object.keys(IPC_COMMANDS) as CommandName[]
  expect(names.filter((name) => about.test(name) && IPC_COMMANDS[name].scope !== 'library')).toEqual([])
})

test('input that does not fit the schema reaches no handler, and the message names the place', async () => {
  const handler = vi.fn<Handlers<number, string>['document.open']>()
  const { gate } = gateWith({ 'document.open': handler })
  const answer = await gate(own, 'document.open', { id: 7 }, HERE)
  expect(answer).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  expect(answer).toMatchObject({ problem: { message: expect.stringContaining('id') } })
  expect(handler).not.toHaveBeenCalled()
})

test('a thrown AppError keeps its problem, anything else is unexpected and reported', async () => {
  const { gate, report } = gateWith({
    'settings.get': () => {
      throw appError('damaged', 'The settings cannot be read.')
    },
    'library.get': () => {
      throw new TypeError('secret detail')
    },
  })
  expect(await gate(own, 'settings.get', undefined)).toMatchObject({ problem: { code: 'damaged' } })
  expect(report).not.toHaveBeenCalled()
  const answer = await gate(own, 'library.get', undefined, HERE)
  expect(answer).toMatchObject({ problem: { code: 'unexpected' } })
  expect(JSON.stringify(answer)).not.toContain('secret')
  expect(report).toHaveBeenCalledOnce()
})

test('only our own scheme and host are known pages', () => {
  expect(isAppPage('app://stet/index.html')).toBe(true)
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
    expect(isAppPage(url)).toBe(false)
})
