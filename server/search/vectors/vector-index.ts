import { createBest } from '../../../shared/best'
import { createDotProducts } from './dot-products'

/**
 * The vectors of an account in memory, rounded to bytes, and the search for the nearest ones: every vector is compared,
 * so the filter is part of the search and no result depends on insertion order.
 */
export interface VectorIndex {
  readonly size: number
  /** Adds or replaces the vector of a chunk. `bytes` come from `toBytes`. */
  set(chunkId: number, documentId: number, bytes: Int8Array): void
  delete(chunkId: number): void
  /** The document of a chunk with a vector. */
  documentOf(chunkId: number): number | undefined
  /**
   * The chunks most similar to `query`, the most similar first, then by id; at most `count`, none below `least`.
   * `similarity` is the cosine. `isWanted` decides which documents take part.
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

/** A unit vector in bytes: each value in 127ths of the largest. All zero stays all zero. */
export function toBytes(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const bytes = new Int8Array(vector.length)
  if (largest > 0) for (let i = 0; i < vector.length; i++) bytes[i] = Math.round((vector[i]! / largest) * 127)
  return bytes
}

const BLOCK_VECTORS = 8_192
const PAGE_BYTES = 65_536

/** The vectors in one section of the memory. */
interface Block {
  /** 0: the slot is empty. */
  readonly inverseLengths: Float32Array
  readonly chunkIds: Float64Array
  readonly documentIds: Float64Array
}

const emptyBlock = (): Block => ({
  inverseLengths: new Float32Array(BLOCK_VECTORS),
  chunkIds: new Float64Array(BLOCK_VECTORS),
  documentIds: new Float64Array(BLOCK_VECTORS),
})

/** All vectors have the length of the first one. */
export function createVectorIndex(): VectorIndex {
  const { memory, run } = createDotProducts()
  const blocks: Block[] = []
  const slots = new Map<number, number>()
  const free: number[] = []
  let used = 0
  let length = 0
  /** The bytes of a vector. The memory contains a query, the products of a block, then the vectors. */
  let width = 0
  let vectorsAt = 0

  const setOut = (vectorLength: number) => {
    length = vectorLength
    width = Math.ceil(length / 16) * 16
    vectorsAt = width + BLOCK_VECTORS * 4
  }
  const addBlock = () => {
    blocks.push(emptyBlock())
    const bytes = vectorsAt + blocks.length * BLOCK_VECTORS * width
    const missing = bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  }
  const takeSlot = () => {
    const slot = free.pop() ?? used++
    if (slot === blocks.length * BLOCK_VECTORS) addBlock()
    return slot
  }
  const placeOf = (slot: number) => ({
    block: blocks[Math.floor(slot / BLOCK_VECTORS)]!,
    at: slot % BLOCK_VECTORS,
  })

  return {
    get size() {
      return slots.size
    },

    set(chunkId, documentId, bytes) {
      if (blocks.length === 0) setOut(bytes.length)
      if (bytes.length !== length)
        throw new RangeError(`a vector of ${bytes.length} among those of ${length}`)
      const slot = slots.get(chunkId) ?? takeSlot()
      slots.set(chunkId, slot)
      new Int8Array(memory.buffer, vectorsAt + slot * width, width).fill(0).set(bytes)
      const { block, at } = placeOf(slot)
      block.chunkIds[at] = chunkId
      block.documentIds[at] = documentId
      block.inverseLengths[at] = inverseLength(bytes)
    },

    delete(chunkId) {
      const slot = slots.get(chunkId)
      if (slot === undefined) return
      slots.delete(chunkId)
      free.push(slot)
      const { block, at } = placeOf(slot)
      block.inverseLengths[at] = 0
    },

    documentOf(chunkId) {
      const slot = slots.get(chunkId)
      const place = slot === undefined ? undefined : placeOf(slot)
      return place?.block.documentIds[place.at]
    },

    nearest(query, count, least, isWanted) {
      const rounded = toBytes(query)
      const factor = inverseLength(rounded)
      if (factor === 0 || count < 1 || query.length !== length) return []
      new Int8Array(memory.buffer, 0, width).fill(0).set(rounded)
      const products = new Int32Array(memory.buffer, width, BLOCK_VECTORS)
      const best = createBest(count, Math.max(least, Number.EPSILON))
      const isWantedNow = rememberingLast(isWanted)
      blocks.forEach((block, b) => {
        const filled = Math.min(BLOCK_VECTORS, used - b * BLOCK_VECTORS)
        run(0, vectorsAt + b * BLOCK_VECTORS * width, width, filled, width)
        for (let at = 0; at < filled; at++) {
          const similarity = products[at]! * block.inverseLengths[at]! * factor
          if (similarity >= best.least && isWantedNow(block.documentIds[at]!))
            best.offer(block.chunkIds[at]!, similarity)
        }
      })
      return best.sorted().map(({ id, score }) => ({ chunkId: id, similarity: score }))
    },
  }
}

/** Caches the last result, because chunks of one document are mostly adjacent. */
function rememberingLast(isWanted: (documentId: number) => boolean): (documentId: number) => boolean {
  let last = NaN
  let isLastWanted = false
  return (documentId) => {
    if (documentId !== last) isLastWanted = isWanted((last = documentId))
    return isLastWanted
  }
}

function inverseLength(bytes: Int8Array): number {
  let squares = 0
  for (const value of bytes) squares += value * value
  return squares === 0 ? 0 : 1 / Math.sqrt(squares)
}
