import { expect, test } from 'vitest'
import { daysLeft, NOTHING_WRITTEN, shareOf, withWrote, type Written } from './goals'

const wrote = (written: Written, day: string, words: number, id = 'd', folderId: string | null = 'f') =>
  withWrote(written, { id, folderId, day, words })

test('words are kept by day, by document of the day and by folder; deleting typed words takes them back', () => {
  let written = wrote(NOTHING_WRITTEN, '2026-11-25', 10)
  written = wrote(written, '2026-11-26', 7)
  written = wrote(written, '2026-11-26', -2)
  written = wrote(written, '2026-11-26', 3, 'e', null)
  expect(written).toEqual({
    days: { '2026-11-25': 10, '2026-11-26': 8 },
    day: '2026-11-26',
    documents: { d: 5, e: 3 },
    foldersToday: { f: 5 },
    folders: { f: 15 },
  })
})

test('a day never has less than no words, and what comes late counts for its own day', () => {
  const written = wrote(wrote(NOTHING_WRITTEN, '2026-11-26', 4), '2026-11-26', -9)
  expect(written.days).toEqual({ '2026-11-26': 0 })
  const late = wrote(wrote(NOTHING_WRITTEN, '2026-11-26', 4), '2026-11-25', 2)
  expect(late).toMatchObject({
    days: { '2026-11-25': 2, '2026-11-26': 4 },
    day: '2026-11-26',
    documents: { d: 4 },
  })
})

test('the last 400 days are kept', () => {
  let written = NOTHING_WRITTEN
  for (let day = 0; day < 500; day++)
    written = wrote(written, new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10), 1)
  expect(Object.keys(written.days)).toHaveLength(400)
  expect(written.days['2026-01-01']).toBeUndefined()
})

test('what is missing is spread over the chosen days that are left', () => {
  // 26 November 2026 is a Thursday.
  const goal = { words: 1_000, by: '2026-12-03', weekdays: [1, 4] }
  expect(daysLeft(goal, '2026-11-26')).toBe(3)
  expect(shareOf(goal, 450, 50, '2026-11-26')).toEqual({ done: 50, words: 200 })
  expect(shareOf(goal, 450, 0, '2026-11-27')).toBeUndefined()
  expect(shareOf({ ...goal, weekdays: [] }, 400, 0, '2026-11-26')).toEqual({ done: 0, words: 75 })
  expect(shareOf(goal, 1_200, 0, '2026-11-26')).toEqual({ done: 0, words: 0 })
})

test('without a last day, or after it, the whole goal stands', () => {
  expect(shareOf({ words: 500, weekdays: [] }, 120, 20, '2026-11-26')).toEqual({ done: 120, words: 500 })
  expect(shareOf({ words: 500, by: '2026-11-25', weekdays: [4] }, 120, 20, '2026-11-26')).toEqual({
    done: 120,
    words: 500,
  })
})
