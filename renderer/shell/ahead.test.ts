import { expect, test } from 'vitest'
import { askAhead } from './ahead'
import { asLeft } from '../state/as-left'
import { pageInput } from '../state/list-page'
import { memoryBridge, type MemoryBridge } from '../bridge/bridge.memory'
import type { Bridge, EventName } from '../../shared/ipc/ipc'

/** The memory bridge, what was asked of it, and who listens. */
function watched() {
  const memory = memoryBridge({ nowMs: () => 0, after: (delayMs, run) => void setTimeout(run, delayMs) })
  const asked: string[] = []
  const heard = new Set<EventName>()
  const bridge: Bridge = {
    call(name, input, library) {
      asked.push(name)
      return memory.call(name, input, library)
    },
    listen(name, listener) {
      heard.add(name)
      const stop = memory.listen(name, listener)
      return () => {
        heard.delete(name)
        stop()
      }
    },
  }
  return { memory, bridge, asked, heard }
}

/** The list and the document that the window begins with. */
async function firstOf(memory: MemoryBridge) {
  const settings = await memory.call('settings.get', undefined)
  if (!settings.ok) throw new Error('no settings')
  const { filter, sort, descending, active } = asLeft(settings.value)
  if (active === null) throw new Error('an empty window')
  return { list: { filter, sort, descending }, id: active }
}

test('what the window begins with is asked once, and answered once from what has come', async () => {
  const { memory, bridge, asked, heard } = watched()
  const { list, id } = await firstOf(memory)
  const ahead = askAhead(bridge)
  await ahead.begun
  const all = [
    'library.current',
    'settings.get',
    'connections.list',
    'notices.list',
    'library.get',
    'outbox.list',
    'documents.list',
    'document.open',
  ]
  expect(asked).toEqual(all)

  expect(await ahead.bridge.call('document.open', { id }, memory.library())).toMatchObject({
    ok: true,
    value: { id },
  })
  expect(await ahead.bridge.call('documents.list', pageInput(list, 0), memory.library())).toMatchObject({
    ok: true,
  })
  expect(asked).toEqual(all)
  expect([...heard]).toEqual([])

  await ahead.bridge.call('documents.list', pageInput(list, 0), memory.library())
  await ahead.bridge.call('documents.list', pageInput(list, 1), memory.library())
  expect(asked.slice(all.length)).toEqual(['documents.list', 'documents.list'])
})

test('an answer that main has overtaken is asked for again, and what it had opened is closed', async () => {
  const { memory, bridge, asked } = watched()
  const { id } = await firstOf(memory)
  const ahead = askAhead(bridge)
  await ahead.begun
  const before = asked.length
  memory.writeElsewhere(id, [{ from: 0, to: 0, insert: 'Earlier. ' }])
  const opened = await ahead.bridge.call('document.open', { id }, memory.library())
  expect(opened.ok && opened.value.text.startsWith('Earlier. ')).toBe(true)
  expect(asked.slice(before).toSorted()).toEqual(['document.close', 'document.open'])
})

test('what main tells of other things overtakes no answer', async () => {
  const { memory, bridge, asked } = watched()
  const { list, id } = await firstOf(memory)
  const ahead = askAhead(bridge)
  await ahead.begun
  const before = asked.length
  memory.emit('connection.changed', memory.records.connection)
  await ahead.bridge.call('library.get', undefined, memory.library())
  await ahead.bridge.call('connections.list', undefined)
  await ahead.bridge.call('documents.list', pageInput(list, 0), memory.library())
  await ahead.bridge.call('document.open', { id }, memory.library())
  expect(asked.slice(before)).toEqual(['connections.list'])
})
