import { EMBEDDING_DIMENSIONS, frequencyWeight, toUnitLength, type EmbeddingProvider } from './embedding'
import type { LearnedFeatures } from './embedding-learning'
import { passageOfQuery, readFeatures } from './features'
import { addRow } from './vectors/linear-algebra'
import { partsOfCompound, readWords } from './tokenizer'

const FORMAT = 1
/** How similar two words must be, by their groups of three letters, to replace each other (0 to 1). */
const SIMILARITY_MIN = 0.5
const LIKE_WORDS_MAX = 3

/**
 * The built-in provider, which uses the model learned from the account's own text. `bytes` come from `encodeLearned`.
 */
export function learnedEmbedding(model: string, bytes: Uint8Array): EmbeddingProvider {
  const { features, weights, directions } = decodeLearned(bytes)
  const rows = new Map(features.map((feature, row) => [feature, row]))
  let likeWords: ReturnType<typeof createSimilarity> | undefined

  const addTo = (sum: Float32Array, row: number, weight: number) =>
    addRow(sum, weight * weights[row]!, directions, row)
  /** The sum of the directions of known features, not yet scaled. */
  const sumOf = (counts: ReadonlyMap<string, number>, unknown?: (feature: string) => void): Float32Array => {
    const sum = new Float32Array(EMBEDDING_DIMENSIONS)
    for (const [feature, count] of counts) {
      const row = rows.get(feature)
      if (row === undefined) unknown?.(feature)
      else addTo(sum, row, frequencyWeight(count))
    }
    return sum
  }
  return {
    model,
    embedPassages: async (passages) => passages.map((passage) => toUnitLength(sumOf(readFeatures(passage)))),
    /**
     * A word that the account has never used is replaced by the two words it consists of, or else by words that are
     * spelled similarly.
     */
    embedQuery: async (query) => {
      const unknown: string[] = []
      const told = inKnownWords(query, (stem) => rows.has(stem))
      const sum = sumOf(readFeatures(passageOfQuery(told)), (feature) => unknown.push(feature))
      if (unknown.length > 0) likeWords ??= createSimilarity(features)
      for (const word of unknown)
        for (const { row, similarity } of likeWords?.(word) ?? []) addTo(sum, row, similarity * Math.LN2)
      return toUnitLength(sum)
    },
  }
}

/** In a longer query the other words are enough. */
const COMPOUNDS_MAX = 64

/** The words of a query, with an unknown compound replaced by its two known parts. */
const inKnownWords = (query: string, isKnown: (stem: string) => boolean): string =>
  readWords(query)
    .flatMap((word, place) => {
      if (word.kind === 'run') return word.characters.join('')
      const isRead = place >= COMPOUNDS_MAX || isKnown(word.stem)
      const parts = isRead ? undefined : partsOfCompound(word.surface, isKnown)
      return (parts ?? [word]).map(({ surface }) => surface)
    })
    .join(' ')

/**
 * Returns a function that finds the features spelled most similarly to a word: shared groups of three letters in
 * proportion to all of both.
 */
function createSimilarity(features: readonly string[]) {
  const groupsOf = (word: string): string[] => {
    const padded = `_${word}_`
    const groups = new Set<string>()
    for (let i = 0; i + 3 <= padded.length; i++) groups.add(padded.slice(i, i + 3))
    return [...groups]
  }
  const rowsByGroup = new Map<string, number[]>()
  const sizes = features.map((feature, row) => {
    const groups = feature.startsWith('#') ? [] : groupsOf(feature)
    for (const group of groups) {
      const rows = rowsByGroup.get(group)
      if (rows) rows.push(row)
      else rowsByGroup.set(group, [row])
    }
    return groups.length
  })
  return (word: string): { row: number; similarity: number }[] => {
    if (word.startsWith('#') || word.length < 3) return []
    const groups = groupsOf(word)
    const shared = new Map<number, number>()
    for (const group of groups)
      for (const row of rowsByGroup.get(group) ?? []) shared.set(row, (shared.get(row) ?? 0) + 1)
    return [...shared]
      .map(([row, n]) => ({ row, similarity: (2 * n) / (groups.length + sizes[row]!) }))
      .filter(({ similarity }) => similarity >= SIMILARITY_MIN)
      .sort((a, b) => b.similarity - a.similarity || a.row - b.row)
      .slice(0, LIKE_WORDS_MAX)
  }
}

/** Encodes the model as bytes, with directions rounded to a 127th of each row's largest value. */
export function encodeLearned({ features, weights, directions }: LearnedFeatures): Uint8Array {
  const names = Buffer.from(JSON.stringify(features))
  const { rows, columns, values } = directions
  const bytes = Buffer.alloc(16 + names.length + rows * (8 + columns))
  bytes.writeUInt32LE(FORMAT, 0)
  bytes.writeUInt32LE(rows, 4)
  bytes.writeUInt32LE(columns, 8)
  bytes.writeUInt32LE(names.length, 12)
  names.copy(bytes, 16)
  let at = 16 + names.length
  for (let row = 0; row < rows; row++) {
    const line = values.subarray(row * columns, (row + 1) * columns)
    const largest = line.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
    at = bytes.writeFloatLE(weights[row]!, at)
    at = bytes.writeFloatLE(largest / 127, at)
    for (const value of line)
      at = bytes.writeInt8(largest === 0 ? 0 : Math.round((value / largest) * 127), at)
  }
  return bytes
}

/** Throws where the bytes are of another format or cut short. */
export function decodeLearned(given: Uint8Array): LearnedFeatures {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (bytes.readUInt32LE(0) !== FORMAT) throw new RangeError('a model of another format')
  const rows = bytes.readUInt32LE(4)
  const columns = bytes.readUInt32LE(8)
  let at = 16 + bytes.readUInt32LE(12)
  const features = JSON.parse(bytes.toString('utf8', 16, at)) as string[]
  const weights = new Float32Array(rows)
  const values = new Float32Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    weights[row] = bytes.readFloatLE(at)
    const step = bytes.readFloatLE(at + 4)
    at += 8
    for (let i = 0; i < columns; i++) values[row * columns + i] = bytes.readInt8(at++) * step
  }
  return { features, weights, directions: { rows, columns, values } }
}
