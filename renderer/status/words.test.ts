import { describe, expect, test } from 'vitest'
import type { Connection } from '../../shared/ipc/ipc-sync'
import { connectionWords, secondsUntil } from './connection-words'
import { clockTime, dayName, relativeTime } from '../ui/relative-time'

const now = new Date(2026, 10, 21, 15, 30).getTime()
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

test.each([
  [0, 'Just now'],
  [2, '2 min ago'],
  [59, '59 min ago'],
  [5 * 60, '10:30'],
  [20 * 60, 'Yesterday'],
  [24 * 60 * 9, '12 Nov'],
  [24 * 60 * 400, '17 Oct 2025'],
])('%i minutes ago reads %j', (minutes, words) => {
  expect(relativeTime(ago(minutes), now)).toBe(words)
})

test('a time that is none is not shown', () => {
  expect(relativeTime('never', now)).toBe('')
  expect(dayName('never', now)).toBe('')
  expect(clockTime('')).toBe('')
})

test('days are named', () => {
  expect(dayName(ago(60), now)).toBe('Today')
  expect(dayName(ago(60 * 20), now)).toBe('Yesterday')
  expect(dayName(ago(60 * 24 * 7), now)).toBe('14 November')
})

describe('the connection in words', () => {
  const connection = (state: Connection['state'], retryAt?: number) =>
    ({ state, configured: true, ...(retryAt === undefined ? {} : { retryAt }) }) as Connection
  test.each([
    ['online', 'Online'],
    ['offline', 'Offline'],
    ['unauthorized', 'Key not accepted'],
  ] as const)('%s is %j', (state, words) => {
    expect(connectionWords(connection(state), now)).toBe(words)
  })
  test('one whose key is not kept any more says so, whatever it was told last', () => {
    expect(connectionWords({ ...connection('connecting'), configured: false }, now)).toBe('No key')
  })
  test('a throttled one counts down and never below nothing', () => {
    expect(connectionWords(connection('throttled', now + 11_200), now)).toBe('Waiting (12 s)')
    expect(connectionWords(connection('throttled', now - 5_000), now)).toBe('Waiting (0 s)')
    expect(secondsUntil(undefined, now)).toBe(0)
  })
})
