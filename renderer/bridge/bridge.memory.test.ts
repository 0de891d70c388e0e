import { describe, expect, test } from 'vitest'
import { BRIDGE_CONTRACT } from './bridge.contract'
import { memoryBridge } from './bridge.memory'

const fresh = () => memoryBridge({ nowMs: () => Date.UTC(2026, 10, 21), after: (_delayMs, run) => run() })

describe('the memory bridge keeps the contract of every bridge', () => {
  test.each(BRIDGE_CONTRACT.map((story) => [story.title, story] as const))('%s', async (_title, story) => {
    await expect(story.run(fresh())).resolves.toBeUndefined()
  })
})

test('a test can make it refuse', async () => {
  const bridge = fresh()
  bridge.refuse('document.change', { code: 'storage-full', message: 'The disk is full.' })
  const change = { id: 'd-low', clientId: 'a', version: 0, updates: [] }
  expect(await bridge.call('document.change', change, bridge.library())).toMatchObject({ ok: false })
  bridge.refuse('document.change', undefined)
  expect(await bridge.call('document.change', change, bridge.library())).toMatchObject({ ok: true })
})
