import { EMBEDDING_DIMENSIONS, frequencyWeight, scramble } from './embedding'
import { readFeatures, type Passage } from './features'
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

/** What was learned from an account's own text: a direction and a weight for each feature. */
export interface LearnedFeatures {
  /** Sorted by code units. */
  readonly features: readonly string[]
  /** Inverse document frequency; the rarer the feature, the more it says. */
  readonly weights: Float32Array
  /** A row for each feature. */
  readonly directions: Matrix
}

/** From more passages than this a caller takes a sample. */
export const LEARNING_PASSAGES_MAX = 12_000
const FEATURES_MAX = 30_000
/** With this many passages a feature must stand in two of them to be kept. */
const SINGLES_PASSAGES_MAX = 500
const ROUNDS = 2
const NEGLIGIBLE = 1e-10
/** More directions are followed than kept, so that the kept ones settle. */
const SPARE_DIRECTIONS = 8

/**
 * Learns by latent semantic analysis: passages x features, weighted by frequency and rarity, and its strongest
 * directions by subspace iteration, so that features which keep company point the same way. Deterministic for the same
 * passages in the same order. Yields about every ten milliseconds; the caller decides when to go on.
 */
export function* learnFeatures(passages: Iterable<Passage>): Generator<void, LearnedFeatures> {
  const counts: Map<string, number>[] = []
  for (const passage of passages) {
    counts.push(readFeatures(passage))
    if (counts.length % 32 === 0) yield
  }
  const features = yield* chooseFeatures(counts)
  const matrix = yield* tabulate(counts, features)
  const directions = yield* strongestDirections(matrix)
  return { features: [...features.keys()], weights: matrix.weights, directions }
}

const ROWS_PER_SLICE = 200

/** Feature to column; the commonest ones, in the order of code units. */
function* chooseFeatures(
  counts: readonly ReadonlyMap<string, number>[],
): Generator<void, Map<string, number>> {
  const passagesOf = new Map<string, number>()
  for (const [i, features] of counts.entries()) {
    for (const feature of features.keys()) passagesOf.set(feature, (passagesOf.get(feature) ?? 0) + 1)
    if (i % ROWS_PER_SLICE === 0) yield
  }
  const least = counts.length > SINGLES_PASSAGES_MAX ? 2 : 1
  const known = [...passagesOf].filter(([, passages]) => passages >= least)
  yield
  const kept = known.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, FEATURES_MAX)
  yield
  const features = kept.map(([feature]) => feature).sort()
  return new Map(features.map((feature, column) => [feature, column]))
}

/** A row of unit length for each passage, each feature weighed by its rarity. */
function* tabulate(
  counts: readonly ReadonlyMap<string, number>[],
  features: ReadonlyMap<string, number>,
): Generator<void, SparseMatrix & { readonly weights: Float32Array }> {
  const entries = counts.reduce((sum, row) => sum + row.size, 0)
  const starts = new Int32Array(counts.length + 1)
  const indices = new Int32Array(entries)
  const values = new Float32Array(entries)
  const passages = new Float32Array(features.size)
  let at = 0
  for (const [i, row] of counts.entries()) {
    for (const [feature, count] of row) {
      const column = features.get(feature)
      if (column === undefined) continue
      passages[column]!++
      indices[at] = column
      values[at++] = frequencyWeight(count)
    }
    starts[i + 1] = at
    if (i % ROWS_PER_SLICE === 0) yield
  }
  const weights = passages.map((n) => Math.log(1 + counts.length / n))
  for (let i = 0; i < counts.length; i++) {
    let squares = 0
    for (let j = starts[i]!; j < starts[i + 1]!; j++) {
      values[j]! *= weights[indices[j]!]!
      squares += values[j]! ** 2
    }
    const length = Math.sqrt(squares) || 1
    for (let j = starts[i]!; j < starts[i + 1]!; j++) values[j]! /= length
    if (i % ROWS_PER_SLICE === 0) yield
  }
  return { rows: counts.length, columns: features.size, starts, indices, values, weights }
}

/** By subspace iteration on the side of the passages, of which there are fewer. */
function* strongestDirections(matrix: SparseMatrix): Generator<void, Matrix> {
  const size = Math.min(EMBEDDING_DIMENSIONS + SPARE_DIRECTIONS, matrix.rows, matrix.columns)
  if (size === 0) return createMatrix(matrix.columns, 0)
  let basis = createMatrix(matrix.rows, size)
  for (let i = 0; i < basis.values.length; i++) basis.values[i] = scramble(i + 1) / 2 ** 31 - 1
  basis = yield* orthonormalize(basis)
  // as many directions as passages span the whole space at once
  const rounds = size === matrix.rows ? 0 : ROUNDS
  for (let round = 0; round < rounds; round++)
    basis = yield* orthonormalize(yield* multiply(matrix, yield* multiplyTransposed(matrix, basis)))
  const spread = yield* multiplyTransposed(matrix, basis)
  const { values, vectors } = yield* eigen(yield* gram(spread), size)
  // unit length, then by the square root of its strength: strong directions lead, weak ones still tell words apart
  const kept = Math.min(size, EMBEDDING_DIMENSIONS)
  const factor = (k: number) =>
    values[k]! > values[0]! * NEGLIGIBLE ? (values[k]! / values[0]!) ** 0.25 / Math.sqrt(values[k]!) : 0
  return yield* transform(spread, scaled(vectors, size, kept, factor), kept)
}

/** The first `kept` columns of a square matrix, each times its factor. */
function scaled(
  vectors: Float64Array,
  size: number,
  kept: number,
  factor: (column: number) => number,
): Float64Array {
  const columns = new Float64Array(size * kept)
  for (let k = 0; k < kept; k++) {
    const by = factor(k)
    for (let i = 0; i < size; i++) columns[i * kept + k] = vectors[i * size + k]! * by
  }
  return columns
}
