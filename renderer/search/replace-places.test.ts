import { expect, test } from 'vitest'
import { chosenPlaces, countPlaces, firstPlaces, placesWithin, withChoice } from './replace-places'

const documentWith = (documentId: string, places: number) => ({
  documentId,
  title: documentId,
  hits: Array.from({ length: places }, (_, from) => ({
    from,
    to: from + 1,
    found: 'a',
    replacement: 'b',
    before: '',
    after: '',
  })),
})

test('the first places are shown, however they lie in documents', () => {
  const documents = [documentWith('one', 3), documentWith('two', 5), documentWith('three', 1)]
  const shown = (max: number) => firstPlaces(documents, max).map(({ shown: places }) => places.length)
  expect(shown(9)).toEqual([3, 5, 1])
  expect(shown(5)).toEqual([3, 2])
  expect(shown(3)).toEqual([3])
  expect(shown(2)).toEqual([2])
})

test('a place that is left out is not replaced, and a document without places neither', () => {
  const [one, two] = [documentWith('one', 2), documentWith('two', 1)] as const
  const leftOut = withChoice(withChoice(new Set(), one, one.hits.slice(0, 1), false), two, two.hits, false)
  expect(chosenPlaces([one, two], leftOut)).toEqual([{ documentId: 'one', hits: one.hits.slice(1) }])
  expect(countPlaces(chosenPlaces([one, two], withChoice(leftOut, two, two.hits, true)))).toBe(2)
})

test('of what is found again, the places that stand in what was put in are known', () => {
  const hit = (from: number, found: string, replacement: string) => ({
    ...{ from, to: from + found.length, found, replacement },
    ...{ before: '', after: '' },
  })
  // “a a a” with “aba” for the first two.
  const replaced = [{ documentId: 'd', hits: [hit(2, 'a', 'aba'), hit(0, 'a', 'aba')] }]
  const again = { documentId: 'd', title: '', hits: [0, 2, 4, 6, 8].map((from) => hit(from, 'a', 'aba')) }
  const other = { ...again, documentId: 'e' }
  expect([...placesWithin(replaced, [again, other])]).toEqual(['d 0', 'd 2', 'd 4', 'd 6'])
})
