import { expect, test } from 'vitest'
import { WHEN_OPENED } from '../../shared/terms'
import { copyLabel } from './version-time'

test('a copy that was kept seconds before its text was sent is of that time, also over the turn of a minute', () => {
  const kept = (at: string) => copyLabel({ reason: WHEN_OPENED, at }, '2026-11-30T08:10:02.000Z')
  expect(kept('2026-11-30T08:09:58.000Z')).toBe('When it was opened, kept here')
  expect(kept('2026-11-30T08:10:40.000Z')).toBe('When it was opened, kept here')
  expect(kept('2026-11-30T08:08:58.000Z')).toMatch(/^Kept here \d\d:\d\d: when it was opened$/)
})
