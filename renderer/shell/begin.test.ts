import { expect, test } from 'vitest'
import { memoryBridge } from '../bridge/bridge.memory'
import { begin } from './begin'

test('a window asks once for all that it begins with, and its documents come open', async () => {
  const memory = memoryBridge({ nowMs: () => 0, after: () => {} })
  const answer = await begin(memory).answer
  if (!answer.ok) throw new Error(answer.problem.message)
  const { onScreen, settings, page, documents, connections } = answer.value
  expect(onScreen).toEqual({ connectionId: connections.activeId, library: memory.library() })
  expect(page?.items.length).toBeGreaterThan(0)
  expect(documents.map(({ id }) => id)).toEqual([settings.activeTab ?? settings.openTabs[0]])
})

test('what main tells before the window listens is told to it in order, and what it tells later at once', () => {
  const memory = memoryBridge({ nowMs: () => 0, after: () => {} })
  const { bridge, release } = begin(memory)
  const told: string[] = []
  memory.emit('command.requested', { name: 'new-document' })
  const stop = bridge.listen('command.requested', ({ name }) => told.push(name))
  bridge.listen('files.changed', () => told.push('files'))
  memory.emit('files.changed', {})
  expect(told).toEqual([])
  release()
  expect(told).toEqual(['new-document', 'files'])
  memory.emit('files.changed', {})
  stop()
  memory.emit('command.requested', { name: 'new-document' })
  expect(told).toEqual(['new-document', 'files', 'files'])
})
