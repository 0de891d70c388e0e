import { expect, test } from 'vitest'
import {
  createMatrix,
  eigen,
  gram,
  multiply,
  multiplyTransposed,
  transform,
  type Matrix,
  type SparseMatrix,
} from './linear-algebra'

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
const dense = (rows: number[][]): Matrix => ({
  rows: rows.length,
  columns: rows[0]!.length,
  values: Float32Array.from(rows.flat()),
})
const sparse: SparseMatrix = {
  // 1 0 2
  // 0 3 0
  rows: 2,
  columns: 3,
  starts: Int32Array.of(0, 2, 3),
  indices: Int32Array.of(0, 2, 1),
  values: Float32Array.of(1, 2, 3),
}

test('products of a sparse and a dense matrix', () => {
  expect([
    ...finish(
      multiply(
        sparse,
        dense([
          [1, 2],
          [3, 4],
          [5, 6],
        ]),
      ),
    ).values,
  ]).toEqual([11, 14, 9, 12])
  expect([
    ...finish(
      multiplyTransposed(
        sparse,
        dense([
          [1, 2],
          [3, 4],
        ]),
      ),
    ).values,
  ]).toEqual([1, 2, 9, 12, 2, 4])
})

test('the products of columns, and a change of basis', () => {
  const matrix = dense([
    [1, 2],
    [3, 4],
  ])
  expect([...finish(gram(matrix))]).toEqual([10, 14, 14, 20])
  expect([...finish(transform(matrix, Float64Array.of(1, 1), 1)).values]).toEqual([3, 7])
  expect(createMatrix(2, 3).values).toHaveLength(6)
})

test('eigenvectors of a symmetric matrix: A v = value v, largest first, orthonormal', () => {
  const size = 12
  const a = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) a[i * size + j] = a[j * size + i] = Math.sin(i * 7 + j * 3) * 4
  const { values, vectors } = finish(eigen(a.slice(), size))
  for (let k = 0; k < size; k++) {
    expect(values[k]!).toBeLessThanOrEqual(values[k - 1] ?? Infinity)
    for (let i = 0; i < size; i++) {
      let sum = 0
      for (let j = 0; j < size; j++) sum += a[i * size + j]! * vectors[j * size + k]!
      expect(sum).toBeCloseTo(values[k]! * vectors[i * size + k]!, 8)
    }
    for (let l = 0; l < size; l++) {
      let sum = 0
      for (let i = 0; i < size; i++) sum += vectors[i * size + k]! * vectors[i * size + l]!
      expect(sum).toBeCloseTo(k === l ? 1 : 0, 8)
    }
  }
})
