import { expect, test } from 'vitest'
import {
  denseMatrix,
  multiply,
  principalColumns,
  sparseMatrix,
  transposed,
  type DenseMatrix,
  type SparseMatrix,
} from './linear-algebra'

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

function dense(rows: readonly (readonly number[])[]): DenseMatrix {
  const matrix = denseMatrix(rows.length, rows[0]!.length)
  matrix.values.set(rows.flat())
  return matrix
}
const rowsOf = ({ rows, columns, values }: DenseMatrix): number[][] =>
  Array.from({ length: rows }, (_, i) => [...values.subarray(i * columns, (i + 1) * columns)])
const columnsOf = (matrix: DenseMatrix): number[][] =>
  Array.from({ length: matrix.columns }, (_, k) => rowsOf(matrix).map((row) => row[k]!))
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0)

function sparse(): SparseMatrix {
  // 1 0 2
  // 0 3 0
  const matrix = sparseMatrix(2, 3, 3)
  matrix.starts.set([0, 2, 3])
  matrix.indices.set([0, 2, 1])
  matrix.values.set([1, 2, 3])
  return matrix
}

test('products of a sparse and a dense matrix, and of its transpose', () => {
  const rows = [
    [1, 2],
    [3, 4],
    [5, 6],
  ]
  expect(rowsOf(finish(multiply(sparse(), dense(rows))))).toEqual([
    [11, 14],
    [9, 12],
  ])
  expect(rowsOf(finish(multiply(transposed(sparse()), dense(rows.slice(0, 2)))))).toEqual([
    [1, 2],
    [9, 12],
    [2, 4],
  ])
})

test('principal columns are orthogonal and span what was spanned; a dependent one becomes zero', () => {
  const given = dense([
    [1, 2, 3, 0],
    [0, 1, 1, 0],
    [1, 0, 1, 0],
    [2, 1, 3, 0],
    [0, 3, 3, 1],
  ])
  const found = columnsOf(finish(principalColumns(given, 4, () => 1)))
  for (let k = 0; k < 4; k++)
    for (let l = 0; l < 4; l++) expect(dot(found[k]!, found[l]!)).toBeCloseTo(k === l && k < 3 ? 1 : 0, 5)
  for (const column of columnsOf(given)) {
    const shares = found.map((direction) => dot(column, direction))
    column.forEach((value, i) =>
      expect(shares.reduce((sum, share, k) => sum + share * found[k]![i]!, 0)).toBeCloseTo(value, 5),
    )
  }
})

test('the strongest come first, only so many are kept, and each is as long as its share of the strongest says', () => {
  const given = dense([
    [3, 0, 0],
    [0, 0, 2],
    [0, 5, 0],
    [0, 0, 0],
  ])
  const shares: number[] = []
  const lengthOf = (share: number) => {
    shares.push(share)
    return share
  }
  const found = columnsOf(finish(principalColumns(given, 2, lengthOf)))
  expect(found).toHaveLength(2)
  expect(shares).toEqual([1, 9 / 25].map((share) => expect.closeTo(share, 6) as number))
  expect(found.map((column) => column.map(Math.abs))).toEqual(
    [
      [0, 0, 1, 0],
      [9 / 25, 0, 0, 0],
    ].map((column) => column.map((value) => expect.closeTo(value, 6) as number)),
  )
})

test('a matrix of zeros stays one', () => {
  expect(rowsOf(finish(principalColumns(denseMatrix(3, 2), 2, () => 1)))).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})
