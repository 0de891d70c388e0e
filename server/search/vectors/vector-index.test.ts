import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toUnitLength } from '../embedding'
import { createVectorIndex, toBytes } from './vector-index'

const vector = (...values: number[]) => toUnitLength(Float32Array.from(values))
const all = () => true

test('the nearest come first, alike ones by id, unlike ones not at all', () => {
  const index = createVectorIndex()
  index.set(1, 10, toBytes(vector(0, 1, 0, 0)))
  index.set(4, 10, toBytes(vector(1, 0, 0, 0)))
  index.set(3, 11, toBytes(vector(1, 0, 0, 0)))
  index.set(2, 11, toBytes(vector(1, 1, 0, 0)))
  index.set(5, 12, toBytes(vector(-1, 0, 0, 0)))
  const found = index.nearest(vector(1, 0, 0, 0), 10, 0.1, all)
  expect(found.map((hit) => hit.chunkId)).toEqual([3, 4, 2])
  expect(found[0]?.similarity).toBeCloseTo(1)
  expect(found[2]?.similarity).toBeCloseTo(Math.SQRT1_2, 2)
})

test('[B2] a filter is part of the search: better ones outside take no place', () => {
  const index = createVectorIndex()
  for (let i = 1; i <= 1_000; i++) index.set(i, 1, toBytes(vector(1, 0, 0, 0)))
  index.set(2_000, 2, toBytes(vector(1, 3, 0, 0)))
  const found = index.nearest(vector(1, 0, 0, 0), 5, 0.1, (documentId) => documentId === 2)
  expect(found.map((hit) => hit.chunkId)).toEqual([2_000])
})

test('what is deleted or replaced is not found, and its place is used again', () => {
  const index = createVectorIndex()
  for (let i = 1; i <= 10; i++) index.set(i, i, toBytes(vector(1, 0)))
  index.delete(3)
  index.delete(99)
  index.set(4, 4, toBytes(vector(0, 1)))
  expect(index.size).toBe(9)
  expect(index.documentOf(3)).toBeUndefined()
  expect(index.documentOf(4)).toBe(4)
  index.set(11, 11, toBytes(vector(1, 0)))
  expect(index.nearest(vector(1, 0), 20, 0.1, all).map((hit) => hit.chunkId)).toEqual([
    1, 2, 5, 6, 7, 8, 9, 10, 11,
  ])
})

test('a vector that is all zero is like nothing; one of another length is refused, or finds nothing', () => {
  const index = createVectorIndex()
  index.set(1, 1, toBytes(new Float32Array(5)))
  index.set(2, 1, toBytes(vector(1, 2, 3, 4, 5)))
  expect(index.nearest(vector(1, 2, 3, 4, 5), 5, 0, all).map((hit) => hit.chunkId)).toEqual([2])
  expect(index.nearest(new Float32Array(5), 5, 0, all)).toEqual([])
  expect(index.nearest(vector(1, 2, 3), 5, 0, all)).toEqual([])
  expect(() => index.set(3, 1, toBytes(vector(1, 2)))).toThrow(RangeError)
  expect(createVectorIndex().nearest(vector(1), 5, 0, all)).toEqual([])
})

test('many vectors, any order: as a plain loop over exact cosines finds them', () => {
  const unit = fc
    .array(fc.integer({ min: -127, max: 127 }), { minLength: 6, maxLength: 6 })
    .map((v) => vector(...v))
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 1, maxLength: 60 }),
      unit,
      fc.nat(20),
      (vectors, query, count) => {
        const index = createVectorIndex()
        vectors.forEach((one, i) => index.set(i + 1, i, toBytes(one)))
        const cosine = (i: number) => vectors[i]!.reduce((sum, value, k) => sum + value * query[k]!, 0)
        const found = index.nearest(query, count, -1, all)
        expect(found.length).toBeLessThanOrEqual(count)
        for (const hit of found) expect(Math.abs(hit.similarity - cosine(hit.chunkId - 1))).toBeLessThan(0.03)
        const worst = found.length === count ? (found.at(-1)?.similarity ?? Infinity) : 0
        vectors.forEach((_, i) => {
          if (!found.some((hit) => hit.chunkId === i + 1)) expect(cosine(i)).toBeLessThan(worst + 0.03)
        })
      },
    ),
  )
})

test('more vectors than one block holds', () => {
  const index = createVectorIndex()
  for (let i = 1; i <= 20_000; i++) index.set(i, i, toBytes(vector(i % 97, 50, i % 13, 1)))
  const [best] = index.nearest(vector(19_999 % 97, 50, 19_999 % 13, 1), 1, 0, (id) => id === 19_999)
  expect(best?.chunkId).toBe(19_999)
})
