import { EMBEDDING_DIMENSIONS, frequencyWeight, toUnitLength, type EmbeddingProvider } from './embedding'
import type { LearnedFeatures } from './embedding-learning'
import { passageOfQuery, readFeatures } from './features'
import type { Matrix } from './vectors/linear-algebra'
import { createRowKernel, roundUp } from './vectors/row-kernel'
import { partsOfCompound, readWords } from './words'

const FORMAT = 1
/** How alike two words must be, by their groups of three letters, to stand for each other (0 to 1). */
const LIKENESS_LEAST = 0.5
const LIKE_WORDS_MAX = 3

/** The built-in provider: what was learned from the account's own text. `bytes` are those of `encodeLearned`. */
export function learnedEmbedding(model: string, bytes: Uint8Array): EmbeddingProvider {
  const { features, weights, directions } = decodeLearned(bytes)
  const rows = new Map(features.map((feature, row) => [feature, row]))
  const sum = createSum(directions)
  let likeWords: ReturnType<typeof createLikeness> | undefined

  const addTo = (row: number, weight: number) => sum.add(row, weight * weights[row]!)
  const addAll = (counts: ReadonlyMap<string, number>, unknown?: (feature: string) => void) => {
    for (const [feature, count] of counts) {
      const row = rows.get(feature)
      if (row === undefined) unknown?.(feature)
      else addTo(row, frequencyWeight(count))
    }
  }
  return {
    model,
    embedPassages: async (passages) =>
      passages.map((passage) => {
        addAll(readFeatures(passage))
        return toUnitLength(sum.take())
      }),
    /** A word that the account has never seen is taken for the two that it is made of, else for those written like it. */
    embedQuery: async (query) => {
      const unknown: string[] = []
      const told = inKnownWords(query, (stem) => rows.has(stem))
      addAll(readFeatures(passageOfQuery(told)), (feature) => unknown.push(feature))
      if (unknown.length > 0) likeWords ??= createLikeness(features)
      for (const word of unknown)
        for (const { row, likeness } of likeWords?.(word) ?? []) addTo(row, likeness * Math.LN2)
      return toUnitLength(sum.take())
    },
  }
}

/** Of a longer query the other words tell enough. */
const COMPOUNDS_MAX = 64

/** The words of a query, an unknown one that is made of two known ones as these. */
const inKnownWords = (query: string, isKnown: (stem: string) => boolean): string =>
  readWords(query)
    .flatMap((word, place) => {
      if (word.kind === 'run') return word.characters.join('')
      const isRead = place >= COMPOUNDS_MAX || isKnown(word.stem)
      const parts = isRead ? undefined : partsOfCompound(word.surface, isKnown)
      return (parts ?? [word]).map(({ surface }) => surface)
    })
    .join(' ')

const ROWS_AT_ONCE = 256

/** Adds up directions, many at a time. */
function createSum({ columns, stride, values }: Matrix) {
  const kernel = createRowKernel(values.length + stride + 2 * ROWS_AT_ONCE)
  const directions = kernel.floats(values.length)
  directions.set(values)
  const sum = kernel.floats(stride)
  const indices = kernel.integers(ROWS_AT_ONCE)
  const weights = kernel.floats(ROWS_AT_ONCE)
  let waiting = 0
  const addUp = () => {
    kernel.addRows(sum, directions, indices.subarray(0, waiting), weights)
    waiting = 0
  }
  return {
    add(row: number, weight: number): void {
      indices[waiting] = row
      weights[waiting++] = weight
      if (waiting === ROWS_AT_ONCE) addUp()
    },
    /** What was added since the last time. */
    take(): Float32Array {
      addUp()
      const taken = new Float32Array(EMBEDDING_DIMENSIONS)
      taken.set(sum.subarray(0, columns))
      sum.fill(0)
      return taken
    },
  }
}

/** For a word the features most alike in writing: shared groups of three letters against all of both. */
function createLikeness(features: readonly string[]) {
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
  return (word: string): { row: number; likeness: number }[] => {
    if (word.startsWith('#') || word.length < 3) return []
    const groups = groupsOf(word)
    const shared = new Map<number, number>()
    for (const group of groups)
      for (const row of rowsByGroup.get(group) ?? []) shared.set(row, (shared.get(row) ?? 0) + 1)
    return [...shared]
      .map(([row, n]) => ({ row, likeness: (2 * n) / (groups.length + sizes[row]!) }))
      .filter(({ likeness }) => likeness >= LIKENESS_LEAST)
      .sort((a, b) => b.likeness - a.likeness || a.row - b.row)
      .slice(0, LIKE_WORDS_MAX)
  }
}

/** As bytes, directions rounded to a 127th of each row's largest value. */
export function encodeLearned({ features, weights, directions }: LearnedFeatures): Uint8Array {
  const names = Buffer.from(JSON.stringify(features))
  const { rows, columns, stride, values } = directions
  const bytes = Buffer.alloc(16 + names.length + rows * (8 + columns))
  bytes.writeUInt32LE(FORMAT, 0)
  bytes.writeUInt32LE(rows, 4)
  bytes.writeUInt32LE(columns, 8)
  bytes.writeUInt32LE(names.length, 12)
  names.copy(bytes, 16)
  let at = 16 + names.length
  for (let row = 0; row < rows; row++) {
    const line = values.subarray(row * stride, row * stride + columns)
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
  const stride = roundUp(columns)
  const values = new Float32Array(rows * stride)
  for (let row = 0; row < rows; row++) {
    weights[row] = bytes.readFloatLE(at)
    const step = bytes.readFloatLE(at + 4)
    at += 8
    for (let i = 0; i < columns; i++) values[row * stride + i] = bytes.readInt8(at++) * step
  }
  return { features, weights, directions: { rows, columns, stride, values } }
}
