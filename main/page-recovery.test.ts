import { expect, test } from 'vitest'
import { createVirtualClock } from './clock.virtual'
import { createRecoveries } from './page-recovery'

test('a page that ends is loaded anew once; one that ends again soon says so instead', async () => {
  const clock = createVirtualClock(0)
  const next = createRecoveries(clock)
  expect([next(), next()]).toEqual(['load-anew', 'say-so'])
  await clock.advance(61_000)
  expect([next(), next()]).toEqual(['load-anew', 'say-so'])
})
