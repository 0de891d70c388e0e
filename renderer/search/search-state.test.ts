import { expect, test } from 'vitest'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { DocumentId } from '../../shared/terms'
import { atAgain, inOrderOf } from './search-state'

/** Results such as `a1`: the document, and its passage. */
const found = (...names: string[]) =>
  names.map((name) => ({
    documentId: name[0] as DocumentId,
    passage: name.slice(1),
    words: [],
  })) as readonly Pick<SearchHit, 'documentId' | 'passage' | 'words'>[] as readonly SearchHit[]

test('the open result is found again, and between its neighbours where it is gone', () => {
  const before = found('a1', 'a2', 'b1', 'c1', 'c2')
  const at = (from: number, ...now: string[]) => atAgain(before, from, found(...now))
  expect(at(-1, 'a1')).toBe(-1)
  expect(at(2, 'a1', 'a2', 'b1', 'c1', 'c2')).toBe(2)
  expect(at(2, 'a2', 'b1', 'c1', 'c2')).toBe(1)
  expect(at(2, 'a1', 'a2', 'bChanged', 'c1', 'c2')).toBe(2)
  expect(at(2, 'a1', 'a2', 'c1', 'c2')).toBe(1.5)
  expect(at(1, 'a1', 'b1', 'c1', 'c2')).toBe(0.5)
  expect(at(0, 'b1')).toBe(-0.5)
  expect(at(4, 'a1', 'c1')).toBe(1.5)
  expect(at(1.5, 'b1', 'c1', 'c2')).toBe(-0.5)
  expect(at(1.5, 'a1', 'c1', 'c2')).toBe(0.5)
  expect(at(4.5, 'a1', 'b1')).toBe(1.5)
  expect(at(2)).toBe(-0.5)
})

test('results found again keep the order of their documents, and others follow', () => {
  expect(inOrderOf(found('b1', 'a1'), found('c1', 'a2', 'a3', 'b1'))).toEqual(found('b1', 'a2', 'a3', 'c1'))
})
