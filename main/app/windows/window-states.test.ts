import { expect, test } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import { createWindowRecord } from './window-states'

function createRecord() {
  const clock = createVirtualClock()
  const written: string[] = []
  let windows = 'one'
  const record = createWindowRecord(clock, () => void written.push(windows))
  return { clock, record, written, change: (next: string) => (windows = next) }
}

test('windows that change often are stored within a second, once, as they are then', async () => {
  const { clock, record, written, change } = createRecord()
  record.soon()
  await clock.advance(600)
  change('two')
  record.soon()
  expect(written).toEqual([])
  await clock.advance(400)
  expect(written).toEqual(['two'])
  await clock.advance(5_000)
  expect(written).toEqual(['two'])
  change('three')
  record.soon()
  await clock.advance(1_000)
  expect(written).toEqual(['two', 'three'])
})

test('windows that are stored at once are not stored again after the pause', async () => {
  const { clock, record, written } = createRecord()
  record.soon()
  record.now()
  expect(written).toEqual(['one'])
  await clock.advance(5_000)
  expect(written).toEqual(['one'])
})

test('windows that close at the end of the app stay in the record', async () => {
  const { clock, record, written, change } = createRecord()
  record.soon()
  record.end()
  change('none')
  record.soon()
  record.now()
  await clock.advance(5_000)
  expect(written).toEqual(['one'])
})
