import { expect, test } from 'vitest'
import { listRows } from './list-rows'

test('a list that is not divided has a line for each document', () => {
  const rows = listRows(3)
  expect(rows.count).toBe(3)
  expect([0, 1, 2].map((row) => rows.at(row))).toEqual(
    [0, 1, 2].map((index) => ({ kind: 'document', index })),
  )
  expect(rows.rowOf(2)).toBe(2)
  expect(rows.groupOf(2)).toBeUndefined()
})

test('each part has a head, and every document finds its line', () => {
  const groups = [
    { key: 'draft', count: 2 },
    { key: 'published', count: 1 },
  ]
  const rows = listRows(3, groups)
  const heads = [0, 1, 2, 3, 4]
    .map((row) => rows.at(row))
    .map((row) => (row.kind === 'head' ? row.group.key : row.index))
  expect(heads).toEqual(['draft', 0, 1, 'published', 2])
  expect([0, 1, 2].map((index) => rows.rowOf(index))).toEqual([1, 2, 4])
  expect(rows.groupOf(2)?.key).toBe('published')
})
