import { EMBEDDING_DIMENSIONS, frequencyWeight, scramble } from './embedding'
import { readFeatures, type Passage } from './features'
import {
  denseMatrix,
  multiply,
  principalColumns,
  sparseMatrix,
  transposed,
  type DenseMatrix,
  type SparseMatrix,
} from './vectors/linear-algebra'

/** A model learned from an account's own text: a direction and a weight for each feature. */
export interface LearnedFeatures {
  /** Sorted by code units. */
  readonly features: readonly string[]
  /** Inverse document frequency: rare features have a greater weight. */
  readonly weights: Float32Array
  /** One row for each feature. */
  readonly directions: DenseMatrix
}

/** With more passages than this the caller takes a sample. */
export const LEARNING_PASSAGES_MAX = 12_000
const FEATURES_MAX = 30_000
/** From this many passages on, a feature must occur in two of them to be kept. */
const SINGLES_PASSAGES_MAX = 500
const ROUNDS = 2
/** More directions are computed than kept, so that the kept ones converge. */
const SPARE_DIRECTIONS = 8

/** The features of the passages, numbered in order of first occurrence. */
interface Counts {
  readonly features: string[]
  /** How many passages contain each feature. */
  readonly passagesWith: number[]
  /** The entries of passage i are at `starts[i]` up to `starts[i + 1]`. */
  readonly starts: number[]
  readonly entries: number[]
  readonly frequencies: number[]
}

/**
 * Learns by latent semantic analysis: a matrix of passages and features, weighted by frequency and rarity, whose
 * strongest directions are found by subspace iteration, so that features which occur together point in the same
 * direction. Deterministic for the same passages in the same order. Yields about every ten milliseconds; the caller
 * decides when to continue.
 */
export function* learnFeatures(passages: Iterable<Passage>): Generator<void, LearnedFeatures> {
  const counts = yield* count(passages)
  const { features, columns } = chooseFeatures(counts)
  yield
  const rows = counts.starts.length - 1
  const size = Math.min(EMBEDDING_DIMENSIONS + SPARE_DIRECTIONS, rows, features.length)
  const { matrix, weights } = yield* tabulate(counts, columns, features.length)
  return { features, weights, directions: yield* strongestDirections(matrix, size) }
}

const PASSAGES_PER_SLICE = 32
const ROWS_PER_SLICE = 200

function* count(passages: Iterable<Passage>): Generator<void, Counts> {
  const numbers = new Map<string, number>()
  const counts: Counts = { features: [], passagesWith: [], starts: [0], entries: [], frequencies: [] }
  const { features, passagesWith, starts, entries, frequencies } = counts
  for (const passage of passages) {
    for (const [feature, frequency] of readFeatures(passage)) {
      let number = numbers.get(feature)
      if (number === undefined) {
        number = features.push(feature) - 1
        passagesWith.push(0)
        numbers.set(feature, number)
      }
      passagesWith[number]!++
      entries.push(number)
      frequencies.push(frequency)
    }
    starts.push(entries.length)
    if (starts.length % PASSAGES_PER_SLICE === 0) yield
  }
  return counts
}

/** The most common features, ordered by code units, and the column for each feature number; -1: left out. */
function chooseFeatures({ features, passagesWith, starts }: Counts): {
  features: string[]
  columns: Int32Array
} {
  const least = starts.length - 1 > SINGLES_PASSAGES_MAX ? 2 : 1
  const kept = features
    .map((feature, number) => ({ feature, number, passages: passagesWith[number]! }))
    .filter(({ passages }) => passages >= least)
    .sort((a, b) => b.passages - a.passages || (a.feature < b.feature ? -1 : 1))
    .slice(0, FEATURES_MAX)
    .sort((a, b) => (a.feature < b.feature ? -1 : 1))
  const columns = new Int32Array(features.length).fill(-1)
  kept.forEach(({ number }, column) => (columns[number] = column))
  return { features: kept.map(({ feature }) => feature), columns }
}

/** A row of unit length for each passage, with each feature weighted by its rarity. */
function* tabulate(
  { passagesWith, starts, entries, frequencies }: Counts,
  columns: Int32Array,
  features: number,
): Generator<void, { matrix: SparseMatrix; weights: Float32Array }> {
  const rows = starts.length - 1
  const matrix = sparseMatrix(rows, features, entries.length)
  const { indices, values } = matrix
  const weights = new Float32Array(features)
  columns.forEach((column, number) => {
    if (column >= 0) weights[column] = Math.log(1 + rows / passagesWith[number]!)
  })
  let at = 0
  for (let row = 0; row < rows; row++) {
    const first = at
    let squares = 0
    for (let from = starts[row]!; from < starts[row + 1]!; from++) {
      const column = columns[entries[from]!]!
      if (column < 0) continue
      const value = frequencyWeight(frequencies[from]!) * weights[column]!
      squares += value ** 2
      indices[at] = column
      values[at++] = value
    }
    const length = Math.sqrt(squares) || 1
    for (let i = first; i < at; i++) values[i]! /= length
    matrix.starts[row + 1] = at
    if (row % ROWS_PER_SLICE === 0) yield
  }
  return { matrix, weights }
}

/** By subspace iteration on the side of the passages, which are fewer. */
function* strongestDirections(passages: SparseMatrix, size: number): Generator<void, DenseMatrix> {
  if (size === 0) return denseMatrix(passages.columns, 0)
  const features = transposed(passages)
  yield
  let basis = firstBasis(passages.rows, size)
  // As many directions as passages span the whole space at once.
  const rounds = size === passages.rows ? 0 : ROUNDS
  for (let round = 0; round < rounds; round++) {
    const turned = yield* multiply(passages, yield* multiply(features, basis))
    basis = yield* principalColumns(turned, size, () => 1)
  }
  const spread = yield* multiply(features, basis)
  // Strong directions dominate, and weak ones still distinguish words.
  return yield* principalColumns(spread, Math.min(size, EMBEDDING_DIMENSIONS), (share) => share ** 0.25)
}

/** Columns that are orthonormal where there are as many as rows, and otherwise arbitrary. */
function firstBasis(rows: number, columns: number): DenseMatrix {
  const basis = denseMatrix(rows, columns)
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < columns; i++)
      basis.values[row * columns + i] =
        rows === columns ? Number(row === i) : scramble(row * columns + i + 1) / 2 ** 31 - 1
  return basis
}
