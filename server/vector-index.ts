/**
 * The vectors of an account in memory, rounded to bytes, and the search for the nearest ones: every vector is looked
 * at, so a filter is part of the search and no result depends on the order in which vectors came.
 */
export interface VectorIndex {
  readonly size: number
  /** Adds the vector of a chunk, or replaces it. `bytes` are those of `toBytes`. */
  set(chunkId: number, documentId: number, bytes: Int8Array): void
  delete(chunkId: number): void
  /** The document of a chunk that has a vector. */
  documentOf(chunkId: number): number | undefined
  /**
   * The chunks most like `query`, most alike first, then by id; at most `count`, none below `least`. `similarity` is
   * the cosine. `isWanted` says which documents take part.
   */
  nearest(
    query: Float32Array,
    count: number,
    least: number,
    isWanted: (documentId: number) => boolean,
  ): Neighbour[]
}

export interface Neighbour {
  readonly chunkId: number
  readonly similarity: number
}

/** A unit vector in bytes: each value as a share of the largest, in 127ths. All zero stays all zero. */
export function toBytes(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const bytes = new Int8Array(vector.length)
  if (largest > 0) for (let i = 0; i < vector.length; i++) bytes[i] = Math.round((vector[i]! / largest) * 127)
  return bytes
}

const BLOCK_VECTORS = 8_192

interface Block {
  /** Four bytes of a vector in each word: reading by words is twice as fast as reading by bytes. */
  readonly words: Int32Array
  readonly bytes: Int8Array
  readonly inverseLengths: Float32Array
  readonly chunkIds: Float64Array
  readonly documentIds: Float64Array
}

/** All vectors are as long as the first one. */
export function createVectorIndex(): VectorIndex {
  const blocks: Block[] = []
  let length = 0
  /** Words of a vector; what is beyond its length stays zero. */
  let width = 0
  const slots = new Map<number, number>()
  const free: number[] = []
  let used = 0

  const addBlock = () => {
    const words = new Int32Array(BLOCK_VECTORS * width)
    blocks.push({
      words,
      bytes: new Int8Array(words.buffer),
      inverseLengths: new Float32Array(BLOCK_VECTORS),
      chunkIds: new Float64Array(BLOCK_VECTORS),
      documentIds: new Float64Array(BLOCK_VECTORS),
    })
  }
  const takeSlot = () => {
    const slot = free.pop() ?? used++
    if (slot === blocks.length * BLOCK_VECTORS) addBlock()
    return slot
  }

  return {
    get size() {
      return slots.size
    },

    set(chunkId, documentId, bytes) {
      if (blocks.length === 0) {
        length = bytes.length
        width = Math.ceil(length / 4)
      }
      if (bytes.length !== length)
        throw new RangeError(`a vector of ${bytes.length} values among vectors of ${length}`)
      const slot = slots.get(chunkId) ?? takeSlot()
      slots.set(chunkId, slot)
      const block = blocks[Math.floor(slot / BLOCK_VECTORS)]!
      const at = slot % BLOCK_VECTORS
      block.bytes.set(bytes, at * width * 4)
      block.chunkIds[at] = chunkId
      block.documentIds[at] = documentId
      block.inverseLengths[at] = inverseLength(bytes)
    },

    delete(chunkId) {
      const slot = slots.get(chunkId)
      if (slot === undefined) return
      slots.delete(chunkId)
      free.push(slot)
      // an empty slot is like nothing
      blocks[Math.floor(slot / BLOCK_VECTORS)]!.inverseLengths[slot % BLOCK_VECTORS] = 0
    },

    documentOf(chunkId) {
      const slot = slots.get(chunkId)
      return slot === undefined
        ? undefined
        : blocks[Math.floor(slot / BLOCK_VECTORS)]!.documentIds[slot % BLOCK_VECTORS]
    },

    nearest(query, count, least, isWanted) {
      const rounded = toBytes(query)
      const factor = inverseLength(rounded)
      if (factor === 0 || count < 1 || query.length !== length) return []
      const values = new Int32Array(width * 4)
      values.set(rounded)
      const best = createBest(count, Math.max(least, Number.EPSILON))
      let lastDocument = NaN
      let lastWanted = false
      blocks.forEach((block, b) => {
        const end = Math.min(BLOCK_VECTORS, used - b * BLOCK_VECTORS)
        for (let at = 0; at < end; at++) {
          const inverse = block.inverseLengths[at]!
          if (inverse === 0) continue
          const documentId = block.documentIds[at]!
          if (documentId !== lastDocument) {
            lastDocument = documentId
            lastWanted = isWanted(documentId)
          }
          if (!lastWanted) continue
          const similarity = dot(block.words, at, values) * inverse * factor
          if (similarity >= best.least) best.offer(block.chunkIds[at]!, similarity)
        }
      })
      return best.sorted()
    },
  }
}

function inverseLength(bytes: Int8Array): number {
  let squares = 0
  for (const value of bytes) squares += value * value
  return squares === 0 ? 0 : 1 / Math.sqrt(squares)
}

/** The sum of products of vector `at` and `values`. */
function dot(words: Int32Array, at: number, values: Int32Array): number {
  const count = values.length >> 2
  let from = at * count
  let even = 0
  let odd = 0
  for (let i = 0, k = 0; i < count; i++, k += 4, from++) {
    const word = words[from]!
    even = (even + ((word << 24) >> 24) * values[k]! + ((word << 16) >> 24) * values[k + 1]!) | 0
    odd = (odd + ((word << 8) >> 24) * values[k + 2]! + (word >> 24) * values[k + 3]!) | 0
  }
  return even + odd
}

/** Keeps the best `count` of what is offered, in a heap with the worst on top. */
function createBest(count: number, least: number) {
  const heap: Neighbour[] = []
  const isWorse = (a: Neighbour, b: Neighbour) =>
    a.similarity < b.similarity || (a.similarity === b.similarity && a.chunkId > b.chunkId)
  const best = {
    /** Nothing below it can get in. */
    least,
    offer(chunkId: number, similarity: number) {
      const offered = { chunkId, similarity }
      if (heap.length === count) {
        if (!isWorse(heap[0]!, offered)) return
        heap[0] = offered
        sink(0)
      } else {
        heap.push(offered)
        rise(heap.length - 1)
      }
      if (heap.length === count) best.least = heap[0]!.similarity
    },
    sorted: () => heap.slice().sort((a, b) => (isWorse(a, b) ? 1 : -1)),
  }
  const swap = (i: number, j: number) => {
    const kept = heap[i]!
    heap[i] = heap[j]!
    heap[j] = kept
  }
  const rise = (i: number) => {
    for (let parent = (i - 1) >> 1; i > 0 && isWorse(heap[i]!, heap[parent]!); parent = (i - 1) >> 1) {
      swap(i, parent)
      i = parent
    }
  }
  const sink = (i: number) => {
    for (;;) {
      let worst = i
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && isWorse(heap[child]!, heap[worst]!)) worst = child
      if (worst === i) return
      swap(i, worst)
      i = worst
    }
  }
  return best
}
