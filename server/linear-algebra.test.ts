import { expect, test } from 'vitest'
import { eigen } from './eigen'
import {
  createMatrix,
  gram,
  multiply,
  multiplyTransposed,
  orthonormalize,
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

test('columns made orthonormal span what they spanned; a dependent one becomes zero', () => {
  const matrix = dense([
    [1, 2, 3, 0],
    [0, 1, 1, 0],
    [1, 0, 1, 0],
    [2, 1, 3, 0],
    [0, 3, 3, 1],
  ])
  const found = finish(orthonormalize(matrix))
  const product = finish(gram(found))
  const expected = [1, 1, 0, 1]
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) expect(product[i * 4 + j]).toBeCloseTo(i === j ? expected[i]! : 0, 5)
  // the second column as a mixture of the first two
  const column = (from: Matrix, k: number) => Array.from({ length: 5 }, (_, i) => from.values[i * 4 + k]!)
  const share = (k: number) =>
    column(matrix, 1).reduce((sum, value, i) => sum + value * column(found, k)[i]!, 0)
  column(matrix, 1).forEach((value, i) =>
    expect(share(0) * column(found, 0)[i]! + share(1) * column(found, 1)[i]!).toBeCloseTo(value, 5),
  )
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
