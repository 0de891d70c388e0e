/** The little linear algebra that learning an embedding needs. Matrices are row-major. Deterministic. */
export interface Matrix {
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

export const createMatrix = (rows: number, columns: number): Matrix => ({
  rows,
  columns,
  values: new Float32Array(rows * columns),
})

/** Work between two `yield`s stays around ten milliseconds. */
const WORK_PER_SLICE = 4_000_000

/** sparse x dense */
export function* multiply(sparse: SparseMatrix, dense: Matrix): Generator<void, Matrix> {
  const product = createMatrix(sparse.rows, dense.columns)
  const { columns } = dense
  let work = 0
  for (let row = 0; row < sparse.rows; row++) {
    const to = row * columns
    for (let at = sparse.starts[row]!; at < sparse.starts[row + 1]!; at++) {
      const factor = sparse.values[at]!
      const from = sparse.indices[at]! * columns
      for (let i = 0; i < columns; i++) product.values[to + i]! += factor * dense.values[from + i]!
      work += columns
    }
    if (work > WORK_PER_SLICE) {
      work = 0
      yield
    }
  }
  return product
}

/** transposed sparse x dense */
export function* multiplyTransposed(sparse: SparseMatrix, dense: Matrix): Generator<void, Matrix> {
  const product = createMatrix(sparse.columns, dense.columns)
  const { columns } = dense
  let work = 0
  for (let row = 0; row < sparse.rows; row++) {
    const from = row * columns
    for (let at = sparse.starts[row]!; at < sparse.starts[row + 1]!; at++) {
      const factor = sparse.values[at]!
      const to = sparse.indices[at]! * columns
      for (let i = 0; i < columns; i++) product.values[to + i]! += factor * dense.values[from + i]!
      work += columns
    }
    if (work > WORK_PER_SLICE) {
      work = 0
      yield
    }
  }
  return product
}

/** transposed matrix x matrix, in double precision. */
export function* gram(matrix: Matrix): Generator<void, Float64Array> {
  const { rows, columns, values } = matrix
  const product = new Float64Array(columns * columns)
  let work = 0
  for (let row = 0; row < rows; row++) {
    const from = row * columns
    for (let i = 0; i < columns; i++) {
      const factor = values[from + i]!
      if (factor === 0) continue
      for (let j = i; j < columns; j++) product[i * columns + j]! += factor * values[from + j]!
    }
    work += (columns * columns) / 2
    if (work > WORK_PER_SLICE) {
      work = 0
      yield
    }
  }
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < i; j++) product[i * columns + j] = product[j * columns + i]!
  return product
}

/** matrix x (factors, of size columns x kept) */
export function* transform(matrix: Matrix, factors: Float64Array, kept: number): Generator<void, Matrix> {
  const product = createMatrix(matrix.rows, kept)
  const line = new Float64Array(kept)
  let work = 0
  for (let row = 0; row < matrix.rows; row++) {
    line.fill(0)
    for (let i = 0; i < matrix.columns; i++) {
      const factor = matrix.values[row * matrix.columns + i]!
      if (factor === 0) continue
      for (let j = 0; j < kept; j++) line[j]! += factor * factors[i * kept + j]!
    }
    product.values.set(line, row * kept)
    work += matrix.columns * kept
    if (work > WORK_PER_SLICE) {
      work = 0
      yield
    }
  }
  return product
}

export interface Eigen {
  /** Largest first. */
  readonly values: Float64Array
  /** Column k belongs to value k; size x size, row-major. */
  readonly vectors: Float64Array
}

const SWEEPS_MAX = 30

/** Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations. `symmetric` is used up. */
export function* eigen(symmetric: Float64Array, size: number): Generator<void, Eigen> {
  // rows of `basis` are the vectors while rotating, so that both loops run along memory
  const basis = new Float64Array(size * size)
  for (let i = 0; i < size; i++) basis[i * size + i] = 1
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    let off = 0
    let all = 0
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) {
        const square = symmetric[i * size + j]! ** 2
        all += square
        if (i !== j) off += square
      }
    if (off <= all * 1e-18) break
    for (let p = 0; p < size - 1; p++) {
      for (let q = p + 1; q < size; q++) rotate(symmetric, basis, size, p, q)
      if (p % 16 === 15) yield
    }
  }
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (a, b) => symmetric[b * size + b]! - symmetric[a * size + a]! || a - b,
  )
  const vectors = new Float64Array(size * size)
  order.forEach((from, k) => {
    for (let i = 0; i < size; i++) vectors[i * size + k] = basis[from * size + i]!
  })
  return { values: Float64Array.from(order, (i) => symmetric[i * size + i]!), vectors }
}

function rotate(a: Float64Array, basis: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q]!
  const app = a[p * size + p]!
  const aqq = a[q * size + q]!
  if (Math.abs(apq) <= 1e-15 * Math.sqrt(Math.abs(app * aqq))) return
  const theta = (aqq - app) / (2 * apq)
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  // symmetric: rows p and q are turned along memory, the columns are copied from them
  const rowP = p * size
  const rowQ = q * size
  for (let i = 0; i < size; i++) {
    const x = a[rowP + i]!
    const y = a[rowQ + i]!
    a[rowP + i] = c * x - s * y
    a[rowQ + i] = s * x + c * y
    const u = basis[rowP + i]!
    const v = basis[rowQ + i]!
    basis[rowP + i] = c * u - s * v
    basis[rowQ + i] = s * u + c * v
  }
  for (let i = 0; i < size; i++) {
    a[i * size + p] = a[rowP + i]!
    a[i * size + q] = a[rowQ + i]!
  }
  a[rowP + p] = app - t * apq
  a[rowQ + q] = aqq + t * apq
  a[rowP + q] = 0
  a[rowQ + p] = 0
}
