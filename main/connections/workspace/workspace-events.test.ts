import { expect, test } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import { createWorkspaceEvents } from './workspace-events'
import type { Emit } from '../../documents/engine/window-events'
import type { Connection } from '../../../shared/ipc/ipc-sync'

/** How often windows are told of the library while it changes ten times a second. */
async function toldWhile(isWriterTyping: () => boolean, seconds: number): Promise<number> {
  const clock = createVirtualClock()
  let told = 0
  const emit: Emit = (name) => void (name === 'library.changed' && told++)
  const record = (): Connection => ({ state: 'online' }) as Connection
  const events = createWorkspaceEvents({ clock, emit, record, onDocuments: () => undefined, isWriterTyping })
  for (let change = 0; change < seconds * 10; change++) {
    events.documentsChanged()
    await clock.advance(100)
  }
  await clock.advance(5_000)
  return told
}

test('what changes without a pause is told once a second, and more seldom while the writer types', async () => {
  const quiet = await toldWhile(() => false, 40)
  const typing = await toldWhile(() => true, 40)
  expect(quiet).toBeGreaterThan(25)
  expect(typing).toBeLessThan(20)
  expect(typing).toBeGreaterThan(5)
})

/** The events of a connection that does not change, and the events that windows get. */
function quietConnection(isWriterTyping: boolean) {
  const clock = createVirtualClock()
  const told: string[] = []
  const events = createWorkspaceEvents({
    clock,
    emit: (name) => void told.push(name),
    record: () => ({ state: 'online' }) as Connection,
    onDocuments: () => undefined,
    isWriterTyping: () => isWriterTyping,
  })
  return { clock, told, events }
}

test('one change is told at once, also while the writer types', async () => {
  const { clock, told, events } = quietConnection(true)
  events.documentsChanged()
  await clock.advance(150)
  expect(told).toEqual(['library.changed'])
})

test('what is new in the list of libraries is told, also where nothing is new about this one', async () => {
  const { clock, told, events } = quietConnection(false)
  for (const happens of [events.connectionChanged, events.connectionChanged, events.connectionsChanged]) {
    happens()
    await clock.advance(5_000)
  }
  expect(told).toEqual(['connection.changed', 'connection.changed'])
})

test('a window that got a record of in between in an answer is told that all is as before', async () => {
  const { clock, told, events } = quietConnection(false)
  events.connectionChanged()
  await clock.advance(5_000)
  events.answered({ state: 'offline' } as Connection)
  events.connectionChanged()
  await clock.advance(5_000)
  expect(told).toEqual(['connection.changed', 'connection.changed'])
})

test('that the service was away for a moment is told, however short the moment was', async () => {
  const clock = createVirtualClock()
  const told: unknown[] = []
  let state: Connection['state'] = 'online'
  const events = createWorkspaceEvents({
    clock,
    emit: (name, payload) => void told.push(name === 'connection.changed' && payload),
    record: () => ({ state }) as Connection,
    onDocuments: () => undefined,
    isWriterTyping: () => false,
  })
  for (state of ['online', 'offline', 'online'] as const) {
    events.connectionChanged()
    events.reachChanged()
  }
  await clock.advance(5_000)
  expect(told).toEqual([{ state: 'online' }, { state: 'offline' }, { state: 'online' }])
})
