import { expect, test } from 'vitest'
import { eigen } from './eigen'
import {
  createMatrix,
  createSparseMatrix,
  createWorkspace,
  gram,
  multiply,
  orthonormalize,
  transform,
  transposed,
  type Matrix,
  type SparseMatrix,
} from './linear-algebra'

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
const workspace = createWorkspace(20_000, 8)

function dense(rows: readonly (readonly number[])[]): Matrix {
  const matrix = createMatrix(workspace, rows.length, rows[0]!.length)
  rows.forEach((row, i) => matrix.values.set(row, i * matrix.stride))
  return matrix
}
const rowsOf = ({ rows, columns, stride, values }: Matrix): number[][] =>
  Array.from({ length: rows }, (_, i) => [...values.subarray(i * stride, i * stride + columns)])

function sparse(): SparseMatrix {
  // 1 0 2
  // 0 3 0
  const matrix = createSparseMatrix(workspace, 2, 3, 3)
  matrix.starts.set([0, 2, 3])
  matrix.indices.set([0, 2, 1])
  matrix.values.set([1, 2, 3])
  return matrix
}

test('products of a sparse and a dense matrix, and of its transpose', () => {
  const product = createMatrix(workspace, 2, 2)
  const rows = [
    [1, 2],
    [3, 4],
    [5, 6],
  ]
  finish(multiply(workspace, sparse(), dense(rows), product))
  expect(rowsOf(product)).toEqual([
    [11, 14],
    [9, 12],
  ])
  const turned = createMatrix(workspace, 3, 2)
  finish(multiply(workspace, transposed(workspace, sparse()), dense(rows.slice(0, 2)), turned))
  expect(rowsOf(turned)).toEqual([
    [1, 2],
    [9, 12],
    [2, 4],
  ])
})

test('the products of columns, and a change of basis to fewer of them', () => {
  const matrix = dense([
    [1, 2],
    [3, 4],
  ])
  expect([...finish(gram(workspace, matrix))]).toEqual([10, 14, 14, 20])
  finish(transform(workspace, matrix, dense([[1], [1]])))
  expect(rowsOf(matrix)).toEqual([
    [3, 0],
    [7, 0],
  ])
})

test('the products of columns of more rows than one block', () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => [1 + (i % 3) / 1_024, 3])
  const [first] = finish(gram(workspace, dense(rows)))
  const expected = rows.reduce((sum, [value]) => sum + value! ** 2, 0)
  expect(Math.abs(first! / expected - 1)).toBeLessThan(1e-6)
})

test('columns made orthonormal span what they spanned; a dependent one becomes zero', () => {
  const given = [
    [1, 2, 3, 0],
    [0, 1, 1, 0],
    [1, 0, 1, 0],
    [2, 1, 3, 0],
    [0, 3, 3, 1],
  ]
  const found = dense(given)
  finish(orthonormalize(workspace, found, createMatrix(workspace, 4, 4)))
  const product = finish(gram(workspace, found))
  const expected = [1, 1, 0, 1]
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) expect(product[i * 4 + j]).toBeCloseTo(i === j ? expected[i]! : 0, 5)
  // the second column as a mixture of the first two
  const column = (rows: readonly (readonly number[])[], k: number) => rows.map((row) => row[k]!)
  const share = (k: number) =>
    column(given, 1).reduce((sum, value, i) => sum + value * column(rowsOf(found), k)[i]!, 0)
  column(given, 1).forEach((value, i) =>
    expect(share(0) * column(rowsOf(found), 0)[i]! + share(1) * column(rowsOf(found), 1)[i]!).toBeCloseTo(
      value,
      5,
    ),
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
