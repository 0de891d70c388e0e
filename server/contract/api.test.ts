import { afterAll, describe, expect, test } from 'vitest'
import { CHECKS, tryCheck, type Target } from './api.contract'
import { openMemoryService, type MemoryService } from '../testing/app.memory'
import { ownTarget, type Reach } from './own-servers'
import { PROCESS_CHECKS } from './process'
import { listen, type Listening } from '../cli/listen'

const services: MemoryService[] = []
const listening: Listening[] = []
afterAll(async () => {
  await Promise.all(listening.map((one) => one.stop(0)))
  await Promise.all(services.map((one) => one.close()))
})

const inProcess: Reach = (service) => Promise.resolve({ baseUrl: 'http://service', fetch: service.app })
const overHttp: Reach = async (service) => {
  const one = await listen(service.app, { host: '127.0.0.1', port: 0 })
  listening.push(one)
  // The address ends with a slash, as a person may write it (A1).
  return { baseUrl: `${one.url}/`, fetch: (request) => fetch(request) }
}

const open = (reach: Reach): Promise<Target> =>
  ownTarget((settings) => {
    const service = openMemoryService({ settings, withSearch: true })
    services.push(service)
    return service
  }, reach)

describe.each([
  ['in process', await open(inProcess)],
  ['over HTTP', await open(overHttp)],
])('%s', (_, target) => {
  // `conformance.test.ts` covers the checks about the process and its files.
  for (const check of CHECKS.filter((one) => !PROCESS_CHECKS.includes(one)))
    test(`[${check.ids.join('] [')}] ${check.title}`, async () => {
      const { outcome, leftBehind } = await tryCheck(check, target)
      expect(outcome).toEqual({ kind: 'held' })
      expect(leftBehind).toEqual([])
    })
})

test('every requirement that concerns the service over HTTP has a check', () => {
  const needed = [
    ...Array.from({ length: 18 }, (_, n) => `A${n + 1}`),
    ...Array.from({ length: 8 }, (_, n) => `B${n + 1}`),
    ...['C1', 'C2', 'C4', 'D1', 'D2', 'D3', 'D4', 'D6', 'E1', 'E2', 'E3', 'E4', 'F', 'G1', 'G2', 'G3', 'G4'],
  ]
  const held = new Set(CHECKS.flatMap((check) => check.ids))
  expect(needed.filter((id) => !held.has(id))).toEqual([])
})
