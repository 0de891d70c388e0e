import { createRowKernel, roundUp, type RowKernel } from './row-kernel'

/** The little linear algebra that learning an embedding needs. Deterministic. */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  /** Numbers from the beginning of one row to that of the next; those beyond the columns are zero. */
  readonly stride: number
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

/** The memory that matrices lie in, and what the operations need besides. */
export interface Workspace {
  readonly kernel: RowKernel
  /** 0, 1, 2, ... */
  readonly ordinals: Int32Array
  readonly row: Float32Array
  readonly turned: Float32Array
}

const ROWS_PER_BLOCK = 64
/** Work between two `yield`s stays around ten milliseconds. */
const WORK_PER_SLICE = 20_000_000

/** Room for so many numbers in matrices of at most so many columns, each of them rounded up to whole steps. */
export function createWorkspace(numbers: number, columns: number): Workspace {
  const width = roundUp(columns)
  const kernel = createRowKernel(
    numbers + roundUp(Math.max(ROWS_PER_BLOCK, width)) + width * (1 + ROWS_PER_BLOCK),
  )
  const ordinals = kernel.integers(Math.max(ROWS_PER_BLOCK, width))
  for (let i = 0; i < ordinals.length; i++) ordinals[i] = i
  return { kernel, ordinals, row: kernel.floats(width), turned: kernel.floats(width * ROWS_PER_BLOCK) }
}

/** All zero. */
export function createMatrix({ kernel }: Workspace, rows: number, columns: number): Matrix {
  const stride = roundUp(columns)
  return { rows, columns, stride, values: kernel.floats(rows * stride) }
}

export const createSparseMatrix = (
  { kernel }: Workspace,
  rows: number,
  columns: number,
  entries: number,
): SparseMatrix => ({
  rows,
  columns,
  starts: new Int32Array(rows + 1),
  indices: kernel.integers(entries),
  values: kernel.floats(entries),
})

/** Columns become rows. */
export function transposed(workspace: Workspace, sparse: SparseMatrix): SparseMatrix {
  const entries = sparse.starts[sparse.rows]!
  const result = createSparseMatrix(workspace, sparse.columns, sparse.rows, entries)
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

/** product = sparse x dense */
export function* multiply(
  { kernel }: Workspace,
  sparse: SparseMatrix,
  dense: Matrix,
  product: Matrix,
): Generator<void> {
  const { stride } = product
  let work = 0
  product.values.fill(0)
  for (let row = 0; row < sparse.rows; row++) {
    const [from, to] = [sparse.starts[row]!, sparse.starts[row + 1]!]
    const sum = product.values.subarray(row * stride, (row + 1) * stride)
    kernel.addRows(sum, dense.values, sparse.indices.subarray(from, to), sparse.values.subarray(from, to))
    work += (to - from) * stride
    if (work < WORK_PER_SLICE) continue
    work = 0
    yield
  }
}

/** transposed matrix x matrix; sums of many rows are taken in double precision. */
export function* gram(workspace: Workspace, matrix: Matrix): Generator<void, Float64Array> {
  const { rows, columns, stride, values } = matrix
  const { kernel, ordinals, turned } = workspace
  const product = new Float64Array(columns * columns)
  const row = workspace.row.subarray(0, stride)
  for (let first = 0; first < rows; first += ROWS_PER_BLOCK) {
    const count = Math.min(ROWS_PER_BLOCK, rows - first)
    const block = values.subarray(first * stride, (first + count) * stride)
    for (let k = 0; k < count; k++)
      for (let i = 0; i < columns; i++) turned[i * ROWS_PER_BLOCK + k] = block[k * stride + i]!
    for (let i = 0; i < columns; i++) {
      const weights = turned.subarray(i * ROWS_PER_BLOCK, i * ROWS_PER_BLOCK + count)
      kernel.addRows(row.fill(0), block, ordinals.subarray(0, count), weights)
      for (let j = 0; j < columns; j++) product[i * columns + j]! += row[j]!
    }
    yield
  }
  return product
}

/** matrix = matrix x factors, in its place; `factors` has as many rows as the matrix has columns, and no more columns. */
export function* transform(
  { kernel, ordinals, row }: Workspace,
  matrix: Matrix,
  factors: Matrix,
): Generator<void> {
  const { rows, columns, stride, values } = matrix
  const sum = row.subarray(0, factors.stride)
  const indices = ordinals.subarray(0, columns)
  for (let i = 0; i < rows; i++) {
    const line = values.subarray(i * stride, (i + 1) * stride)
    kernel.addRows(sum.fill(0), factors.values, indices, line)
    line.fill(0).set(sum)
    if (i % ROWS_PER_BLOCK === 0) yield
  }
}

/**
 * The columns of the matrix made orthonormal, in place of the ones given: they span the same space. Columns that are
 * all but a mixture of earlier ones become zero. `factors` is square and used up.
 */
export function* orthonormalize(workspace: Workspace, matrix: Matrix, factors: Matrix): Generator<void> {
  const size = matrix.columns
  const lower = cholesky(yield* gram(workspace, matrix), size)
  yield
  setInverseTransposed(factors, lower, size)
  yield
  yield* transform(workspace, matrix, factors)
}

const DEPENDENT = 1e-10

/** The lower triangle L with L x transposed L = symmetric; a row of zeros where that row depends on those above. */
function cholesky(symmetric: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size)
  let largest = 0
  for (let i = 0; i < size; i++) largest = Math.max(largest, symmetric[i * size + i]!)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = symmetric[i * size + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!
      if (i !== j) lower[i * size + j] = lower[j * size + j] === 0 ? 0 : sum / lower[j * size + j]!
      else if (sum > largest * DEPENDENT) lower[i * size + i] = Math.sqrt(sum)
      else lower.fill(0, i * size, i * size + i)
    }
  }
  return lower
}

/** The upper triangle U with transposed L x U = 1; columns of dependent rows are zero. */
function setInverseTransposed(upper: Matrix, lower: Float64Array, size: number): void {
  const column = new Float64Array(size)
  upper.values.fill(0)
  for (let c = 0; c < size; c++) {
    if (lower[c * size + c] === 0) continue
    column.fill(0)
    for (let row = c; row >= 0; row--) {
      const pivot = lower[row * size + row]!
      if (pivot === 0) continue
      let sum = row === c ? 1 : 0
      for (let k = row + 1; k <= c; k++) sum -= lower[k * size + row]! * column[k]!
      column[row] = sum / pivot
      upper.values[row * upper.stride + c] = column[row]!
    }
  }
}
