import { expect, test } from 'vitest'
import { nearestOf } from './missing-link'

const all = [
  'A long title in which all of the letters of all notes stand somewhere',
  'Alpha notes',
  'The Big Ledger',
].map((title) => ({ title }))

test.each([
  ['Alpha notess', 'Alpha notes'],
  ['alhpa notes', 'Alpha notes'],
  ['Ledger', 'The Big Ledger'],
  ['No such page', undefined],
  ['', undefined],
])('nearest to “%s”: %s', (title, nearest) => expect(nearestOf(title, all)?.title).toBe(nearest))
