import { expect, test } from 'vitest'
import { fuse } from './fusion'

test('[B1] a chunk that both retrievals find is above one that only one of them finds', () => {
  const fused = fuse(
    [
      { chunkId: 1, coverage: 1 },
      { chunkId: 2, coverage: 1 },
    ],
    [
      { chunkId: 2, similarity: 1 },
      { chunkId: 3, similarity: 1 },
    ],
  )
  expect(fused.map((hit) => hit.chunkId)).toEqual([2, 1, 3])
})

test('a score is 1 for what is best in both, and near 0 for what is poor in one', () => {
  expect(fuse([{ chunkId: 1, coverage: 1 }], [{ chunkId: 1, similarity: 1 }])[0]?.score).toBe(1)
  const [poor] = fuse([], [{ chunkId: 1, similarity: 0.1 }])
  expect(poor?.score).toBe(0.05)
})

test('how well a chunk answers by itself weighs more than its place in a poor list', () => {
  const fused = fuse(
    [{ chunkId: 1, coverage: 0.2 }],
    [
      { chunkId: 2, similarity: 0.8 },
      { chunkId: 3, similarity: 0.7 },
    ],
  )
  expect(fused.map((hit) => hit.chunkId)).toEqual([2, 3, 1])
})

test('equal scores are in the order of chunk ids', () => {
  const hits = [5, 3, 4].map((chunkId) => ({ chunkId, coverage: 0 }))
  expect(fuse(hits, []).map((hit) => hit.chunkId)).toEqual([3, 4, 5])
})

test('strengths out of bounds do not lead out of 0 to 1', () => {
  for (const { score } of fuse(
    [{ chunkId: 1, coverage: 1.5 }],
    [
      { chunkId: 2, similarity: -3 },
      { chunkId: 1, similarity: 9 },
    ],
  )) {
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(1)
  }
})
