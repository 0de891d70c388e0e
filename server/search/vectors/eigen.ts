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
