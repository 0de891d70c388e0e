import { EigenvalueDecomposition, Matrix } from 'ml-matrix'

/**
 * The linear algebra for learning an embedding. Deterministic. Generators yield about every ten milliseconds, so that
 * other work can run; only the eigenvectors of a small matrix take longer.
 */

/** A matrix in row-major order. */
export interface DenseMatrix {
  readonly rows: number
  readonly columns: number
  readonly values: Float32Array
}

/** Compressed rows: the entries of row i are at `starts[i]` up to `starts[i + 1]`. */
export interface SparseMatrix {
  readonly rows: number
  readonly columns: number
  readonly starts: Int32Array
  readonly indices: Int32Array
  readonly values: Float32Array
}

/** How many multiplications come between two yields. */
const WORK_PER_SLICE = 3_000_000

/** A matrix of zeros. */
export const denseMatrix = (rows: number, columns: number): DenseMatrix => ({
  rows,
  columns,
  values: new Float32Array(rows * columns),
})

/** A matrix without entries, with room for that many. */
export const sparseMatrix = (rows: number, columns: number, entries: number): SparseMatrix => ({
  rows,
  columns,
  starts: new Int32Array(rows + 1),
  indices: new Int32Array(entries),
  values: new Float32Array(entries),
})

/** The transposed matrix. */
export function transposed(sparse: SparseMatrix): SparseMatrix {
  const entries = sparse.starts[sparse.rows]!
  const result = sparseMatrix(sparse.columns, sparse.rows, entries)
  const { starts, indices, values } = result
  for (let at = 0; at < entries; at++) starts[sparse.indices[at]! + 1]!++
  for (let i = 0; i < sparse.columns; i++) starts[i + 1]! += starts[i]!
  const next = starts.slice()
  for (let row = 0; row < sparse.rows; row++)
    for (let at = sparse.starts[row]!; at < sparse.starts[row + 1]!; at++) {
      const to = next[sparse.indices[at]!]!++
      indices[to] = row
      values[to] = sparse.values[at]!
    }
  return result
}

/** sparse x dense */
export function* multiply(sparse: SparseMatrix, dense: DenseMatrix): Generator<void, DenseMatrix> {
  const { columns } = dense
  const product = denseMatrix(sparse.rows, columns)
  let work = 0
  for (let row = 0; row < sparse.rows; row++) {
    const sum = product.values.subarray(row * columns, (row + 1) * columns)
    for (let at = sparse.starts[row]!; at < sparse.starts[row + 1]!; at++) {
      addRow(sum, sparse.values[at]!, dense, sparse.indices[at]!)
      work += columns
    }
    if (work < WORK_PER_SLICE) continue
    work = 0
    yield
  }
  return product
}

/** Adds a row of the matrix, times `weight`, to `sum`. */
export function addRow(
  sum: Float32Array,
  weight: number,
  { columns, values }: DenseMatrix,
  row: number,
): void {
  const first = row * columns
  for (let i = 0; i < columns; i++) sum[i]! += weight * values[first + i]!
}

/** Directions weaker than this share of the strongest are treated as mixtures of the others, or as rounding errors. */
const NEGLIGIBLE = 1e-10

/**
 * The matrix rotated so that its columns are orthogonal, the strongest first, at most `count` of them: they span the
 * same space. `lengthOf` gives the length of each, by its share of the strongest one's strength; negligible ones become
 * zero.
 */
export function* principalColumns(
  matrix: DenseMatrix,
  count: number,
  lengthOf: (share: number) => number,
): Generator<void, DenseMatrix> {
  const { rows, columns } = matrix
  const products = Matrix.from1DArray(columns, columns, yield* gram(matrix))
  const { realEigenvalues: strengths, eigenvectorMatrix: directions } = new EigenvalueDecomposition(
    products,
    {
      assumeSymmetric: true,
    },
  )
  yield
  const factors = denseMatrix(columns, count)
  for (let k = 0; k < count; k++) {
    // The strongest is the last.
    const from = columns - 1 - k
    const share = strengths[from]! / strengths.at(-1)!
    if (!(share > NEGLIGIBLE)) continue
    const factor = lengthOf(share) / Math.sqrt(strengths[from]!)
    for (let i = 0; i < columns; i++) factors.values[i * count + k] = directions.get(i, from) * factor
  }
  const turned = denseMatrix(rows, count)
  for (let row = 0; row < rows; row++) {
    const sum = turned.values.subarray(row * count, (row + 1) * count)
    for (let i = 0; i < columns; i++) addRow(sum, matrix.values[row * columns + i]!, factors, i)
    if (isSliceEnd(row, columns * count)) yield
  }
  return turned
}

/** The products of each column with each, computed by rows. */
function* gram({ rows, columns, values }: DenseMatrix): Generator<void, Float64Array> {
  const product = new Float64Array(columns * columns)
  for (let row = 0; row < rows; row++) {
    const line = values.subarray(row * columns, (row + 1) * columns)
    for (let i = 0; i < columns; i++) {
      const value = line[i]!
      for (let j = 0; j <= i; j++) product[i * columns + j]! += value * line[j]!
    }
    if (isSliceEnd(row, (columns * columns) / 2)) yield
  }
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < i; j++) product[j * columns + i] = product[i * columns + j]!
  return product
}

const isSliceEnd = (row: number, workPerRow: number): boolean =>
  row % Math.ceil(WORK_PER_SLICE / workPerRow) === 0
