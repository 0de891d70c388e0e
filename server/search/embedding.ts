import { readFeatures, type Passage } from './features'

/** The provider is unavailable at present: it was not asked, failed or took too long. */
export class EmbeddingUnavailable extends Error {}

/**
 * A source of vectors (requirement G4): built in (`embedding-learned.ts`) or an endpoint (`embedding-remote.ts`). The
 * same text gives the same vector. A vector has unit length, or is all zero for a text that the provider does not know;
 * then it is similar to nothing.
 */
export interface EmbeddingProvider {
  /** Only vectors of the same model can be compared. */
  readonly model: string
  /** Returns one vector for each passage. Rejects with EmbeddingUnavailable where the provider is unavailable. */
  embedPassages(passages: readonly Passage[]): Promise<readonly Float32Array[]>
  embedQuery(query: string): Promise<Float32Array>
}

export const EMBEDDING_DIMENSIONS = 256

/** Scales to unit length in place; a vector that is all zero or not numeric becomes all zero. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  if (!(squares > 0 && Number.isFinite(squares))) return vector.fill(0)
  const factor = 1 / Math.sqrt(squares)
  for (let i = 0; i < vector.length; i++) vector[i]! *= factor
  return vector
}

/** The weight of a count: the tenth occurrence of a word adds little to the fifth. */
export const frequencyWeight = (count: number): number => Math.log(1 + count)

const SIGNS_PER_FEATURE = 8

/**
 * The provider of an account with too little text to learn from: each feature has a fixed direction of its own, so
 * texts are similar where they share words or ideas.
 */
export const unlearnedEmbedding: EmbeddingProvider = {
  model: 'built-in-1/unlearned',
  embedPassages: async (passages) => passages.map((passage) => embedUnlearned(readFeatures(passage))),
  embedQuery: async (query) => embedUnlearned(readFeatures({ title: '', headingPath: [], text: query })),
}

function embedUnlearned(features: ReadonlyMap<string, number>): Float32Array {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS)
  for (const [feature, count] of features) {
    const weight = frequencyWeight(count)
    let hash = hashOf(feature)
    for (let i = 0; i < SIGNS_PER_FEATURE; i++) {
      hash = scramble(hash + i)
      vector[hash & 255]! += hash & 256 ? weight : -weight
    }
  }
  return toUnitLength(vector)
}

/** FNV-1a */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** The finalizer of MurmurHash3: every bit of the result depends on every bit of the number. */
export function scramble(number: number): number {
  let x = number >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}
