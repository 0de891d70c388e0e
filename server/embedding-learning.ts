import { EMBEDDING_DIMENSIONS, frequencyWeight, scramble } from './embedding'
import { readFeatures, type Passage } from './features'
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
export const LEARNING_PASSAGES_MAX = 20_000
const FEATURES_MAX = 30_000
/** With this many passages a feature must stand in two of them to be kept. */
const SINGLES_PASSAGES_MAX = 2_000
const ROUNDS = 3
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
  const features = chooseFeatures(counts)
  yield
  const weights = weigh(features, counts)
  const matrix = tabulate(counts, features, weights)
  yield
  const directions = yield* strongestDirections(matrix)
  return { features: [...features.keys()], weights, directions }
}

/** Feature to column; the commonest ones, in the order of code units. */
function chooseFeatures(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const passagesOf = new Map<string, number>()
  for (const features of counts)
    for (const feature of features.keys()) passagesOf.set(feature, (passagesOf.get(feature) ?? 0) + 1)
  const least = counts.length > SINGLES_PASSAGES_MAX ? 2 : 1
  const kept = [...passagesOf]
    .filter(([, passages]) => passages >= least)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, FEATURES_MAX)
    .map(([feature]) => feature)
    .sort()
  return new Map(kept.map((feature, column) => [feature, column]))
}

function weigh(
  features: ReadonlyMap<string, number>,
  counts: readonly ReadonlyMap<string, number>[],
): Float32Array {
  const passages = new Float32Array(features.size)
  for (const row of counts)
    for (const feature of row.keys()) {
      const column = features.get(feature)
      if (column !== undefined) passages[column]!++
    }
  return passages.map((n) => Math.log(1 + counts.length / n))
}

/** A row of unit length for each passage. */
function tabulate(
  counts: readonly ReadonlyMap<string, number>[],
  features: ReadonlyMap<string, number>,
  weights: Float32Array,
): SparseMatrix {
  const entries = counts.reduce((sum, row) => sum + row.size, 0)
  const starts = new Int32Array(counts.length + 1)
  const indices = new Int32Array(entries)
  const values = new Float32Array(entries)
  let at = 0
  counts.forEach((row, i) => {
    const first = at
    let squares = 0
    for (const [feature, count] of row) {
      const column = features.get(feature)
      if (column === undefined) continue
      const value = frequencyWeight(count) * weights[column]!
      indices[at] = column
      values[at++] = value
      squares += value * value
    }
    const length = Math.sqrt(squares) || 1
    for (let j = first; j < at; j++) values[j]! /= length
    starts[i + 1] = at
  })
  return { rows: counts.length, columns: features.size, starts, indices, values }
}

function* strongestDirections(matrix: SparseMatrix): Generator<void, Matrix> {
  const size = Math.min(EMBEDDING_DIMENSIONS + SPARE_DIRECTIONS, matrix.rows, matrix.columns)
  if (size === 0) return createMatrix(matrix.columns, 0)
  let basis = createMatrix(matrix.columns, size)
  for (let i = 0; i < basis.values.length; i++) basis.values[i] = scramble(i + 1) / 2 ** 31 - 1
  // as many directions as passages span the whole space at once
  const rounds = size === matrix.rows ? 1 : ROUNDS
  for (let round = 0; round < rounds; round++) {
    const spread = yield* multiplyTransposed(matrix, yield* multiply(matrix, basis))
    const { values, vectors } = yield* eigen(yield* gram(spread), size)
    basis = yield* transform(
      spread,
      scaled(vectors, size, size, (k) => inverseRoot(values, k)),
      size,
    )
  }
  const { values, vectors } = yield* eigen(yield* gram(yield* multiply(matrix, basis)), size)
  // the square root of its strength: strong directions lead, weak ones still tell rare words apart
  const kept = Math.min(size, EMBEDDING_DIMENSIONS)
  const strength = (k: number) => Math.max(0, values[k]! / values[0]!) ** 0.25
  return yield* transform(basis, scaled(vectors, size, kept, strength), kept)
}

const inverseRoot = (values: Float64Array, k: number): number =>
  values[k]! > values[0]! * 1e-10 ? 1 / Math.sqrt(values[k]!) : 0

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
