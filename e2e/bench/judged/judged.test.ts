import { expect, test } from 'vitest'
import { splitIntoChunks } from '../../../server/search/chunk'
import { isHeldOut, readJudgedLibrary, sectionOf } from './judged'
import { JUDGED_QUERIES } from './queries'

const library = readJudgedLibrary()

test('there are at least 60 queries of every kind with ids of their own', () => {
  expect(JUDGED_QUERIES.length).toBeGreaterThanOrEqual(60)
  expect(new Set(JUDGED_QUERIES.map((query) => query.id)).size).toBe(JUDGED_QUERIES.length)
  expect(new Set(JUDGED_QUERIES.map((query) => query.kind)).size).toBe(6)
})

test('every judgement names a section that exists', () => {
  const sections = new Set(
    library.flatMap(({ name, content }) =>
      splitIntoChunks(content).map((chunk) => sectionOf(name, chunk.headingPath)),
    ),
  )
  const named = JUDGED_QUERIES.flatMap((query) => Object.keys(query.grades))
  expect(named.filter((section) => !sections.has(section))).toEqual([])
})

test('about half of the queries is held out, of every kind some, and always the same', () => {
  const held = JUDGED_QUERIES.filter(isHeldOut)
  expect(held.length / JUDGED_QUERIES.length).toBeGreaterThan(0.4)
  expect(held.length / JUDGED_QUERIES.length).toBeLessThan(0.6)
  expect(new Set(held.map((query) => query.kind)).size).toBe(6)
  expect(held.slice(0, 5).map((query) => query.id)).toEqual(['w07', 'w08', 'w09', 'w15', 'w16'])
})
