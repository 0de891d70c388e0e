import { expect, test } from 'vitest'
import type { Bridge, EventName, EventPayload } from '../../shared/ipc/ipc'
import { begin } from './begin'

type Listener = Parameters<Bridge['listen']>[1]

/** A bridge whose main answers nothing. */
function silentBridge() {
  const listeners = new Map<EventName, Listener>()
  const asked: string[] = []
  const bridge: Bridge = {
    call(name) {
      asked.push(name)
      return new Promise(() => {})
    },
    listen(name, listener) {
      listeners.set(name, listener as Listener)
      return () => void listeners.delete(name)
    },
  }
  return {
    bridge,
    asked,
    emit: <N extends EventName>(name: N, payload: EventPayload<N>) =>
      listeners.get(name)?.(payload, undefined),
  }
}

test('a window asks once for all that it begins with', () => {
  const { bridge, asked } = silentBridge()
  begin(bridge)
  expect(asked).toEqual(['window.bootstrap'])
})

test('what main tells before the window listens is told to it in order, and what it tells later at once', () => {
  const main = silentBridge()
  const { bridge, release } = begin(main.bridge)
  const told: string[] = []
  main.emit('command.requested', { name: 'new-document' })
  const stop = bridge.listen('command.requested', ({ name }) => told.push(name))
  bridge.listen('files.changed', () => told.push('files'))
  main.emit('files.changed', {})
  expect(told).toEqual([])
  release()
  expect(told).toEqual(['new-document', 'files'])
  main.emit('files.changed', {})
  stop()
  main.emit('command.requested', { name: 'new-document' })
  expect(told).toEqual(['new-document', 'files', 'files'])
})
