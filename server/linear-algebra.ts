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

const ROWS_PER_BLOCK = 64

/** transposed matrix x matrix, in double precision. */
export function* gram({ rows, columns, values }: Matrix): Generator<void, Float64Array> {
  const size = upToFour(columns)
  const product = new Float64Array(size * size)
  const block = new Float64Array(size * ROWS_PER_BLOCK)
  for (let first = 0; first < rows; first += ROWS_PER_BLOCK) {
    for (let k = 0; k < ROWS_PER_BLOCK; k++)
      for (let i = 0; i < columns; i++)
        block[i * ROWS_PER_BLOCK + k] = first + k < rows ? values[(first + k) * columns + i]! : 0
    addProduct(product, block, size, block, size, ROWS_PER_BLOCK)
    yield
  }
  return cropped(product, size, columns, columns)
}

/** matrix x (factors, of size columns x kept) */
export function* transform(matrix: Matrix, factors: Float64Array, kept: number): Generator<void, Matrix> {
  const { rows, columns, values } = matrix
  const width = upToFour(kept)
  const turned = new Float64Array(width * columns)
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < kept; j++) turned[j * columns + i] = factors[i * kept + j]!
  const result = createMatrix(rows, kept)
  for (let first = 0; first < rows; first += ROWS_PER_BLOCK) {
    const count = Math.min(ROWS_PER_BLOCK, rows - first)
    const block = new Float64Array(upToFour(count) * columns)
    block.set(values.subarray(first * columns, (first + count) * columns))
    const product = new Float64Array(upToFour(count) * width)
    addProduct(product, block, upToFour(count), turned, width, columns)
    result.values.set(cropped(product, width, count, kept), first * kept)
    yield
  }
  return result
}

const upToFour = (n: number): number => (n + 3) & ~3

/** The first rows and columns of a matrix whose rows are `width` long. */
function cropped(values: Float64Array, width: number, rows: number, columns: number): Float64Array {
  if (width === columns) return values.subarray(0, rows * columns)
  const result = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) result.set(values.subarray(i * width, i * width + columns), i * columns)
  return result
}

/**
 * product += a x transposed b, where rows of both are `length` long and there are multiples of four of them. Two rows
 * by four at a time, so that what is loaded is used more than once: four times as fast as the plain loop.
 */
function addProduct(
  product: Float64Array,
  a: Float64Array,
  aRows: number,
  b: Float64Array,
  bRows: number,
  length: number,
): void {
  for (let i = 0; i < aRows; i += 2) {
    const upper = i * length
    const lower = upper + length
    for (let j = 0; j < bRows; j += 4) {
      const first = j * length
      const second = first + length
      const third = second + length
      const fourth = third + length
      let s0 = 0
      let s1 = 0
      let s2 = 0
      let s3 = 0
      let t0 = 0
      let t1 = 0
      let t2 = 0
      let t3 = 0
      for (let k = 0; k < length; k++) {
        const s = a[upper + k]!
        const t = a[lower + k]!
        const w = b[first + k]!
        const x = b[second + k]!
        const y = b[third + k]!
        const z = b[fourth + k]!
        s0 += s * w
        s1 += s * x
        s2 += s * y
        s3 += s * z
        t0 += t * w
        t1 += t * x
        t2 += t * y
        t3 += t * z
      }
      const top = i * bRows + j
      const below = top + bRows
      product[top]! += s0
      product[top + 1]! += s1
      product[top + 2]! += s2
      product[top + 3]! += s3
      product[below]! += t0
      product[below + 1]! += t1
      product[below + 2]! += t2
      product[below + 3]! += t3
    }
  }
}

/**
 * The columns of the matrix made orthonormal, in place of the ones given: they span the same space. Columns that are
 * all but a mixture of earlier ones become zero.
 */
export function* orthonormalize(matrix: Matrix): Generator<void, Matrix> {
  const size = matrix.columns
  const lower = cholesky(yield* gram(matrix), size)
  yield
  return yield* transform(matrix, inverseTransposed(lower, size), size)
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
function inverseTransposed(lower: Float64Array, size: number): Float64Array {
  const upper = new Float64Array(size * size)
  for (let column = 0; column < size; column++) {
    if (lower[column * size + column] === 0) continue
    for (let row = column; row >= 0; row--) {
      const pivot = lower[row * size + row]!
      if (pivot === 0) continue
      let sum = row === column ? 1 : 0
      for (let k = row + 1; k <= column; k++) sum -= lower[k * size + row]! * upper[k * size + column]!
      upper[row * size + column] = sum / pivot
    }
  }
  return upper
}
