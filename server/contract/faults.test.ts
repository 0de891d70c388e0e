import { afterAll, expect, test } from 'vitest'
import { CHECKS, tryCheck } from './api.contract'
import { openMemoryService, type MemoryService } from '../testing/app.memory'
import { FAULTS, WITHOUT_FAULT } from './faults'
import { ownTarget } from './own-servers'

const services: MemoryService[] = []
const open = (settings: Parameters<typeof openMemoryService>[0]) => {
  const service = openMemoryService(settings)
  services.push(service)
  return service
}
afterAll(() => Promise.all(services.map((service) => service.close())))

test('[G5] there are faults enough, and each names a check that exists', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(40)
  for (const { caughtBy } of FAULTS)
    expect(CHECKS.filter(({ title }) => title.startsWith(caughtBy))).toHaveLength(1)
})

test('[G5] a service that is taken apart and put together again without a fault passes the same checks', async () => {
  const target = await ownTarget(
    (settings) => open({ settings, withSearch: true }),
    (service) => Promise.resolve({ baseUrl: 'http://service', fetch: WITHOUT_FAULT(service.app) }),
  )
  const named = CHECKS.filter(({ title }) => FAULTS.some(({ caughtBy }) => title.startsWith(caughtBy)))
  for (const check of named)
    expect([check.title, (await tryCheck(check, target)).outcome]).toEqual([check.title, { kind: 'held' }])
})

for (const { name, caughtBy, breakIt } of FAULTS)
  test(`[G5] caught: ${name}`, async () => {
    // The same store is served twice, so that a fault can write past the guard.
    const target = await ownTarget(
      (settings) => open({ settings, withSearch: true }),
      (service) => {
        const lenient = service.withSettings({ strictRevisions: false })
        return Promise.resolve({ baseUrl: 'http://service', fetch: breakIt(service.app, lenient) })
      },
    )
    const check = CHECKS.find(({ title }) => title.startsWith(caughtBy))
    if (check === undefined) throw new Error('no such check')
    const { outcome } = await tryCheck(check, target)
    expect(outcome.kind).toBe('not held')
  })
