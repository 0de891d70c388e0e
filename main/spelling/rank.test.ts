import { expect, test } from 'vitest'
import { differenceOf, rankSuggestions } from './rank'

test.each([
  ['Teh', ['Te', 'Th', 'Eh', 'Tet', 'T eh', 'Te h', 'the'], ['The', 'Te', 'Th', 'Tet', 'Eh']],
  ['dont', ['font', 'done', 'don', "don't", 'dent'], ["don't", 'done', 'don', 'dent', 'font']],
  ['alot', ['allot', 'a lot', 'al ot', 'slot'], ['allot', 'a lot', 'al ot', 'slot']],
  ['cafe', ['cage', 'café', 'cafe'], ['café', 'cage']],
  ['occured', ['occlude', 'occurred'], ['occurred', 'occlude']],
])('suggestions for %s: the likeliest first, with the writer’s capitals', (word, found, ranked) =>
  expect(rankSuggestions(word, found)).toEqual(ranked),
)

test('two letters that changed places are one step', () => {
  expect(differenceOf('recieve', 'receive')).toBeLessThan(differenceOf('recieve', 'relieve'))
  expect(differenceOf('', '')).toBe(0)
  expect(differenceOf('one', '')).toBeGreaterThan(3)
})
